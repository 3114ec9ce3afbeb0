import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { homeFiles } from '../../src/contract/index.ts'
import { manualClock, systemClock } from '../../src/platform/clock/index.ts'
import { createFeed } from '../../src/surface/monitor/feed.ts'
import { createUpkeep } from '../../src/surface/monitor/upkeep.ts'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'
import { monitorsOf, openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts'

let world: TeamWorld
const terminals: Terminal[] = []

const lines = `
  - when: { says: /permission/ }
    reply:
      - text: I make the note first.
      - tool: { name: Bash, input: { command: 'echo allowed > note.txt', description: Make a note } }
  - when: { tool: Bash }
    reply:
      - text: The note is made.
  - when: { says: /hold/ }
    reply:
      - text: I look at the code first.
      - tool: { name: Read, input: { file_path: '\${cwd}/auth.ts' } }
  - when: { tool: Read }
    reply:
      - gate: hold
      - text: Now I know enough.
  - when: { says: /wait/ }
    reply:
      - text: Hm.
      - gate: never
  - when: { says: /fail/ }
    reply:
      - fail: { status: 400, message: That cannot be done. }
  - when: { says: /./ }
    reply:
      - text: 'The login is in src/auth.ts.'
`

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: { shop: {}, billing: { grantPermission: 'ask' }, docs: {}, infra: {} },
  })
})
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end()
})
afterAll(() => world?.end())

async function open(options: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const terminal = await openTerminal({ home: world.home, ...options })
  terminals.push(terminal)
  return terminal
}

/** The monitor on a terminal, live. */
async function monitor(options: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const terminal = await open(options)
  await terminal.type('echo before; iris monitor; echo "left with $?"')
  await terminal.press('Enter')
  await terminal.shows('● live')
  return terminal
}

test('[MON1] [MON2] [MON3] [MON7] the board shows, one key answers a permission, the tool runs', async () => {
  await world.ask('Where is the login?', 'docs')
  const asking = world.tell('this needs a permission', 'billing')
  const { seq } = await world.event('ask.opened')
  const terminal = await monitor()
  const screen = await terminal.shows('y Allow')
  await terminal.keep('needs-you')
  expect(screen).toMatch(/Iris 1 team needs you\./)
  expect(screen).toMatch(/Needs you +▸ billing/)
  expect(screen).toMatch(/Idle +docs +The login is in src\/auth\.ts/)
  expect(screen).toMatch(/Asleep +(infra|shop)/)
  expect(screen).toContain('echo allowed > note.txt')
  await terminal.type('y')
  await terminal.shows('The note is made.')
  expect((await asking.outcome).status).toBe('answered')
  expect((await world.event('ask.answered', seq)).data).toMatchObject({ allow: true, by: 'user' })
  expect(readFileSync(join(world.home, 'projects', 'billing', 'note.txt'), 'utf8')).toBe('allowed\n')
  await terminal.shows('All quiet.')
  await terminal.shows('no open asks')
})

test('[MON5] [MON8] [MON10] the tail moves, a tell is queued honestly, an interrupt asks once', async () => {
  const terminal = await monitor()
  await terminal.shows(/▸ \w+/)
  await choose(terminal, 'shop')
  await terminal.type('t')
  await terminal.shows('Tell shop ›')
  await terminal.type('hold on')
  await terminal.shows('Tell shop › hold on')
  await terminal.press('Enter')
  await terminal.shows('› you: hold on')
  await terminal.shows(/Working +▸ shop +● reading auth\.ts/)
  await terminal.shows('I look at the code first.')
  await terminal.keep('working')
  await terminal.type('tand then?')
  await terminal.press('Enter')
  await terminal.shows('Queued: the turn waits for the previous turn.')
  world.rehearsal.open('hold')
  await terminal.shows('Now I know enough.')
  await terminal.shows('› you: and then?')
  await terminal.shows('The login is in src/auth.ts.')
  await terminal.shows('All quiet.')
  await terminal.type('i')
  await terminal.shows('Nothing is running there.')
  const waiting = world.tell('wait for it', 'shop')
  await terminal.shows('Hm.')
  await terminal.type('i')
  await terminal.shows('Interrupt the turn of shop?')
  await terminal.type('y')
  await terminal.shows('Interrupted shop.')
  expect((await waiting.outcome).status).toBe('stopped')
})

