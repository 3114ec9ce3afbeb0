import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ask, Build, EventData } from '../../src/contract/index.ts'
import { iris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let shop: string
/** What agents were offered. */
const tools = new Set<string>()
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

/** One module and its test; the tests of a project that has none of its modules yet. */
const testOf = (name: string): string =>
  `import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { ${name} } from './${name}.mjs'\ntest('${name}', () => assert.equal(${name}(), '${name}'))\n`
const moduleOf = (name: string, says = name): string => `export const ${name} = () => '${says}'\n`
const oldTest = "import test from 'node:test'\ntest('it was there before', () => undefined)\n"
/** In the order of their numbers: b and c wait for a, d for both. */
const modules = ['a', 'g', 'h', 'b', 'c', 'd', 'e', 'f']

const at = (number: number | string): string => `cwd: '/agent-task-shop-${number}$/'`
const writing = (file: string, content: string): string =>
  `{ tool: { name: Write, input: { file_path: '\${cwd}/${file}', content: ${JSON.stringify(content)} } } }`
const writes = (when: string, file: string, content: string): string =>
  `  - when: { ${when} }\n    reply: [${writing(file, content)}]`
const runs = (when: string, command: string): string =>
  `  - when: { ${when} }\n    reply: [{ tool: { name: Bash, input: { command: '${command}' } } }]`

const lines = `
${writes(`says: /work on the task/, ${at(1)}`, 'a.mjs', moduleOf('a'))}
  # g is killed in the middle; h writes a file meanwhile that neither plans to, so that g does not fit to it.
  - when: { says: /work on the task/, ${at(2)} }
    reply: [{ gate: killed }, { die: true }]
  - when: { says: /were interrupted/, ${at(2)} }
    reply: [{ gate: finished }, ${writing('g.mjs', moduleOf('g'))}, ${writing('shared.txt', 'g\n')}]
${runs(`says: /does not fit/, ${at(2)}`, 'git merge build/shop-b1')}
  - when: { tool: Bash, toolResult: /CONFLICT/, ${at(2)} }
    reply: [{ tool: { name: Read, input: { file_path: '\${cwd}/shared.txt' } } }]
${writes(`tool: Read, ${at(2)}`, 'shared.txt', 'g\nh\n')}
${runs(`tool: Write, heard: /does not fit/, ${at(2)}`, 'git add -A')}
  - when: { tool: Bash, heard: /does not fit/, ${at(2)} }
    timesEach: 1
    reply: [{ tool: { name: Bash, input: { command: 'git commit --no-edit' } } }]
  - when: { says: /work on the task/, ${at(3)} }
    reply: [{ gate: both }, ${writing('h.mjs', moduleOf('h'))}, ${writing('shared.txt', 'h\n')}]
  # b fails its test, then by the syntax of the mend, and passes at the third try.
${writes(`says: /work on the task/, ${at(4)}`, 'b.mjs', moduleOf('b', 'x'))}
${writes(`says: /did not pass/, ${at(4)}`, 'b.mjs', 'export const b = (')}
    timesEach: 1
${writes(`says: /did not pass/, ${at(4)}`, 'b.mjs', moduleOf('b'))}
  # c writes outside its checkout first, then runs what nobody allowed.
${writes(`says: /work on the task/, ${at(5)}`, '../../stray.mjs', 'x')}
${runs(`tool: Write, toolResult: /outside your checkout/, ${at(5)}`, 'node a.mjs')}
${writes(`tool: Bash, ${at(5)}`, 'c.mjs', moduleOf('c'))}
${writes(`says: /work on the task/, ${at(6)}`, 'd.mjs', moduleOf('d'))}
  # e deletes its test instead of doing the work, until it is told that this was found.
${runs(`says: /work on the task/, ${at(7)}`, 'rm e.test.mjs')}
  - when: { says: /did not pass/, ${at(7)} }
    reply: [${writing('e.test.mjs', testOf('e'))}, ${writing('e.mjs', moduleOf('e'))}]
  # f wants a package that nobody named.
${writes(`says: /work on the task/, ${at(8)}`, 'f.mjs', `import 'unheard-of'\n${moduleOf('f')}`)}
${writes(`says: /Do without it/, ${at(8)}`, 'f.mjs', moduleOf('f'))}
${writes(`says: '/work on the task|were interrupted/', ${at(9)}`, 'done-9.txt', 'x')}
  # What comes later stands still in the middle.
  - when: { says: /work on the task/, ${at('1[0-9]')} }
    reply: [{ gate: hold }, { text: Never. }]
${writes(`says: /interrupted/, ${at(10)}`, 'done-10.txt', 'x')}
  - when: { tool: '/Write|Bash/' }
    reply: Done.
  - reply: Hm.
`

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: { shop: { grantPermission: 'ask' } },
    sections: {
      agent: { enabled: false },
      channels: { mirrorTells: true },
      git: { setup: 'test ! -f no-set-up.txt' },
    },
    onTools: (names) => names.forEach((name) => tools.add(name)),
  })
  shop = join(world.home, 'projects', 'shop')
  mkdirSync(shop, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  for (const name of modules) writeFileSync(join(shop, `${name}.test.mjs`), testOf(name))
  writeFileSync(join(shop, 'e-old.test.mjs'), oldTest)
  git('add', '-A')
  git('commit', '-qm', 'one')
})
afterAll(() => world?.end())

