import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Org, Seat } from '../../src/contract/index.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { iris } from '../support/iris.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { goByKeys, visit, type Visitor } from '../support/page.ts'
import { freePort } from '../support/ports.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'
import { commandsFor } from '../support/weechat.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let shop: string
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let port: number
let irssi: Terminal | undefined
const clock = leapingClock()
/** By then an EM that rests has been looked at. */
const rung = 301_000
const systems: string[] = []
const toolSets: string[][] = []
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

const lines = `
  # The idle check.
  - when: { model: /haiku/, says: /Is it idle/, heard: /We open on Sundays/ }
    reply: 'yes'
  - when: { model: /haiku/, says: /Is it idle/, heard: /I will look into it/ }
    reply: 'no'
  - when: { system: /lead the project/, says: /still there/ }
    reply: I am.
  - when: { system: /lead the project/, says: /when do we open/ }
    reply: I will look into it.
  - when: { system: /lead the project/, says: /something still waits for you/ }
    reply: [{ tool: { name: mcp__iris__chat_send, input: { channel: '#project-shop', body: We open on Sundays. } } }]
  - when: { system: /own the task shop-2/, says: /You take over from/ }
    reply: [{ tool: { name: Write, input: { file_path: '\${cwd}/bye2.txt', content: bye } } }]
  # The second task: its manager's conversation is 81% full after the first step, its first handoff says too little.
  - when: { system: /lead the project/, says: /farewell/ }
    reply:
      - tool:
          name: mcp__iris__task_create
          input:
            team: shop
            title: Say goodbye
            files: [{ path: bye.txt, action: CREATE }, { path: bye2.txt, action: CREATE }]
            # What it waits for was done in another build, and nobody merged it.
            waitsFor: [shop-1]
            check: { command: 'test -f hello.txt && test -f bye.txt && test -f bye2.txt', expected: {} }
  - when: { tool: mcp__iris__task_create, toolResult: /shop-2/ }
    reply:
      - tool: { name: mcp__iris__wiki_write, input: { page: Sprint, text: "| Task | Who | Status |\\n| --- | --- | --- |\\n| shop-2 | a manager | started |\\n" } }
      - tool: { name: mcp__iris__chat_send, input: { channel: '#standup-shop', body: 'TASK: shop-2' } }
  - when: { system: /lead the project/, says: /shop-2 .* is complete/ }
    reply: [{ tool: { name: mcp__iris__wiki_read, input: { page: Sprint } } }]
  - when: { system: /lead the project/, tool: mcp__iris__wiki_read, toolResult: '/"revision":\\s*"(\\w+)"/' }
    reply:
      - tool:
          name: mcp__iris__wiki_write
          input:
            page: Sprint
            revision: '\${toolResult.1}'
            text: "| Task | Who | Status |\\n| --- | --- | --- |\\n| shop-2 | – | complete |\\n"
      - tool: { name: mcp__iris__chat_send, input: { channel: '#project-shop', body: shop-2 is ready to merge. } }
  # Its manager plans, then works.
  - when: { system: /own the task shop-2/, says: /work on the task/ }
    reply: [{ tool: { name: mcp__iris__wiki_write, input: { page: Tasks/shop-2, text: "# Plan\\n\\nWrite both files." } } }]
  - when: { system: /own the task shop-2/, tool: mcp__iris__wiki_write }
    times: 1
    usage: { input: 10, cacheRead: 161990, output: 5 }
    reply: [{ gate: half }, { tool: { name: Write, input: { file_path: '\${cwd}/bye.txt', content: bye } } }]
  - when: { system: /own the task shop-2/, tool: Write, says: /You take over from/ }
    reply: Done.
  # It would go on; nothing but an interrupt ends this turn.
  - when: { system: /own the task shop-2/, tool: Write }
    reply: [{ gate: never }, { text: Going on. }]
  - when: { system: /own the task shop-2/, says: '/You hand over now.*?(Handoffs.[\\w-]+)/s' }
    reply: [{ tool: { name: mcp__iris__wiki_write, input: { page: '\${says.1}', text: '# Bye' } } }]
  - when: { system: /own the task shop-2/, says: '/not whole yet.*?(Handoffs.[\\w-]+)/s' }
    reply: [{ tool: { name: mcp__iris__wiki_read, input: { page: '\${says.1}' } } }]
  - when: { tool: mcp__iris__wiki_read, toolResult: '/"revision":\\s*"(\\w+)"/', heard: '/(Handoffs.[\\w-]+)/' }
    reply:
      - tool:
          name: mcp__iris__wiki_write
          input:
            page: '\${heard.1}'
            revision: '\${toolResult.1}'
            text: "## What was done\\n\\nbye.txt, on task/shop-2\\n\\n## What is left\\n\\nbye2.txt\\n\\n## Open questions\\n\\nnone\\n"
  - when: { tool: mcp__iris__wiki_write, system: /own the task shop-2/ }
    reply: Handed.
  - when: { system: /own the task shop-2/, says: /how far/ }
    reply: Nearly done.
  # The engineering manager: makes the task, gives it out, then answers the person.
  - when: { system: /lead the project/, says: /greeting/ }
    reply:
      - tool:
          name: mcp__iris__task_create
          input:
            team: shop
            title: Say hello
            files: [{ path: hello.txt, action: CREATE }]
            check: { command: 'grep -q hello hello.txt', expected: {} }
  - when: { tool: mcp__iris__task_create, toolResult: '/key\\W+shop-1/' }
    reply: [{ tool: { name: mcp__iris__chat_send, input: { channel: '#standup-shop', body: 'TASK: shop-1 say hello' } } }]
  - when: { tool: mcp__iris__chat_send, system: /lead the project/ }
    reply: shop-1 is with a manager.
  - when: { system: /lead the project/, says: /is complete/ }
    reply: Noted.
  # Its manager.
  - when: { system: /own the task shop-1/, says: /work on the task/ }
    reply: [{ tool: { name: mcp__iris__chat_send, input: { channel: '#standup-shop', body: 'Planned.' } } }]
  - when: { tool: mcp__iris__chat_send, system: /own the task shop-1/ }
    reply: [{ tool: { name: Write, input: { file_path: '\${cwd}/hello.txt', content: hello } } }]
  - when: { tool: Write }
    reply: Done.
  - when: { says: '/You hand over now.*?(Handoffs.[\\w-]+)/s' }
    reply: I would rather not.
  - when: { says: /not whole yet/ }
    reply: No.
  - when: { system: /lead the project/, says: /You take over from/ }
    reply: I have read it.
  - reply: Hm.
`