/** Moves down until the line of a team is the chosen one. */
async function choose(terminal: Terminal, team: string): Promise<void> {
  await terminal.press('Home')
  for (let step = 0; step < 4; step += 1) {
    const chosen = /▸ (\w+)/.exec(await terminal.screen())?.[1] ?? ''
    if (chosen === team) return
    await terminal.press('Down')
    await expect.poll(async () => /▸ (\w+)/.exec(await terminal.screen())?.[1]).not.toBe(chosen)
  }
}

test('[MON4] [MON11] [MON12] problems, panes, help, and an error that is said in a sentence', async () => {
  await world.ask('please fail', 'docs')
  const terminal = await monitor()
  await terminal.shows(/✗ docs +Failed: /)
  await terminal.shows('Iris All quiet, except for 1 problem.')
  await terminal.keep('problem')
  await terminal.type('?')
  await terminal.shows('answer the chosen ask')
  await terminal.keep('help')
  await terminal.press('Escape')
  await terminal.shows('Teams 4')
  await choose(terminal, 'docs')
  await terminal.press('Enter')
  await terminal.shows(/you→docs ─+ Esc closes/)
  await terminal.hides('Teams')
  await terminal.press('Escape')
  await terminal.shows('Teams 4')
  rmSync(join(world.home, 'projects', 'docs'), { recursive: true })
  await terminal.type('thello')
  await terminal.press('Enter')
  await terminal.shows('The folder of docs does not exist')
  await terminal.shows("Fix the team's path in config.yaml")
  mkdirSync(join(world.home, 'projects', 'docs'))
  await terminal.type('thello')
  await terminal.press('Enter')
  await terminal.hides('Problems')
})

test('[MON13] a resize draws anew; wide terminals show the tail beside the board', async () => {
  const terminal = await monitor()
  await terminal.shows('Teams 4')
  await terminal.resize(140, 30)
  await terminal.shows(/Teams 4 ─+ context +(today|rehearsed) +used {2}you→/)
  await terminal.shows('tokens by hour')
  await terminal.keep('wide')
  await terminal.resize(36, 24)
  await terminal.shows('needs 40')
  await terminal.resize(60, 12)
  await terminal.shows('Teams 4')
  const rows = (await terminal.screen()).split('\n')
  expect(rows[0]).toMatch(/^Iris All quiet\./)
})