async function add(name: string, waitsFor: string[] = []): Promise<string> {
  const { key } = await world.client.call('createTask', {
    team: 'shop',
    title: `Write ${name}`,
    files: [{ path: `${name}.mjs`, action: 'CREATE' }],
    check: { command: `node --test ${name === 'e' ? 'e*' : name}.test.mjs`, expected: {} },
    waitsFor,
  })
  return key
}

/** A task that is proved by a file being there. */
async function addFile(number: number, plans: string): Promise<string> {
  const { key } = await world.client.call('createTask', {
    team: 'shop',
    title: `Do ${number}`,
    files: [{ path: plans, action: 'CREATE' }],
    check: { command: `test -f done-${number}.txt`, expected: {} },
  })
  return key
}

async function start(tasks: string[], more: object = {}): Promise<Build> {
  return world.client.call('startBuild', { team: 'shop', tasks, parallel: 3, confirmed: true, ...more })
}

const get = (build: string) => world.client.call('getBuild', { build })

async function ended(build: string): Promise<Build> {
  await expect.poll(async () => (await get(build)).endedAt).not.toBeNull()
  return get(build)
}

const asks = (): Ask[] => world.inbox.list({ state: 'open', limit: 50 }).asks
const wordsOf = ({ text, context }: Ask): string => `${text} ${context}`
/** Answers the ask that has these words, once it is there. */
async function answer(words: string, input: { choose: string } | { text: string }): Promise<Ask> {
  await expect.poll(() => asks().map(wordsOf).join('\n')).toContain(words)
  const ask = asks().find((one) => wordsOf(one).includes(words)) ?? world.openAsk()
  await world.inbox.answer(ask.ask, { who: { kind: 'human', name: 'user' }, input })
  return ask
}

/** Processes that run inside the project, which are agents and what they started. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return readlinkSync(`/proc/${name}/cwd`).startsWith(folder) ? [Number(name)] : []
    } catch {
      // It has ended meanwhile, or is another user's.
      return []
    }
  })
}

/** What `git ls-tree -r` says of a tree with exactly these files. */
function treeOf(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files)
    .toSorted()
    .map((path) => {
      const text = files[path] ?? ''
      const blob = createHash('sha1')
        .update(`blob ${Buffer.byteLength(text)}\0${text}`)
        .digest('hex')
      return `100644 blob ${blob}\t${path}`
    })
}

