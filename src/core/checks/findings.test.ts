import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, type Check, type TaskId } from '../../contract/index.ts'
import { openCheckWorld, type CheckWorld } from './world.suite.ts'

let world: CheckWorld
let base: string
const suite = `import { test, expect } from 'vitest'
test('adds', () => {
  expect(add(1, 2)).toBe(3)
})
test('takes', () => {
  expect(take(2, 1)).toBe(1)
})
`
beforeAll(() => {
  world = openCheckWorld()
  world.git('init', '-q')
  world.write('package.json', '{ "scripts": { "test": "vitest run", "build": "tsc" } }')
  world.write('src/add.ts', 'export const add = 1\n')
  world.write('test/add.test.ts', suite)
  base = world.commit()
})
afterAll(() => world.end())

const back = () => {
  world.git('reset', '-q', '--hard', base)
  world.git('clean', '-fdq')
}
const check = (command = 'true'): Promise<Check> =>
  world.run(command, { base, isChangeExpected: true, repository: 'here' })
const found = async (): Promise<string[]> =>
  world.findings(await check()).map(({ kind, path }) => `${kind} ${path ?? ''}`.trim())

test('[CHK22] an empty change holds a pass back, one of a new file does not', async () => {
  back()
  expect(await found()).toEqual(['empty_change'])
  world.write('src/new.ts', 'export const is = 1\n')
  expect(await check()).toMatchObject({ state: 'passed', change: expect.any(String), findings: 0 })
})

test('[CHK20] [CHK25] [CHK26] what is committed, what is not and what git does not know is looked at', async () => {
  back()
  world.write('test/add.test.ts', suite.replace("test('adds'", "test.skip('adds'"))
  world.commit()
  world.write('test/other.test.ts', `test.only('alone', () => expect(1).toBe(one))\n`)
  expect(await found()).toEqual(['disabled test/add.test.ts', 'disabled test/other.test.ts'])
  world.write('test/add.test.ts', suite.slice(0, suite.indexOf("test('takes'")))
  expect(await found()).toEqual(['fewer_cases test/add.test.ts', 'disabled test/other.test.ts'])
})

test('[CHK24] a test file that is deleted, or that became something else, is found; one that moved is not', async () => {
  back()
  world.git('mv', 'test/add.test.ts', 'src/add.test.ts')
  expect(await found()).toEqual([])
  back()
  world.git('mv', 'test/add.test.ts', 'src/add-cases.ts')
  expect(await found()).toEqual(['test_file_gone test/add.test.ts'])
  back()
  world.git('rm', '-q', 'test/add.test.ts')
  world.write('src/x.ts', 'x')
  expect(await found()).toEqual(['test_file_gone test/add.test.ts'])
})

test('[CHK21] [CHK27] [CHK52] a finding holds a pass back until a person accepts it, for exactly this content', async () => {
  back()
  world.write('package.json', '{ "scripts": { "test": "true", "build": "tsc" } }')
  const held = await check()
  expect(held).toMatchObject({
    state: 'held',
    openFindings: 1,
    words: 'Its commands passed, but a finding waits for you.',
  })
  expect(world.findings(held)).toMatchObject([
    {
      number: 1,
      kind: 'check_changed',
      words: 'What the check goes by changed: the script test.',
      acceptedBy: null,
    },
  ])
  expect(() => world.checks.accept(held.check, { numbers: [2], note: null, by: 'ann' })).toThrow(
    /no finding 2/,
  )
  const passed = world.checks.accept(held.check, { numbers: [1], note: 'I asked for it', by: 'ann' })
  expect(passed).toMatchObject({ state: 'passed', openFindings: 0, words: null })
  expect(world.findings(held)).toMatchObject([
    { acceptedBy: 'ann', note: 'I asked for it', acceptedAt: expect.any(Number) },
  ])
  expect(world.events().at(-1)).toMatchObject({
    type: 'check.accepted',
    data: { by: 'ann', state: 'passed' },
  })
  expect(await check()).toMatchObject({ state: 'passed', findings: 1, openFindings: 0 })
  world.write('package.json', '{ "scripts": { "test": "echo ok", "build": "tsc" } }')
  expect(await check()).toMatchObject({ state: 'held', openFindings: 1 })
  expect(await world.run('exit 1', { base })).toMatchObject({ state: 'failed' })
})

test('[CHK23] a command that passed without running a test is found', async () => {
  back()
  world.write('src/new.ts', 'export const is = 1\n')
  const held = await check(`echo 'running 0 tests'; echo 'test result: ok. 0 passed; 0 failed'`)
  expect(held.state).toBe('held')
  expect(world.findings(held)).toMatchObject([{ kind: 'no_tests' }])
  expect(await check(`echo 'running 0 tests'; echo 'running 3 tests'`)).toMatchObject({ state: 'passed' })
})