test('[MON15] q leaves the terminal as it was', async () => {
  const terminal = await monitor()
  expect(await terminal.modes()).toEqual({ isSecondScreen: true, hasCursor: false })
  await terminal.type('q')
  const screen = await terminal.shows('left with 0')
  expect(screen).toMatch(/^before$/m)
  expect(screen).not.toContain('● live')
  expect(await terminal.modes()).toEqual({ isSecondScreen: false, hasCursor: true })
  await terminal.type('echo typed')
  await terminal.press('Enter')
  await terminal.shows(/^typed$/m)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('[MON15] %s leaves the terminal as it was', async (signal) => {
  const terminal = await monitor()
  await signalMonitor(signal)
  await terminal.shows('left with 0')
  expect(await terminal.modes()).toEqual({ isSecondScreen: false, hasCursor: true })
})

test('[MON15] Ctrl-C leaves, and a crash says what it was on the ordinary screen', async () => {
  const terminal = await monitor()
  await terminal.press('C-c')
  await terminal.shows('left with 0')
  const crash = 'process.on("SIGUSR2", () => { throw new Error("a fault for the test") })'
  const preload = join(world.home, 'crash.mjs')
  writeFileSync(preload, crash)
  await terminal.type(`clear; NODE_OPTIONS="--import ${preload}" iris monitor; echo "crashed with $?"`)
  await terminal.press('Enter')
  await terminal.shows('● live')
  await signalMonitor('SIGUSR2')
  const screen = await terminal.shows('crashed with 1')
  expect(screen).toContain('a fault for the test')
  expect(await terminal.modes()).toEqual({ isSecondScreen: false, hasCursor: true })
})

/** Sends a signal to the monitor of this home, once that of the test before has gone. */
async function signalMonitor(signal: string): Promise<void> {
  await expect.poll(() => monitorsOf(world.home)).toHaveLength(1)
  process.kill(monitorsOf(world.home)[0]!, signal)
}

test('[MON16] NO_COLOR leaves no colour; otherwise roles have theirs', async () => {
  // oxlint-disable-next-line no-control-regex
  const colour = /\u001B\[(?:\d+;)*3[0-7]m/
  const terminal = await monitor()
  expect(await terminal.coloured()).toMatch(colour)
  const plain = await monitor({ env: { NO_COLOR: '1' } })
  expect(await plain.coloured()).not.toMatch(colour)
})

test('[MON17] [MON18] a restart of the daemon is said and survived, at another address too', async () => {
  const terminal = await monitor()
  const url = world.daemon.url
  await world.daemon.close('test')
  const screen = await terminal.shows(/○ \d+s old/)
  await terminal.keep('stale')
  expect(screen).toContain('Iris is not answering.')
  await terminal.shows('iris start --background')
  expect(existsSync(homeFiles(world.home).address)).toBe(false)
  // It is said for a few seconds only.
  const back = terminal.shows('Reconnected.')
  // Somebody took the port meanwhile, or it would be the same again.
  const other = createServer().listen(Number(new URL(url).port), '127.0.0.1')
  await once(other, 'listening')
  await world.restart()
  other.close()
  expect(world.daemon.url).not.toBe(url)
  await back
  await terminal.shows('● live')
  await world.ask('hello again', 'infra')
  await terminal.shows(/Idle +(▸ )?infra/)
})

test('[MON14] a burst of events is told a few times, not once each', async () => {
  const { session } = await world.ask('hello', 'infra')
  const feed = createFeed({ find: () => Promise.resolve(world.client), clock: systemClock })
  let told = 0
  feed.onChange(() => (told += 1))
  feed.follow(session)
  feed.open()
  await expect.poll(() => feed.freshness().at).toBe('live')
  const [before, start] = [told, Date.now()]
  const line = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: 'word' }] } })
  for (let n = 0; n < 500; n += 1)
    world.daemon.log.write((append) => append({ type: 'agent.printed', session, data: { line } }))
  await expect.poll(() => feed.tail().items.length).toBe(300)
  expect(told - before).toBeLessThanOrEqual(2 + (Date.now() - start) / 100)
  feed.close()
  feed.close()
})

test('[MON4] what is wrong without an event is seen within a minute, and so is its end', async () => {
  const clock = manualClock(Date.now())
  let told = 0
  const upkeep = createUpkeep({ clock, onChange: () => (told += 1) })
  const folder = join(world.home, 'projects', 'billing')
  const missing = () => upkeep.facts()?.limits.missing.map(({ team }) => team)
  await upkeep.load(world.client)
  expect(missing()).toEqual([])
  renameSync(folder, `${folder}.away`)
  clock.advance(60_100)
  await expect.poll(missing).toEqual(['billing'])
  await expect.poll(() => told).toBe(1)
  renameSync(`${folder}.away`, folder)
  clock.advance(60_100)
  await expect.poll(missing).toEqual([])
  upkeep.close()
  upkeep.close()
})

