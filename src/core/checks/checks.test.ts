import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../platform/process/index.ts'
import { openCheckWorld, type CheckWorld } from './world.suite.ts'

let world: CheckWorld
beforeAll(() => {
  world = openCheckWorld()
})
afterAll(() => world.end())

test('[CHK1] [CHK52] a command that ends as declared passes, and its start and end are events', async () => {
  const check = await world.run('echo fine; echo loud >&2')
  expect(check).toMatchObject({
    state: 'passed',
    words: null,
    failure: null,
    steps: [{ state: 'passed', exit: 0, signal: null, head: 'fine\nloud\n', tail: '', bytes: 10 }],
  })
  const own = world.events().filter(({ data }) => 'check' in data && data.check === check.check)
  expect(own.map(({ type }) => type)).toEqual(['check.started', 'check.ended'])
  expect(own[1]?.data).toMatchObject({ state: 'passed', findings: 0, words: null })
})

test.each([
  ['another exit code', 'echo all tests passed; exit 1', { exit: 0 }, 'It ended with 1.'],
  ['0 where another was declared', 'exit 0', { exit: 3 }, 'It ended with 0, not with 3.'],
  ['a signal', 'echo OK; kill -9 $$', { exit: 0 }, 'It was ended by SIGKILL.'],
  ['a signal that looks like an exit code', 'kill -TERM $$', { exit: 143 }, 'It was ended by SIGTERM.'],
  ['words only on stderr', 'echo OK >&2', { exit: 0, stdoutIncludes: 'OK' }, 'stdout does not have “OK”.'],
  ['other words', 'echo no', { exit: 0, stdoutMatches: '^(yes|ok)$' }, 'stdout does not match /^(yes|ok)$/.'],
  ['no expression', 'echo no', { exit: 0, stdoutMatches: '(' }, '/(/ is no regular expression.'],
  ['no JSON', 'echo no', { exit: 0, jsonPath: '$.ok' }, 'stdout is not JSON.'],
  ['a false value', `echo '{"ok":false}'`, { exit: 0, jsonPath: '$.ok' }, '$.ok is false.'],
  [
    'a value of the prototype',
    `echo '{}'`,
    { exit: 0, jsonPath: '$.constructor' },
    '$.constructor is missing.',
  ],
  ['no path', `echo '{}'`, { exit: 0, jsonPath: 'ok' }, '“ok” is no path; one looks like $.items[0].ok.'],
])('[CHK1] [CHK2] [CHK6] it does not pass with %s', async (...[, command, expected, words]) => {
  expect(await world.run(command, { expected })).toMatchObject({ state: 'failed', words })
})

test.each([
  ['the declared exit code', 'echo Error: boom >&2; exit 3', { exit: 3 }],
  ['words across pieces', 'printf a; sleep 0.05; printf b', { exit: 0, stdoutIncludes: 'ab' }],
  [
    'words in the middle of much',
    'yes | head -c 5000000; echo here; yes | head -c 5000000',
    { exit: 0, stdoutIncludes: 'here' },
  ],
  ['an expression on one line of many', 'echo one; echo two', { exit: 0, stdoutMatches: '^two$' }],
  ['a value in JSON', `echo '{"a":[{"ok":1}]}'`, { exit: 0, jsonPath: '$.a[0].ok' }],
  ['the wanted value in JSON', `echo '{"a b":"x"}'`, { exit: 0, jsonPath: `$['a b'] == "x"` }],
])('[CHK1] [CHK6] it passes with %s', async (_, command, expected) => {
  expect(await world.run(command, { expected })).toMatchObject({ state: 'passed', words: null })
})

test('[CHK6] an expression that takes for ever is a failure, and holds nothing up', async () => {
  const checking = world.run(`printf 'a%.0s' $(seq 40); echo b`, {
    expected: { exit: 0, stdoutMatches: '^(a+)+$' },
  })
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 10)
  expect(await checking).toMatchObject({ state: 'failed', words: '/^(a+)+$/ took longer than 2 s to try.' })
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(50)
})

