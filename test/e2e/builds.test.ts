import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ask, Build, EventData } from '../../src/contract/index.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let shop: string
let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

const question = { type: 'blocking', text: 'Which colour shall it have?', options: [], allowFreeText: true }
/** What each task wants, by its number; all others only write their file. */
const agent = `init()
const n = Number(/agent-task-shop-(\\d+)/.exec(process.cwd())?.[1] ?? 0)
const write = (name, content) => require('fs').writeFileSync(name, content)
if (n === 1 && !/did not pass/.test(text)) write('one.mjs', 'export const one = 2')
else if (n === 1) write('one.mjs', 'export const one = 1')
else if (n === 4) write('four.cjs', "require('left')")
else if (n === 5) write('five.cjs', "require('unheard-of')")
else if (n === 23) write('two.mjs', /did not pass/.test(text) ? 'export const two = 2' : 'export const two = 1')
else if (n === 26 || n === 27) write('shared.txt', String(n))
else if (n !== 6 || /The answer/.test(text)) write('done-' + n + '.txt', String(n))
if (n === 6 && !/The answer/.test(text)) { words(${JSON.stringify(JSON.stringify({ question }))}); result('I asked.') }
else result(n === 1 ? 'It gave 2; the test wants 1, so read the test first.' : 'Done.')`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-builds-'))
  const claudePath = writeFakeClaude(join(folder, 'claude'), agent)
  world = await openTeams({
    lines: '  - reply: Hm.',
    teams: { shop: { claudePath } },
    sections: { agent: { enabled: false } },
  })
  shop = join(world.home, 'projects', 'shop')
  mkdirSync(join(shop, 'vendor', 'left'), { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  const files = {
    'package.json': JSON.stringify({
      name: 'shop',
      private: true,
      dependencies: { left: 'file:vendor/left' },
    }),
    'vendor/left/package.json': JSON.stringify({ name: 'left', version: '1.0.0' }),
    'vendor/left/index.js': 'module.exports = 1\n',
    '.gitignore': 'node_modules\npackage-lock.json\n',
    'two.test.mjs': `import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { two } from './two.mjs'\ntest('two', () => assert.equal(two, 2))\n`,
    'one.test.mjs': `import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { one } from './one.mjs'\ntest('one', () => assert.equal(one, 1))\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(shop, name), text)
  git('add', '-A')
  git('commit', '-qm', 'one')
})
afterAll(async () => {
  await world?.end()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (...args: string[]) => JSON.parse((await iris(world.home, [...args, '--json'])).stdout)
// Twenty tasks on a busy machine take a while; this only ends what hangs.
const long = { timeout: 300_000 }
const get = (build: string) => world.client.call('getBuild', { build })
const asks = (): Ask[] => world.inbox.list({ state: 'open', limit: 50 }).asks
const answer = (ask: Ask, input: { choose: string } | { text: string }) =>
  world.inbox.answer(ask.ask, { who: { kind: 'human', name: 'user' }, input })
const asked = async (words: string): Promise<Ask> => {
  await expect
    .poll(() => asks().some(({ text, context }) => `${text}${context}`.includes(words)), long)
    .toBe(true)
  return asks().find(({ text, context }) => `${text}${context}`.includes(words)) ?? world.openAsk()
}

async function add(n: number, check: string | null, [path, ...waitsFor]: string[]): Promise<void> {
  await world.client.call('createTask', {
    team: 'shop',
    title: `Do ${n}`,
    files: [{ path: path ?? '', action: 'CREATE' }],
    waitsFor,
    ...(check === null ? {} : { check: { command: check, expected: {} } }),
  })
}

async function ended(build: string): Promise<Build> {
  await expect.poll(async () => (await get(build)).endedAt, long).not.toBeNull()
  return get(build)
}

test(
  '[WRK20] [WRK21] [WRK22] [WRK23] [WRK26] [WRK28] [WRK30] twenty tasks raise three asks, one of them for all without a check; packages come from the project only; nothing is left',
  { timeout: 600_000 },
  async () => {
    const special = [
      ['node --test one.test.mjs', 'one.mjs'],
      [null, 'done-2.txt'],
      [null, 'done-3.txt'],
      ['node four.cjs', 'four.cjs'],
      ['node five.cjs', 'five.cjs'],
      ['test -f done-6.txt', 'done-6.txt'],
    ] as const
    for (const [place, [check, path]] of special.entries()) await add(place + 1, check, [path])
    for (let n = 7; n <= 20; n += 1) await add(n, `test -f done-${n}.txt`, [`done-${n}.txt`])
    const { build } = await world.client.call('startBuild', { team: 'shop', parallel: 4, confirmed: true })
    await answer(await asked('declare no command'), { text: 'ls done-*.txt' })
    const unknown = await asked('unheard-of')
    expect(unknown).toMatchObject({ source: 'build', type: 'blocking' })
    await answer(unknown, { choose: 'Skip this task' })
    const colour = await asked('Which colour')
    expect((await get(build)).tasks[5]).toMatchObject({ key: 'shop-6', step: 'asked' })
    await answer(colour, { text: 'Blue' })
    const over = await ended(build)
    expect(over).toMatchObject({ state: 'partial', check: 'ls done-*.txt' })
    expect(over.tasks.filter(({ step }) => step !== 'complete')).toMatchObject([
      { key: 'shop-5', step: 'skipped' },
    ])
    expect(world.events('ask.opened').length).toBe(3)
    expect(world.events('build.milestone')).toHaveLength(1)
    expect(world.events('work.failed').map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ taskKey: 'shop-1', class: 'VALIDATION_FAILED', action: 'RETRY' }),
        expect.objectContaining({
          taskKey: 'shop-4',
          class: 'MISSING_DEPENDENCY',
          action: 'INSTALL_AND_RETRY',
        }),
        expect.objectContaining({ taskKey: 'shop-5', action: 'ESCALATE' }),
      ]),
    )
    expect(world.events('work.told').length).toBeGreaterThanOrEqual(20)
    const { lessons } = await world.client.call('listLessons', { team: 'shop' })
    // Which of the two tasks ends first is not fixed.
    expect(lessons.map(({ kind, text }) => `${kind}: ${text}`).toSorted()).toEqual([
      expect.stringMatching(/^gotcha: .*read the test first/),
      expect.stringMatching(/^gotcha: This was not mended: .*unheard-of/),
    ])
    await expect.poll(() => git('worktree', 'list').split('\n').length).toBe(1)
    expect((await world.client.call('listLeases', {})).leases).toEqual([])
  },
)

// oxlint-disable-next-line no-control-regex
const withoutColours = (text: string): string => text.replaceAll(/\u001B\[[\d;]*m/g, '')

test('[WRK27] the branch of a whole build is merged and undone as that of a task', async () => {
  const before = git('rev-parse', 'main')
  const plan = await run('merge', 'shop-b1', '--dry-run')
  expect(plan).toMatchObject({ key: 'shop-b1', branch: 'build/shop-b1', into: 'main', against: [] })
  expect(await iris(world.home, ['merge', 'shop-b1', '--json'])).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('"USAGE"'),
  })
  expect(await run('merge', 'shop-b1', '--yes')).toMatchObject({ key: 'shop-b1', old: before })
  expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
    expect.arrayContaining(['done-2.txt', 'done-20.txt', 'four.cjs', 'one.mjs']),
  )
  expect(git('status', '--porcelain')).toBe('')
  const { stdout } = await iris(world.home, ['merge', 'undo', 'shop-b1', '--yes'])
  expect(stdout).toContain('Undid the merge of shop-b1.')
  expect(git('rev-parse', 'main')).toBe(before)
})

test('[WRK2] [WRK18] [WRK24] [WRK25] [WRK33] a task over its budget asks and goes on with as much again; a retry while it asks starts it anew; waiting does not count', async () => {
  await add(21, 'ls nowhere.txt', ['done-21.txt'])
  const { build } = await world.client.call('startBuild', {
    team: 'shop',
    confirmed: true,
    limits: { taskUsd: 0.4 },
  })
  const screen = spawnIris(world.home, ['builds', 'follow', build], { terminal: true, columns: 60 })
  let drawn = ''
  screen.stdout?.on('data', (chunk: Buffer) => (drawn += chunk.toString()))
  const followed = ranOf(screen)
  const failed = await asked('cannot go on')
  expect(failed.context).toContain('It failed in the same words before anything was worked')
  await expect.poll(() => withoutColours(drawn)).toContain('■■■□□ needs you')
  await world.client.call('retryBuildTask', { build, task: 'shop-21', guidance: 'Look again.' })
  await expect.poll(() => world.inbox.view(failed.ask).state).toBe('withdrawn')
  const spent = await asked('the budget of the task shop-21')
  await answer(spent, { choose: 'Try again' })
  await asked('cannot go on')
  await world.client.call('stopBuild', { build })
  expect((await ended(build)).costUsd).toBeGreaterThan(0.4)
  const stdout = withoutColours((await followed).stdout)
  expect(stdout).toContain('░ 0 of 1 task')
  // Each time it is drawn over what was there, and it goes with the end.
  expect(stdout).toContain('\u001B[2A\r\u001B[0J')
  expect(stdout).toContain('\u001B[2A\r\u001B[0Jshop-b2 shop, stopped')
})

test('[WRK32] a lesson hears of the tries whose agents had it: one passed at once, one failed all the same', async () => {
  const before = await world.client.call('listLessons', { team: 'shop' })
  const learned = before.lessons.find(({ text }) => text.includes('read the test first'))
  await world.client.call('confirmLesson', { lesson: learned?.lesson ?? '' })
  await add(22, 'test -f done-22.txt', ['done-22.mjs'])
  await add(23, 'node --test two.test.mjs', ['two.mjs'])
  const { build } = await world.client.call('startBuild', {
    team: 'shop',
    tasks: ['shop-22', 'shop-23'],
    confirmed: true,
  })
  expect(await ended(build)).toMatchObject({ state: 'complete' })
  const { lessons } = await world.client.call('listLessons', { team: 'shop' })
  expect(lessons.find(({ lesson }) => lesson === learned?.lesson)).toMatchObject({
    prevented: 1,
    failedAgain: 1,
  })
})

test('[WRK16] [WRK35] a task begins with what others finished that it waits for, in whichever build, also after a restart; what conflicts is said', async () => {
  const start = async (tasks: string[]): Promise<string> =>
    (await world.client.call('startBuild', { team: 'shop', tasks, parallel: 4, confirmed: true })).build
  await add(24, 'test -f done-24.txt', ['done-24.txt'])
  await add(25, 'test -f done-24.txt && test -f done-25.txt', ['done-25.txt', 'shop-24'])
  await add(26, 'grep -q 26 shared.txt', ['shared.txt'])
  await add(27, 'grep -q 27 shared.txt', ['shared.txt'])
  await add(28, 'test -f done-28.txt', ['done-28.txt', 'shop-26', 'shop-27'])
  await add(29, 'cat done-24.txt done-25.txt begun.txt done-29.txt', ['done-29.txt', 'shop-25'])
  // Begun by hand before there was anything to wait for.
  const { folder: begun } = await world.client.call('makeWorktree', { task: 'shop-29' })
  writeFileSync(join(begun, 'begun.txt'), 'x')
  for (const tasks of [['shop-24', 'shop-26'], ['shop-27']])
    expect(await ended(await start(tasks))).toMatchObject({ state: 'complete' })
  await world.restart()
  const build = await start(['shop-25', 'shop-28', 'shop-29'])
  const conflict = await asked('shop-28 cannot go on')
  expect(conflict.context).toMatch(/It waits for shop-27, whose work conflicts .*: shared\.txt\n/)
  await answer(conflict, { choose: 'Skip this task' })
  const over = await ended(build)
  expect(over).toMatchObject({ state: 'partial' })
  expect(over.primed.find(({ command }) => command.startsWith('cat'))).toMatchObject({ passed: false })
  const files = git('ls-tree', '--name-only', over.branch ?? '').split('\n')
  expect(files).toEqual(expect.arrayContaining(['begun.txt', 'done-24.txt', 'done-25.txt', 'done-29.txt']))
  expect(git('show', `${over.branch ?? ''}:shared.txt`)).toBe('26')
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})

test('[WRK2] every different check is tried once before anything, with its progress; a stop ends that at once', async () => {
  for (let n = 30; n <= 42; n += 1) await add(n, `exit ${n}`, [`done-${n}.txt`])
  await add(43, 'exit 42', ['done-43.txt'])
  const tasks = Array.from({ length: 14 }, (_, place) => `shop-${place + 30}`)
  const { build } = await world.client.call('startBuild', { team: 'shop', tasks })
  await expect.poll(async () => (await get(build)).state).toBe('waiting_for_yes')
  const primed = await get(build)
  expect(primed).toMatchObject({ checks: 13, why: null })
  expect(primed.primed.map(({ command }) => command).toSorted()).toEqual(
    Array.from({ length: 13 }, (_, place) => `exit ${place + 30}`),
  )
  const tried = world.events('build.tried').map(({ data }) => data as EventData<'build.tried'>)
  expect(tried.slice(-13).map(({ done, of }) => [done, of])).toEqual(
    Array.from({ length: 13 }, (_, place) => [place + 1, 13]),
  )
  // As a kill in the middle leaves it.
  git('worktree', 'add', '-q', '--detach', join(world.home, 'builds', `${primed.key}.2`))
  await world.client.call('stopBuild', { build })
  expect(await ended(build)).toMatchObject({ state: 'stopped' })
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
  await add(44, 'sleep 300', ['done-44.txt'])
  const head = world.daemon.log.head()
  const slow = await world.client.call('startBuild', { team: 'shop', tasks: ['shop-44'] })
  await world.event('check.started', head)
  const before = Date.now()
  await world.client.call('stopBuild', { build: slow.build })
  const stopped = await ended(slow.build)
  expect(stopped).toMatchObject({ state: 'stopped', primed: [] })
  expect((stopped.endedAt ?? Infinity) - before).toBeLessThan(5000)
  await expect.poll(() => git('worktree', 'list').split('\n').length).toBe(1)
})