test('[CHK20] what git was told to overlook is looked at', async () => {
  back()
  world.write('src/new.ts', 'export const is = 1\n')
  world.git('update-index', '--assume-unchanged', 'test/add.test.ts')
  world.write('test/add.test.ts', suite.replaceAll('expect', 'void'))
  expect(world.git('status', '--porcelain')).toBe('?? src/new.ts')
  expect(await found()).toEqual(expect.arrayContaining(['fewer_assertions test/add.test.ts']))
  world.git('update-index', '--no-assume-unchanged', 'test/add.test.ts')
  back()
  // The same length and the same times, and a config that does not trust what else could tell.
  world.git('config', 'core.trustctime', 'false')
  utimesSync(join(world.project, 'test/add.test.ts'), 1, 1)
  world.git('update-index', '--refresh')
  world.write('test/add.test.ts', suite.replaceAll('expect(', 'void_x('))
  utimesSync(join(world.project, 'test/add.test.ts'), 1, 1)
  expect(await found()).toEqual(expect.arrayContaining(['fewer_assertions test/add.test.ts']))
  world.git('config', '--unset', 'core.trustctime')
})

test('[CHK20] an object that was replaced, and a tree that is elsewhere, deceive nobody', async () => {
  back()
  const blob = world.git('rev-parse', `${base}:test/add.test.ts`)
  const weak = suite.slice(0, suite.indexOf("test('takes'"))
  world.write('test/add.test.ts', weak)
  world.git('replace', blob, world.git('hash-object', '-w', 'test/add.test.ts'))
  expect(await found()).toEqual(['fewer_cases test/add.test.ts'])
  world.git('replace', '-d', blob)
  world.git('worktree', 'add', '-q', join(world.home, 'clean'), base)
  world.git('config', 'core.worktree', join(world.home, 'clean'))
  expect(await found()).toEqual(['not_comparable'])
  world.git('config', '--unset', 'core.worktree')
})

test('[CHK20] no program that the project names is run for it', async () => {
  back()
  const ran = join(world.home, 'ran')
  const program = `sh -c 'touch ${ran}; cat'`
  world.write('.gitattributes', '*.ts filter=evil diff=evil\n')
  const keys = [
    'filter.evil.clean',
    'filter.evil.process',
    'diff.evil.textconv',
    'diff.external',
    'core.fsmonitor',
  ]
  for (const key of keys) world.git('config', key, program)
  writeFileSync(join(world.project, 'src/add.ts'), 'export const add = 2\n')
  await check()
  expect(existsSync(ran)).toBe(false)
  for (const key of keys) world.git('config', '--unset', key)
})

test('[CHK30] a file that changes while the check runs is found', async () => {
  back()
  world.write('src/new.ts', 'export const is = 1\n')
  const held = await check('echo "" >> test/add.test.ts; echo 1 > report.txt')
  expect(world.findings(held).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'changed_meanwhile test/add.test.ts',
  ])
})

test('[CHK29] a test that cannot be compared is found', async () => {
  back()
  world.write('test/add.test.ts', `${suite}// ${'x'.repeat(300_000)}\n`)
  expect(await found()).toEqual(['not_comparable test/add.test.ts'])
})

test('[CHK32] a command that an agent said proves nothing until a person has accepted it, for that task and that command', async () => {
  back()
  world.write('src/new.ts', 'export const is = 1\n')
  const [own, other] = [newId('tsk', 0), newId('tsk', 1)]
  world.saidBy.set(own, 'shop')
  const run = (task: TaskId, command: string) =>
    world.run(command, { base, isChangeExpected: true, repository: 'here', task })
  expect(await run(other, 'true')).toMatchObject({ state: 'passed', findings: 0 })
  const held = await run(own, 'true')
  expect(held.state).toBe('held')
  expect(world.findings(held)).toMatchObject([
    { kind: 'own_check', words: 'What proves the task was said by an agent, shop: “true”' },
  ])
  world.checks.accept(held.check, { numbers: [1], note: null, by: 'ann' })
  world.write('src/new.ts', 'export const is = 2\n')
  expect((await run(own, 'true')).state).toBe('passed')
  const long = `true ${'x'.repeat(80)}`
  const again = await run(own, long)
  expect([again.state, world.findings(again)[0]?.words]).toEqual([
    'held',
    `What proves the task was said by an agent, shop: “${long.slice(0, 80)}…”`,
  ])
})