test('[MON19] without a terminal it prints lines: everything once, then what changes, until it is ended', async () => {
  const child = spawnIris(world.home, ['monitor'])
  const ran = ranOf(child)
  let printed = ''
  child.stdout?.on('data', (chunk: string | Buffer) => (printed += String(chunk)))
  await expect.poll(() => printed).toMatch(/^Iris: /)
  const asking = world.tell('this needs a permission', 'billing')
  await expect.poll(() => printed).toMatch(/needs you {2}billing: Wants to run a command: .* {2}\[ask_/)
  const { asks } = await world.client.call('listAsks', {})
  await world.client.call('answerAsk', { ask: asks[0]!.ask, choose: 'n' })
  await expect.poll(() => printed).toContain('settled    billing: Wants to run a command')
  await asking.outcome
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await ran
  expect([code, stderr]).toEqual([0, ''])
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/\u001B/)
})

test('[MON19] with --plain on a terminal too; a reader that goes ends it', async () => {
  const terminal = await open()
  await terminal.type('iris monitor --plain | head -n 1; echo "left with $?"')
  await terminal.press('Enter')
  await terminal.shows(/^Iris: .*open asks\.$/m)
  // Something that stays: what comes and goes between two looks is no change.
  const asking = world.tell('this needs a permission', 'billing')
  await terminal.shows('left with 0')
  const waiting = async () => (await world.client.call('listAsks', {})).asks
  await expect.poll(waiting).toHaveLength(1)
  const [ask] = await waiting()
  await world.client.call('answerAsk', { ask: ask!.ask, choose: 'n' })
  await asking.outcome
})

test('[MON20] --json prints one document; with --follow one per change', async () => {
  const one = await iris(world.home, ['monitor', '--json'])
  const document = JSON.parse(one.stdout) as { sentence: string; asks: unknown[]; rows: { team: string }[] }
  expect([one.code, document.sentence, document.asks]).toEqual([0, 'All quiet.', []])
  expect(document.rows.map(({ team }) => team).toSorted()).toEqual(['billing', 'docs', 'infra', 'shop'])
  const child = spawnIris(world.home, ['monitor', '--json', '--follow'])
  const ended = once(child, 'close')
  let printed = ''
  child.stdout?.on('data', (chunk: string | Buffer) => (printed += String(chunk)))
  await expect.poll(() => printed).toContain('\n')
  await world.ask('hello', 'infra')
  await expect.poll(() => printed.trim().split('\n').length).toBeGreaterThan(1)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  for (const line of printed.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('freshness')
})

test('[MON29] an idea and a spec come up in the board by themselves, also in 40 by 10, and Enter says how to open them', async () => {
  const terminal = await monitor()
  const { idea } = await world.client.call('createIdea', { text: 'A fridge', title: 'A clever fridge' })
  await terminal.shows(/A clever fridge +needs you {2}idea: exploring/)
  const { asks } = await world.client.call('listAsks', {})
  await world.client.call('dismissAsk', { ask: asks[0]?.ask ?? '' })
  await terminal.shows(/A clever fridge +answered {2}idea: exploring/)
  await choose(terminal, 'A')
  await terminal.press('Enter')
  await terminal.shows(`iris idea show ${idea} --talk`)
  const goal = 'Rename the button'
  const { key } = await world.client.call('createSpec', { team: 'shop', goal, lane: 'direct', check: 'true' })
  await terminal.shows(/Rename the button +waits for your yes/)
  // Its team stands above it.
  await terminal.press('Home')
  await terminal.press('Down')
  await terminal.shows('▸ Rename the button')
  await terminal.keep('under-way')
  await terminal.press('Enter')
  await terminal.shows(`iris spec show ${key}`)
  const small = await monitor({ columns: 40, rows: 10 })
  await small.shows(/Rename the … {2}waits/)
  await small.keep('under-way-small')
  await world.client.call('dropSpec', { spec: key })
  await terminal.hides('Rename the button')
})

test('[MON18] without a daemon it starts one, and says so', async () => {
  const home = makeHome('iris-monitor-')
  const { code, stdout, stderr } = await iris(home, ['monitor', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ sentence: 'You have no team yet.' }),
  ])
  expect(stderr).toContain('Started Iris in the background')
  expect((await iris(home, ['stop'])).code).toBe(0)
  rmSync(home, { recursive: true, force: true })
})
