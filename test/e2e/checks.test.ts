import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris } from '../support/iris.ts'

let home: string
let project: string
const json = async (...args: string[]) => JSON.parse((await iris(home, [...args, '--json'])).stdout)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    cwd: project,
    stdio: 'pipe',
    encoding: 'utf8',
  }).trim()
const suite = (word = 'test') =>
  `import { test } from 'node:test'\n${word}('adds', () => { assert.equal(1 + 1, two) })\n`

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-checks-'))
  project = join(home, 'shop')
  mkdirSync(project)
  writeFileSync(join(project, 'add.test.js'), suite())
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'one')
  const checks = {
    quick: { commands: ['echo quick'] },
    standard: { commands: ['echo standard; echo "$FOR_CHECKS $ANTHROPIC_API_KEY$IRIS_HOME"'] },
    thorough: { commands: ['exit 9'] },
    env: { FOR_CHECKS: 'mine' },
  }
  const config = { settings: { httpPort: 0 }, teams: { shop: { path: project, checks } } }
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(config))
  const command = 'printf "\\033[31mred\\033[0m"; echo done'
  await iris(home, ['tasks', 'add', 'shop', 'Add', 'it', '--check', command], {
    ANTHROPIC_API_KEY: 'sk-ant-secret',
  })
})
afterAll(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true })
})

test('[CHK50] [CHK22] [CHK26] a task is checked, held back by what was found, and passes when a person accepts that', async () => {
  const empty = await iris(home, ['checks', 'run', 'shop-1'])
  expect([empty.code, empty.stdout]).toEqual([6, expect.stringContaining('Nothing differs from')])
  writeFileSync(join(project, 'add.test.js'), suite('test.skip'))
  const held = await iris(home, ['checks', 'run', 'shop-1'])
  expect(held.code).toBe(6)
  expect(held.stdout).toContain('\\x1b[31mred')
  expect(held.stdout).toContain('add.test.js:2  “adds” is new with skip.')
  expect(held.stderr).toContain('iris checks accept chk_')
  const shown = await json('checks', 'show', 'shop-1')
  expect(shown).toMatchObject({ state: 'held', key: 'shop-1', openFindings: 1, found: [{ number: 1 }] })
  expect(readFileSync(shown.steps[0].file, 'utf8')).toContain('done')
  expect(await json('checks', 'accept', shown.check, '1', '-m', 'Later')).toMatchObject({
    state: 'passed',
    found: [{ acceptedBy: expect.any(String), note: 'Later' }],
  })
  expect((await iris(home, ['checks', 'run', 'shop-1'])).code).toBe(0)
  expect(
    (await json('checks', 'ls', '--task', 'shop-1')).checks.map(({ state }: { state: string }) => state),
  ).toEqual(['passed', 'passed', 'held'])
})

test('[CHK40] [CHK12] a level runs its commands after those below it, with the environment of checks', async () => {
  const ran = await iris(home, ['checks', 'run', '--team', 'shop', '--level', 'standard'])
  expect(ran.stdout).toMatch(/quick\n[\s\S]*standard\nmine \n/)
  const failed = await json('checks', 'run', 'shop-1', '--level', 'thorough')
  expect(failed).toMatchObject({
    state: 'failed',
    budgetMs: 600_000,
    steps: [
      { from: 'quick' },
      { from: 'standard' },
      { from: 'thorough', state: 'failed' },
      { from: 'task', state: 'waiting' },
    ],
  })
})

test('[CHK41] the level of a change is suggested, with the reason', async () => {
  expect(await json('checks', 'run', '--team', 'shop', '--suggest')).toEqual({
    level: 'standard',
    why: '1 of at most 3 files changed',
    files: 1,
  })
})

test('[CHK50] [CHK11] what cannot be is refused with the way out', async () => {
  const unknown = await iris(home, ['checks', 'run', 'shop-1', '--base', 'nowhere'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no commit nowhere')])
  const none = await iris(home, ['checks', 'run', '--team', 'shop'])
  expect([none.code, none.stderr]).toEqual([6, expect.stringContaining('has no commands')])
  const tick = await iris(home, ['checks', 'tick', 'shop-1'])
  expect([tick.code, tick.stderr]).toEqual([6, expect.stringContaining('does not wait for a tick')])
})

test('[CHK14] a task that has a worktree is checked in it, and not at all while it is away', async () => {
  await iris(home, ['tasks', 'add', 'shop', 'Mend', 'it', '--check', 'cat add.test.js'])
  const { workFolder } = await json('worktrees', 'make', 'shop-2')
  writeFileSync(join(workFolder, 'add.test.js'), suite('test.only'))
  expect(await json('checks', 'run', 'shop-2')).toMatchObject({
    state: 'held',
    folder: workFolder,
    steps: [{ head: suite('test.only') }],
    found: [{ words: expect.stringContaining('only') }],
  })
  // Whatever is done to what git knows of it, the change is the same.
  const link = join(workFolder, '.git')
  const linked = readFileSync(link, 'utf8')
  writeFileSync(link, `gitdir: ${join(project, '.git')}\n`)
  const elsewhere = await json('checks', 'run', 'shop-2')
  rmSync(link)
  const without = await json('checks', 'run', 'shop-2')
  writeFileSync(link, linked)
  git('-C', workFolder, 'checkout', '-q', '--orphan', 'other')
  const unborn = await json('checks', 'run', 'shop-2')
  git('-C', workFolder, 'commit', '-qam', 'all')
  writeFileSync(join(workFolder, 'new.txt'), 'x')
  const unrelated = await json('checks', 'run', 'shop-2')
  for (const tricked of [elsewhere, without, unborn, unrelated])
    expect(tricked).toMatchObject({
      state: 'held',
      base: git('rev-parse', 'main'),
      found: [{ words: expect.stringContaining('only') }],
    })
  rmSync(workFolder, { recursive: true })
  const away = await iris(home, ['checks', 'run', 'shop-2'])
  expect([away.code, away.stderr]).toEqual([6, expect.stringContaining('iris worktrees make shop-2')])
})
