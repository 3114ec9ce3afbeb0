import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { packageFolder } from '../../../platform/lib/index.ts'
import { judgeFailure, type CommandRun, type FailureRuling } from './classify.ts'

// Logs of real tools, shortened. Those in `learned` were read while the readers were written. Those in `held` and `fresh`
// were kept apart: the first time 122 of 134 and 37 of 42 were right, 6 and 3 more arguably. What was wrong is mended, and
// logs that turned out to show something else than meant are left out.
const Log = z.object({
  name: z.string(),
  class: z.string(),
  package: z.string().optional(),
  tool: z.string(),
  command: z.string(),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
})

function logsOf(set: string): z.output<typeof Log>[] {
  const file = join(packageFolder(), 'test/fixtures/failure-logs', `${set}.jsonl`)
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Log.parse(JSON.parse(line)))
}

function judge(run: Partial<CommandRun>): FailureRuling {
  const ended = { exitCode: 1, signal: null, timedOut: false, stdout: '', stderr: '', attempts: 1 }
  return judgeFailure({ tool: '', command: '', ...ended, ...run })
}

for (const set of ['learned', 'held', 'fresh'])
  test(`[RUL21] every real log of the ${set} set is judged as a person would`, () => {
    const logs = logsOf(set)
    const judged = logs.map((log) => {
      const ruling = judge({ ...log, exitCode: log.exit_code, timedOut: log.timed_out })
      return { name: log.name, class: ruling.class, package: log.package && ruling.package }
    })
    expect(logs.length).toBeGreaterThan(30)
    expect(judged).toEqual(logs.map((log) => ({ name: log.name, class: log.class, package: log.package })))
  })

test('[RUL20] how a command ended comes before what it printed', () => {
  const stderr = 'src/a.ts(1,1): error TS1005: x\nFATAL ERROR: x heap out of memory\n'
  expect(judge({ stderr, timedOut: true, exitCode: 0 }).class).toBe('TIMEOUT')
  expect(judge({ stderr, exitCode: 0 })).toMatchObject({ class: 'NONE', action: 'NONE' })
  expect(judge({ stderr, exitCode: 127 }).class).toBe('ENVIRONMENT')
  expect(judge({ stderr, exitCode: null, signal: 'SIGKILL' }).class).toBe('RESOURCE')
  expect(judge({ exitCode: 0, signal: 'SIGTERM' }).class).toBe('UNKNOWN')
})

test('[RUL21] the first diagnostic decides, also of a tool that another one started', () => {
  const type = 'src/a.ts(1,1): error TS2322: wrong type.\n'
  const syntax = "src/b.ts(7,1): error TS1005: ')' expected.\n"
  const run = { tool: 'make', command: 'make check', exitCode: 2 }
  expect(judge({ ...run, stdout: type + syntax }).class).toBe('VALIDATION_FAILED')
  expect(judge({ ...run, stdout: syntax + type })).toMatchObject({
    class: 'SYNTAX_ERROR',
    action: 'RETRY',
    evidence: 'src/b.ts(7,1): error TS1005',
  })
})

test('[RUL22] names and texts in a log decide nothing', () => {
  const stderr = ` FAIL  vitest_timeout/network/CONFLICT.test.ts > ENOSPC: SyntaxError
AssertionError: expected 'connect ECONNREFUSED' to be 'npm error code E404' // Object.is equality
 ❯ node_modules/timeout/ETIMEDOUT.js:429:503
`
  const stdout =
    "stdout | a.test.ts > x\nCONFLICT (content): Merge conflict in a\nfatal: unable to access 'x': Could not resolve host\n"
  expect(judge({ tool: 'vitest', command: 'npx vitest run', stdout, stderr }).class).toBe('VALIDATION_FAILED')
  const thrown =
    'a.js:1\nthrow x\n^\n\nError: network timeout, merge conflict, ENOSPC in module\n    at node:events:502:12\n\nNode.js v20\n'
  expect(judge({ tool: 'node', command: 'node a.js', stderr: thrown }).class).toBe('UNKNOWN')
})

test('[RUL23] a package is named as it would be installed, and one that no source has is not installed', () => {
  const missing = (specifier: string): unknown =>
    judge({
      tool: 'tsc',
      stdout: `a.ts(1,1): error TS2307: Cannot find module '${specifier}' or its types.\n`,
    })
  expect(missing('@acme/kit/deep.js')).toMatchObject({ package: '@acme/kit', action: 'INSTALL_AND_RETRY' })
  expect(missing('lodash/fp')).toMatchObject({ package: 'lodash' })
  for (const own of ['./a', '../a.js', '/a', '@/lib/a', '~/a', '#a', 'node:nope'])
    expect(missing(own)).toMatchObject({ class: 'VALIDATION_FAILED', action: 'RETRY' })
  const stderr = "npm error code E404\nnpm error 404  'left-padd@*' is not in this registry.\n"
  expect(judge({ tool: 'npm', command: 'npm i left-padd', stderr })).toMatchObject({
    class: 'MISSING_DEPENDENCY',
    package: 'left-padd',
    action: 'ESCALATE',
  })
})

test('[RUL24] of a failed test only the network and the machine count as anything else', () => {
  const failed = (error: string): string =>
    judge({ tool: 'vitest', stderr: ` FAIL  a.test.ts > a\n${error}\n ❯ a.test.ts:1:1\n` }).class
  expect(failed('Error: connect ECONNREFUSED 127.0.0.1:5432')).toBe('NETWORK')
  expect(failed('Error: listen EADDRINUSE: address already in use :::80')).toBe('RESOURCE')
  expect(failed('SyntaxError: Unexpected token x in JSON at position 0')).toBe('VALIDATION_FAILED')
  expect(failed('Error: Test timed out in 5000ms.')).toBe('VALIDATION_FAILED')
})

test('[RUL25] what nothing is known of is unknown, and a huge log is read in its bounds', () => {
  expect(judge({ tool: 'frob', stdout: 'no good\n' })).toMatchObject({ class: 'UNKNOWN', action: 'ESCALATE' })
  const huge = `${'x('.repeat(2_000_000)}\n${'    at x\n'.repeat(100_000)}`
  expect(judge({ tool: 'tsc', stdout: huge, stderr: huge }).class).toBe('UNKNOWN')
  expect(judge({ tool: 'tsc', stdout: `${huge}a.ts(1,1): error TS1005: x\n` }).class).toBe('SYNTAX_ERROR')
})