test('[CHK7] commands run in order within one budget; the first that does not pass ends the check', async () => {
  const check = await world.run(['echo 1 >> order', 'echo 2 >> order; exit 1', 'echo 3 >> order'])
  expect(check).toMatchObject({
    state: 'failed',
    steps: [{ state: 'passed' }, { state: 'failed' }, { state: 'waiting', file: null }],
  })
  expect(readFileSync(join(world.project, 'order'), 'utf8')).toBe('1\n2\n')
  const late = await world.run(['sleep 0.6', 'sleep 600'], { budgetMs: 3000 })
  expect(late).toMatchObject({
    state: 'failed',
    failure: 'TIMEOUT',
    steps: [{ state: 'passed' }, { timedOut: true }],
  })
})

test('[CHK8] a failed check has the class of its failure', async () => {
  const failures = async (command: string) => (await world.run(command)).failure
  expect(await failures('no-such-program-here')).toBe('ENVIRONMENT')
  expect(await failures(`echo "src/a.ts(1,2): error TS1005: ';' expected."; exit 2`)).toBe('SYNTAX_ERROR')
  expect((await world.run('echo no', { expected: { exit: 0, stdoutIncludes: 'ok' } })).failure).toBe(
    'VALIDATION_FAILED',
  )
})

test('[RLG1] why a check failed is a ruling with what the command printed, and decides the same again', async () => {
  const { check } = await world.run(`echo "src/a.ts(1,2): error TS1005: ';' expected."; exit 2`)
  const made = world.rulings.list({ limit: 1 }).rulings[0]!
  const kept = world.rulings.get(made.ruling)
  expect(kept).toMatchObject({
    rule: 'failure',
    about: check,
    inputs: { exit_code: 2 },
    outcome: { class: 'SYNTAX_ERROR' },
  })
  expect(world.rulings.replay(kept.ruling).isSame).toBe(true)
})

test('[CHK10] [CHK3] a check that is cancelled has ended with all it started', async () => {
  const { check } = world.start(`setsid sh -c 'echo $$ > pid; exec sleep 600' & wait; sleep 600`)
  const pidFile = join(world.project, 'pid')
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d+/)
  expect(await world.checks.cancel(check)).toMatchObject({
    state: 'cancelled',
    steps: [{ state: 'cancelled' }],
  })
  expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
  await expect(world.checks.cancel(check)).rejects.toMatchObject({ code: 'CHECK_STATE_REFUSED' })
})

test('[CHK11] a check by hand waits for a person, also over a restart', async () => {
  const waiting = await world.run('echo 41', { manual: '>= 40 tasks' })
  expect(waiting).toMatchObject({
    state: 'by_hand',
    endedAt: null,
    steps: [{ state: 'passed', head: '41\n' }],
  })
  await world.restart()
  expect(world.checks.get(waiting.check).state).toBe('by_hand')
  const ticked = world.checks.tick(waiting.check, { ok: true, note: null, by: 'ann' })
  expect(ticked).toMatchObject({ state: 'passed', tickedBy: 'ann' })
  expect(() => world.checks.tick(waiting.check, { ok: false, note: null, by: 'ann' })).toThrow(
    /does not wait/,
  )
  const refused = await world.run([], { manual: 'It looks right' })
  expect(world.checks.tick(refused.check, { ok: false, note: 'It does not', by: 'ann' })).toMatchObject({
    state: 'failed',
    words: 'It does not',
  })
})

test('[CHK13] in one folder one check runs at a time', async () => {
  const script = `[ -e busy ] && exit 1; touch busy; sleep 0.2; rm busy`
  const checks = [world.start(script), world.start(script), world.start(script)]
  const ended = await Promise.all(checks.map(({ check }) => world.checks.settled(check)))
  expect(ended.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed'])
})

test('[CHK5] [CHK51] output is read in slices, whole letters at a time, and ends where it ends', async () => {
  const { check } = await world.run(`printf 'aä€😀z'; printf '\\377\\000\\033[31m'`)
  const slices: string[] = []
  for (let after = 0, isEnd = false; !isEnd;) {
    const slice = await world.checks.output({ check, step: 1, after, limit: 4 })
    slices.push(slice.text)
    after = slice.next
    isEnd = slice.isEnd
  }
  expect(slices.join('')).toBe('aä€😀z\uFFFD\0\u001B[31m')
})