test('[WRK1] [WRK2] [WRK4] [WRK8] [WRK9] [WRK10] [REH36] [WRK12] [WRK13] [WRK16] [WRK19] [WRK20] [WRK31] eight tasks with a diamond, three at once: whatever goes wrong with them, the branch is as it should be to the byte, and nothing is left', async () => {
  for (const name of ['a', 'g', 'h']) await add(name)
  await add('b', ['shop-1'])
  await add('c', ['shop-1'])
  await add('d', ['shop-4', 'shop-5'])
  await add('e')
  await add('f')
  const planned = await iris(world.home, ['work', '--team', 'shop', '--parallel', '3'])
  expect(planned).toMatchObject({ code: 6, stdout: expect.stringContaining('iris builds confirm shop-b1') })
  expect(await get('shop-b1')).toMatchObject({
    state: 'waiting_for_yes',
    waves: [['shop-1', 'shop-2', 'shop-3', 'shop-7', 'shop-8'], ['shop-4', 'shop-5'], ['shop-6']],
    base: git('rev-parse', 'main'),
    primed: Array.from({ length: 8 }, () => expect.objectContaining({ passed: false })),
  })
  await expect(start(['shop-2'])).rejects.toMatchObject({ code: 'BUILD_TASK_TAKEN' })
  await world.client.call('confirmBuild', { build: 'shop-b1' })
  const following = iris(world.home, ['builds', 'follow', 'shop-b1'])

  await world.rehearsal.waiting('killed')
  await world.rehearsal.waiting('both')
  world.rehearsal.open('killed')
  world.rehearsal.open('both')
  await expect.poll(async () => (await get('shop-b1')).tasks[2]).toMatchObject({ step: 'complete' })
  world.rehearsal.open('finished')

  const caught = await answer('must not hide', { choose: 'Try again' })
  expect(caught).toMatchObject({ source: 'build', context: expect.stringContaining('e.test.mjs') })
  expect((await world.client.call('getTask', { task: 'shop-7' })).status).toBe('in_progress')
  await answer('unheard-of', { text: 'Do without it.' })
  const command = await answer('node a.mjs', { choose: 'y' })
  expect(command).toMatchObject({ kind: 'permission' })

  const { code, stdout } = await following
  expect(code).toBe(0)
  expect(stdout).toMatch(/shop-4 +.*\n/)
  expect(await get('shop-b1')).toMatchObject({ state: 'complete', branch: 'build/shop-b1' })
  expect(world.events('ask.opened')).toHaveLength(3)
  expect(world.events('turn.ended').map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ how: 'agent_died' }),
  )
  const failed = world.events('work.failed').map(({ data }) => data as EventData<'work.failed'>)
  expect(failed.filter(({ taskKey }) => taskKey === 'shop-4')).toMatchObject([
    { class: 'VALIDATION_FAILED', action: 'RETRY' },
    { class: 'SYNTAX_ERROR', action: 'RETRY' },
  ])
  expect(failed.filter(({ taskKey }) => taskKey !== 'shop-4')).toMatchObject([
    { taskKey: 'shop-8', class: 'MISSING_DEPENDENCY', action: 'ESCALATE' },
  ])
  expect(world.modelCalls.join('\n')).toContain('outside your checkout')
  expect([...tools]).toContain('Write')
  expect([...tools].filter((name) => /Worktree|Cron|ScheduleWakeup|Workflow/.test(name))).toEqual([])

  const tests = modules.map((name) => [`${name}.test.mjs`, testOf(name)])
  const written = modules.map((name) => [`${name}.mjs`, moduleOf(name)])
  const others = { 'e-old.test.mjs': oldTest, 'shared.txt': 'g\nh\n' }
  const expected = { ...Object.fromEntries([...tests, ...written]), ...others }
  expect(git('ls-tree', '-r', 'build/shop-b1').split('\n')).toEqual(treeOf(expected))
  expect(git('status', '--porcelain')).toBe('')
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
  expect(await world.client.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
  await expect.poll(() => processesIn(shop)).toEqual([])
})

test('[RVW1] [RVW3] [RVW5] [RVW7] [RVW12] the review of a build says what each task planned and changed, which checks failed, and what differs', async () => {
  await expect.poll(() => world.events('review.made').length).toBe(1)
  const review = await world.client.call('getReview', { build: 'shop-b1' })
  expect(review).toMatchObject({ outcome: 'complete', tasks: 8, complete: 8, unknown: null, merges: [] })
  const byKey = new Map(review.work.map((task) => [task.key, task]))
  expect(byKey.get('shop-1')).toMatchObject({ isFirstPass: true, changed: ['a.mjs'], failures: [] })
  expect(byKey.get('shop-4')).toMatchObject({
    isFirstPass: false,
    changed: ['b.mjs'],
    failures: ['VALIDATION_FAILED', 'SYNTAX_ERROR'],
    checks: 3,
  })
  // It took over what h had finished, and kept a line of it in the file that both wrote.
  expect(byKey.get('shop-2')?.changed).toEqual(['g.mjs', 'shared.txt'])
  expect(review.differs).toMatchObject([
    { type: 'addition', subject: 'shared.txt', label: 'UNKNOWN', shownBy: expect.stringContaining('shop-3') },
  ])
  const ruling = await world.client.call('replayRuling', { ruling: review.ruling })
  expect(ruling.isSame).toBe(true)
  expect(review.learned.map(({ from }) => from)).toContain('shop-4')
  const words = ['review', 'judge', 'shop-b1', 'shared.txt', '--as', 'bad', '--because', 'No plan']
  expect(await iris(world.home, words)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('not wanted'),
  })
  const { stdout } = await iris(world.home, [
    'review',
    'metrics',
    'shop',
    '--span',
    'day',
    '--spans',
    '2',
    '--json',
  ])
  expect(JSON.parse(stdout)).toMatchObject({
    project: 'shop',
    spans: [{ tasks: 0 }, { tasks: 8, builds: 1 }],
  })
  expect(await iris(world.home, ['review'])).toMatchObject({ stdout: expect.stringContaining('shop-b1') })
})