beforeAll(async () => {
  port = await freePort()
  world = await openTeams({
    lines,
    teams: { shop: { grantPermission: 'ask' } },
    sections: {
      irc: { port },
      agent: { features: { completionAnalysis: false, healthMonitoring: false } },
      // Nobody is looked at by itself while these tests wait for something else: only when the clock leaps.
      org: { ladder: ['5m'] },
    },
    clock,
    onSystem: (system) => systems.push(system),
    onTools: (names) => toolSets.push(names),
  })
  shop = join(world.home, 'projects', 'shop')
  mkdirSync(shop, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  writeFileSync(join(shop, 'README.md'), 'A shop\n')
  git('add', '-A')
  git('commit', '-qm', 'one')
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
})
afterAll(async () => {
  irssi?.end()
  await browser?.close()
  await world?.end()
})

/** Somebody in irssi, set up as the guide says, in the room of the project. */
async function comeByIrssi(): Promise<void> {
  const token = (await world.client.call('createToken', { name: 'irc' })).secret
  irssi = await openTerminal({ home: world.home, columns: 110, rows: 40 })
  await enter('irssi')
  await irssi.shows('[(status)]')
  await enter(...commandsFor('irssi', { port, token }))
  await irssi.shows('That was all for today.')
  await enter('/window goto #project-shop')
  await irssi.shows('[#project-shop]')
}

async function enter(...lines: string[]): Promise<void> {
  for (const line of lines) {
    await irssi?.type(line)
    await irssi?.press('Enter')
  }
}

const org = (): Promise<Org> => world.client.call('getOrg', { project: 'shop' })
const said = async (channel: string): Promise<string[]> => {
  const { messages } = await world.client.call('readMessages', { channel })
  return messages.map(({ author, body }) => `${author}: ${body}`)
}
async function seat(key: string): Promise<Seat> {
  const found = (await org()).seats.find((one) => one.key === key)
  if (!found) throw new Error(`no seat ${key}`)
  return found
}

test('[ORG1] [ORG3] [ORG4] [DSH170] an organisation starts without a model call, once, with an engineering manager of a name', async () => {
  const { page } = visitor
  await page.getByRole('link', { name: 'Org', exact: true }).waitFor()
  await goByKeys(page, 'e')
  await page.getByRole('heading', { name: 'There is no organisation yet.' }).waitFor()
  expect(await barriersEverywhere(page, 'org-none', ['phone'])).toEqual([])
  const started = await world.client.call('startOrg', { team: 'shop' })
  expect(started).toMatchObject({ project: 'shop', team: 'shop', state: 'running', dispatches: [] })
  expect(started.seats).toMatchObject([
    { kind: 'em', key: 'em', state: 'idle', rooms: ['#project-shop', '#standup-shop'] },
  ])
  expect(await world.client.call('startOrg', { team: 'shop' })).toMatchObject({
    startedAt: started.startedAt,
  })
  expect(world.modelCalls).toEqual([])
  expect(world.events('agent.started')).toEqual([])
})

test('[ORG8] [ORG10] [ORG15] [ORG16] [ORG18] a person asks, the EM breaks it down and gives it out, a manager does it, its check passes', async () => {
  const em = await seat('em')
  await world.client.call('postMessage', { channel: '#project-shop', body: 'TASK: we need a greeting' })
  await expect.poll(async () => (await org()).dispatches[0]?.state).toBe('ended')
  const manager = await seat('shop-1')
  expect(manager).toMatchObject({ kind: 'manager', state: 'closed', shifts: [{ how: 'done' }] })
  expect(manager.name).not.toBe(em.name)
  await expect.poll(() => said('#project-shop')).toContain(`${em.name}: shop-1 is with a manager.`)
  const standup = await said('#standup-shop')
  expect(standup).toEqual([
    `${em.name}: TASK: shop-1 say hello`,
    expect.stringContaining('irisd: shop-1 "Say hello" goes to a manager, in the build shop-b1.'),
    `irisd: ${manager.name} takes shop-1 "Say hello".`,
    `${manager.name}: Planned.`,
    expect.stringMatching(new RegExp(`^irisd: shop-1 "Say hello" of ${manager.name} is complete`)),
  ])
  expect(git('show', 'build/shop-b1:hello.txt')).toBe('hello')
  expect(await world.client.call('getTask', { task: 'shop-1' })).toMatchObject({
    status: 'complete',
    checkBy: null,
  })
  // Told once more how it ended, and nobody else was woken.
  await expect.poll(() => world.events('turn.ended').length).toBe(3)
  expect(new Set(world.events('turn.ended').map(({ session }) => session))).toEqual(
    new Set([em.session, manager.session]),
  )
})

test('[ORG9] the EM has rooms, the wiki and tasks, may read and not edit', () => {
  const own = toolSets.find((names) => names.includes('mcp__iris__task_create')) ?? []
  expect(own.filter((name) => name.startsWith('mcp__iris__')).toSorted()).toEqual([
    'mcp__iris__ask_human',
    'mcp__iris__chat_inbox',
    'mcp__iris__chat_read',
    'mcp__iris__chat_send',
    'mcp__iris__inbox_answer',
    'mcp__iris__task_create',
    'mcp__iris__task_list',
    'mcp__iris__task_plan',
    'mcp__iris__task_show',
    'mcp__iris__wiki_read',
    'mcp__iris__wiki_write',
  ])
  expect(own).toContain('Read')
  for (const name of ['Edit', 'Write', 'Bash', 'NotebookEdit']) expect(own).not.toContain(name)
})

test('[DSH130] [DSH170] [DSH171] the page Org shows who is on shift, in which rooms, on which task, and pauses a seat', async () => {
  const { page } = visitor
  const em = await seat('em')
  await comeByIrssi()
  await enter('TASK: and a farewell')
  await world.rehearsal.waiting('half')
  const { name } = await seat('shop-2')
  const row = (who: string) => page.getByRole('listitem', { name: who, exact: true })
  await row(name).getByRole('link', { name: 'shop-2', exact: true }).waitFor()
  await row(name).getByText('at work').waitFor()
  await row(name).getByRole('link', { name: '#work-shop-2' }).waitFor()
  await row(name).getByRole('link', { name: '#standup-shop' }).click()
  await page.getByRole('button', { name: 'Members' }).click()
  const members = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
  await members.filter({ hasText: name }).getByText('at work').waitFor()
  await page.goBack()
  await row(em.name).getByText('engineering manager').waitFor()
  await row(em.name)
    .getByText(/^in (?:\d+m|\d+\.?\d* ?s)/)
    .waitFor()
  await page.getByRole('button', { name: `Pause: ${em.name}` }).click()
  await row(em.name).getByText('paused', { exact: true }).waitFor()
  expect(await barriersEverywhere(page, 'org')).toEqual([])
  await page.getByRole('button', { name: `Go on: ${em.name}` }).click()
  await row(em.name).getByText('idle', { exact: true }).waitFor()
  await page.getByText('1 shift before').click()
  await page.getByRole('list', { name: 'History' }).getByText('done', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Replace: ${name}` }).click()
  await page.getByRole('heading', { name: `Replace ${name}?` }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('[ORG20] [ORG21] [ORG22] [ORG23] [ORG25] above 80% the manager is interrupted between two steps, hands over by the wiki, and a successor finishes in the same seat', async () => {
  const em = await seat('em')
  const first = await seat('shop-2')
  // It waits in the queue of the seat, and reaches whoever has it then.
  await world.client.call('postMessage', { channel: '#work-shop-2', body: `@${first.name} how far are you?` })
  world.rehearsal.open('half')
  await expect.poll(async () => (await org()).dispatches[0]?.why).toBe('complete')
  const seated = await seat('shop-2')
  const [second, left] = seated.shifts
  expect(left).toMatchObject({ name: first.name, how: 'handed_over', page: `Handoffs/${first.name}-1` })
  expect(second).toMatchObject({ how: 'done', endedAt: expect.any(Number) })
  expect(new Set([em.name, first.name, second?.name]).size).toBe(3)
  expect(seated.session).toBe(first.session)
  const due = world.events('shift.due')
  expect(due).toMatchObject([{ data: { key: 'shop-2', percent: 81 } }])
  const ends = world.events('turn.ended').filter(({ session }) => session === seated.session)
  expect(ends.map(({ data }) => Reflect.get(Object(data), 'how'))).toEqual([
    'stopped',
    'answered',
    'answered',
    'answered',
    'answered',
  ])
  const work = await said('#work-shop-2')
  expect(work).toContain(`irisd: ${first.name} hands shop-2 over: see [[Handoffs/${first.name}-1]].`)
  expect(work).toContain(`irisd: ${second?.name} takes over from ${first.name}.`)
  expect(work).toContain(`${first.name}: Nearly done.`)
  expect(git('show', 'build/shop-b2:bye.txt')).toBe('bye')
  expect(git('show', 'build/shop-b2:bye2.txt')).toBe('bye')
})

test('[ORG8] [ORG18] [ORG42] the plan and the state are on the wiki; who asked in irssi reads there that it is done, and merges it', async () => {
  const page = async (name: string) =>
    (await world.client.call('readPage', { project: 'shop', page: name })).text
  await irssi?.shows(/< ?\w+> shop-2 is ready to merge\./)
  expect(await page('Tasks/shop-2')).toContain('Write both files.')
  expect(await page('Sprint')).toContain('| shop-2 | – | complete |')
  expect(await said('#standup-shop')).toContainEqual('irisd: The plan of shop-2 is on [[Tasks/shop-2]].')
  await enter('/window goto #standup-shop')
  await irssi?.shows(/shop-2 "Say goodbye" of \w+ is complete: its check/)
  await irssi?.keep('org-irssi')
  expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual(['README.md'])
  expect((await iris(world.home, ['merge', 'shop-b2', '--yes'])).code).toBe(0)
  expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual([
    'README.md',
    'bye.txt',
    'bye2.txt',
    'hello.txt',
  ])
})

test('[ORG33] [ORG34] [DSH171] a seat that is replaced from the page goes to somebody new, who is told what Iris knows', async () => {
  const { page } = visitor
  const { name } = await seat('em')
  await page.getByRole('button', { name: `Replace: ${name}` }).click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.poll(async () => (await seat('em')).name).not.toBe(name)
  await page.getByRole('list', { name: 'History' }).getByText('was replaced').waitFor()
  await expect.poll(() => world.modelCalls.at(-1)).toContain(`You take over from ${name}`)
  expect(await barriersEverywhere(page, 'org-history', ['phone'])).toEqual([])
  expect(visitor.faults).toEqual([])
})

test('[ORG24] [ORG26] a seat is handed over when a person asks; who writes nothing twice has its page written by Iris', async () => {
  const before = await seat('em')
  await world.client.call('handOverSeat', { project: 'shop', seat: 'em' })
  await expect.poll(async () => (await seat('em')).shifts.length).toBe(3)
  const after = await seat('em')
  expect(after.shifts[1]).toMatchObject({
    name: before.name,
    how: 'written_for',
    page: `Handoffs/${before.name}-2`,
  })
  expect(after.session).toBe(before.session)
  const { text, author } = await world.client.call('readPage', {
    project: 'shop',
    page: `Handoffs/${before.name}-2`,
  })
  expect(text).toContain('Iris wrote this from the log')
  expect(author?.name).toBe('irisd')
  await expect.poll(() => world.modelCalls.at(-1)).toContain('You take over from')
  // A message to the name that left reaches its seat.
  await world.client.call('postMessage', { channel: '#project-shop', body: `@${before.name} are you there?` })
  await expect.poll(() => world.modelCalls.at(-1)).toContain('are you there?')
  await expect.poll(async () => (await said('#project-shop')).at(-1)).toBe(`${after.name}: Hm.`)
})

test('[ORG60] [ORG62] [ORG64] with a model for it, an EM that forgot something is told once, and what asking cost is shown', async () => {
  const { name, session } = await seat('em')
  expect(await org()).toMatchObject({ idleCheck: null })
  const [file, before] = [join(world.home, 'config.yaml'), world.daemon.log.head()]
  writeFileSync(file, readFileSync(file, 'utf8').replace('\norg:\n', '\norg:\n  idleCheck: haiku\n'))
  await world.event('config.loaded', before)
  await world.client.call('postMessage', { channel: '#project-shop', body: `@${name} when do we open?` })
  await expect.poll(async () => (await said('#project-shop')).at(-1)).toBe(`${name}: I will look into it.`)
  const checks = () => world.events('seat.checked').map(({ data }) => data)
  clock.leap(rung)
  await expect.poll(checks).toMatchObject([{ found: 'stuck', did: 'told' }])
  await expect.poll(async () => (await said('#project-shop')).at(-1)).toBe(`${name}: We open on Sundays.`)
  await expect.poll(async () => (await seat('em')).state).toBe('idle')
  clock.leap(rung)
  await expect.poll(checks).toMatchObject([{}, { found: 'idle', did: 'nothing' }])
  const used = world
    .events('usage.recorded')
    .filter(({ data }) => Reflect.get(Object(data), 'team') === 'iris')
  expect(used.map((event) => event.session)).toEqual([session, session])
  expect(used).toMatchObject([{ data: { model: 'haiku' } }, { data: { model: 'haiku' } }])
  const { idleCheck } = await org()
  expect(idleCheck).toMatchObject({ model: 'haiku', asked: 2 })
  expect(idleCheck?.costUsd).toBeGreaterThan(0)
  await visitor.page.getByText('Idle check: haiku, 2 questions').waitFor()
  const { stdout } = await iris(world.home, ['org', 'status', 'shop'])
  expect(stdout).toContain('Idle check: haiku, 2 questions, $')
})

test('[ORG65] a genuine agent that hangs while it rests is ended without a model call, and the next word reaches another', async () => {
  const { name, session } = await seat('em')
  const { sessions } = await world.client.call('listSessions', {})
  const pid = sessions.find((one) => one.session === session)?.pid
  if (!pid) throw new Error('it is not awake')
  const calls = world.modelCalls.length
  const after = world.daemon.log.head()
  process.kill(pid, 'SIGSTOP')
  const exit = world.event('agent.exited', after)
  const passing = setInterval(() => clock.leap(31_000), 200)
  expect(await exit.finally(() => clearInterval(passing))).toMatchObject({
    session,
    data: { endedFor: 'silent' },
  })
  expect(world.modelCalls).toHaveLength(calls)
  await world.client.call('postMessage', { channel: '#project-shop', body: `@${name} still there?` })
  await expect.poll(async () => (await said('#project-shop')).at(-1)).toBe(`${name}: I am.`)
})