test('[CHN29] what an agent on a task is told and answers is in the room of the task where the config says so', async () => {
  const { messages } = await world.client.call('readMessages', { channel: '#work-shop-1', limit: 50 })
  const mirrored = messages.filter(({ author, form }) => author === 'irisd' && form === 'notice')
  expect(mirrored.map(({ body }) => body.split('\n')[0])).toEqual([
    '"task/shop-1" told "shop":',
    '"shop" answered "task/shop-1":',
  ])
  expect(mirrored[1]?.body).toMatch(/\n(`{3,})text\nDone\.\n\1$/)
  expect(mirrored.flatMap(({ mentions }) => mentions)).toEqual([])
  expect(
    world
      .events('turn.accepted')
      .every(({ data }) => !String(Reflect.get(Object(data), 'from')).startsWith('#')),
  ).toBe(true)
})

test('[WRK14] a build rests when the main checkout changes, until a person says whose change that is', async () => {
  const { build } = await start([await addFile(9, 'done-9.txt')], { confirmed: false })
  await expect.poll(async () => (await get(build)).state).toBe('waiting_for_yes')
  writeFileSync(join(shop, 'note.txt'), 'of a person')
  git('switch', '-qc', 'elsewhere')
  await world.client.call('confirmBuild', { build })
  await expect.poll(async () => (await get(build)).state).toBe('paused')
  const asked = await answer('Was that you?', { choose: 'That was me, go on' })
  expect(asked.context).toMatch(
    /What differs:\n- HEAD \w+ refs\/heads\/main\n\+ HEAD \w+ refs\/heads\/elsewhere\n\+ \? "note\.txt"$/,
  )
  expect(await ended(build)).toMatchObject({ state: 'complete' })
  rmSync(join(shop, 'note.txt'))
  git('switch', '-q', 'main')
})

test('[WRK17] [WRK18] a pause interrupts its agents and a resume goes on; a stop ends the build within five seconds', async () => {
  const key = await addFile(10, 'done-10.txt')
  const { build } = await start([key])
  await world.rehearsal.waiting('hold')
  await world.client.call('pauseBuild', { build })
  await expect.poll(() => world.events('turn.ended').at(-1)?.data).toMatchObject({ how: 'stopped' })
  expect((await get(build)).state).toBe('paused')
  await world.client.call('resumeBuild', { build })
  expect(await ended(build)).toMatchObject({ state: 'complete' })
  const second = await start([await addFile(11, 'done-11.txt')])
  await world.rehearsal.waiting('hold')
  const before = Date.now()
  await world.client.call('stopBuild', { build: second.build })
  const stopped = await ended(second.build)
  expect(stopped).toMatchObject({ state: 'stopped', why: 'Stopped by user.' })
  expect((stopped.endedAt ?? Infinity) - before).toBeLessThan(5000)
  expect((await world.client.call('getTask', { task: 'shop-11' })).status).toBe('ready')
})

test('[WRK34] a build that is stopped because nothing can be checked out leaves no worktree', async () => {
  writeFileSync(join(shop, '.gitattributes'), '*.mjs filter=missing\n')
  git('add', '-A')
  git('commit', '-qm', 'two')
  git('config', 'filter.missing.smudge', 'false')
  git('config', 'filter.missing.required', 'true')
  const { build } = await start([await addFile(12, 'done-12.txt')])
  await expect.poll(async () => (await get(build)).tasks[0]?.why).toContain('git reset')
  await world.client.call('stopBuild', { build })
  expect(await ended(build)).toMatchObject({ state: 'stopped' })
  await expect.poll(() => git('worktree', 'list').split('\n').length).toBe(1)
  git('config', '--remove-section', 'filter.missing')
})

test('[WRK34] nor do two of a build that is stopped because they could not be set up, nor one whose branch has work', async () => {
  writeFileSync(join(shop, 'no-set-up.txt'), '')
  git('add', '-A')
  git('commit', '-qm', 'three')
  git('branch', 'task/shop-14', git('commit-tree', '-p', 'main', '-m', 'before', 'main^{tree}'))
  const tasks = [await addFile(13, 'done-13.txt'), await addFile(14, 'done-14.txt')]
  const { build } = await start(tasks)
  await expect
    .poll(async () => (await get(build)).tasks.map(({ why }) => why))
    .toEqual([expect.stringContaining('The set-up'), expect.stringContaining('The set-up')])
  await world.client.call('stopBuild', { build })
  expect(await ended(build)).toMatchObject({ state: 'stopped' })
  await expect.poll(() => git('worktree', 'list').split('\n').length).toBe(1)
  expect(git('log', '-1', '--format=%s', 'task/shop-14')).toBe('before')
  expect(await world.client.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
})

test('[WRK3] [WRK18] what cannot be worked is refused in words, and what has ended cannot be changed', async () => {
  await expect(start(['shop-1'])).rejects.toMatchObject({ code: 'BUILD_EMPTY' })
  await expect(world.client.call('pauseBuild', { build: 'shop-b1' })).rejects.toMatchObject({
    code: 'BUILD_STATE_REFUSED',
  })
  await expect(get('shop-b99')).rejects.toMatchObject({ code: 'BUILD_UNKNOWN' })
})
