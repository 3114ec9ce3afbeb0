import { expect, test } from 'vitest'
import { suggestLevel } from './check-level.ts'
import { shouldContinue, type BuildProgress } from './continuing.ts'
import { findLoop, type AgentStep } from './loops.ts'
import { decidePolicy, failureClasses } from './policy.ts'
import { judgeSilence } from './stuck.ts'

test('[RUL30] syntax, checks and conflicts are tried so often and no more', () => {
  const actions = (failure: 'SYNTAX_ERROR' | 'VALIDATION_FAILED' | 'CONFLICT'): string[] =>
    [1, 2, 3, 4].map((attempts) => decidePolicy({ class: failure, attempts }).action)
  expect(actions('SYNTAX_ERROR')).toEqual(['RETRY', 'RETRY', 'ESCALATE', 'ESCALATE'])
  expect(actions('VALIDATION_FAILED')).toEqual(['RETRY', 'SKIP', 'SKIP', 'SKIP'])
  expect(actions('CONFLICT')).toEqual(['REBASE_AND_RETRY', 'REBASE_AND_RETRY', 'ESCALATE', 'ESCALATE'])
  expect(decidePolicy({ class: 'SYNTAX_ERROR', attempts: 1, repeated: true })).toEqual({ action: 'ESCALATE' })
})

test('[RUL30] every class is given up at some time', () => {
  const last = failureClasses.map((failure) => decidePolicy({ class: failure, attempts: 99 }).action)
  expect(new Set(last)).toEqual(new Set(['ESCALATE', 'SKIP', 'NONE']))
})

test('[RUL31] a package is installed once, and only an approved one', () => {
  const missing = { class: 'MISSING_DEPENDENCY', attempts: 2, package: 'zod' } as const
  expect(decidePolicy({ ...missing, installed: [] })).toEqual({ action: 'INSTALL_AND_RETRY' })
  expect(decidePolicy({ ...missing, installed: ['zod'] })).toEqual({ action: 'ESCALATE' })
  expect(decidePolicy({ ...missing, installed: [], approved: ['hono'] })).toEqual({ action: 'ESCALATE' })
  expect(decidePolicy({ class: 'MISSING_DEPENDENCY', attempts: 1 })).toEqual({ action: 'INSTALL_AND_RETRY' })
  expect(decidePolicy({ class: 'MISSING_DEPENDENCY', attempts: 2 })).toEqual({ action: 'ESCALATE' })
})

test('[RUL32] what is not the fault of the task is tried later, three times', () => {
  for (const failure of ['NETWORK', 'TIMEOUT', 'RESOURCE'] as const)
    expect([1, 2, 3, 4].map((attempts) => decidePolicy({ class: failure, attempts }))).toEqual([
      { action: 'RETRY_LATER', after_ms: 30_000 },
      { action: 'RETRY_LATER', after_ms: 120_000 },
      { action: 'RETRY_LATER', after_ms: 480_000 },
      { action: 'ESCALATE' },
    ])
  expect(decidePolicy({ class: 'ENVIRONMENT', attempts: 1 })).toEqual({ action: 'ESCALATE' })
  expect(decidePolicy({ class: 'UNKNOWN', attempts: 1 })).toEqual({ action: 'ESCALATE' })
})

const going: BuildProgress = {
  failed: 0,
  criticalFailed: 0,
  elapsedMin: 0,
  pausedMin: 0,
  stop: false,
  isBudgetSpent: false,
  total: 0,
}

test('[RUL33] the first reason that holds stops a build', () => {
  const all = { ...going, failed: 4, criticalFailed: 1, elapsedMin: 121, stop: true, isBudgetSpent: true }
  const reasons = [
    all,
    { ...all, stop: false },
    { ...all, stop: false, isBudgetSpent: false },
    { ...going, failed: 4, criticalFailed: 1 },
    { ...going, failed: 4 },
    { ...going, failed: 3, elapsedMin: 150, pausedMin: 30 },
  ].map((build) => shouldContinue(build).reason)
  expect(reasons).toEqual([
    'Stop signal received',
    'Budget spent',
    'Time limit exceeded (2 hours)',
    'Critical database task failed',
    'Too many failures (>3)',
    'Continue',
  ])
})

test('[RUL33] a share of all tasks may allow more failures, and plays no part by itself', () => {
  expect(shouldContinue({ ...going, failed: 4, total: 100 }).continue).toBe(false)
  const settings = { maxMinutes: 120, failures: { max: 3, share: 0.2 } }
  expect(shouldContinue({ ...going, failed: 20, total: 100 }, settings).continue).toBe(true)
  expect(shouldContinue({ ...going, failed: 21, total: 100 }, settings).reason).toBe(
    'Too many failures (>20)',
  )
  expect(shouldContinue({ ...going, failed: 4, total: 5 }, settings).reason).toBe('Too many failures (>3)')
})

test('[RUL34] a task is stuck by its phase, its check and what it waits for', () => {
  const judged = (phase: string, minutes: number): unknown => judgeSilence({ phase, minutes, waiting: null })
  expect(judged('database', 5)).toEqual({ alert: false })
  expect(judged('database', 5.1)).toEqual({ alert: true, pm: 'WATCH' })
  expect(judged('constructor', 10)).toEqual({ alert: false })
  expect(judged('api', 20)).toEqual({ alert: true, pm: 'WATCH' })
  expect(judged('api', 20.5)).toEqual({ alert: true, pm: 'ESCALATE' })
  expect(judged('tests', 15)).toEqual({ alert: false })
  expect(judged('tests', 30.5)).toEqual({ alert: true, pm: 'INTERRUPT' })
  expect(judgeSilence({ phase: 'api', minutes: 99, waiting: 'human' })).toEqual({ alert: false })
  expect(judgeSilence({ phase: 'api', minutes: 29, waiting: null, level: 'comprehensive' })).toEqual({
    alert: false,
  })
})

function action(name: string, more: Partial<AgentStep & { kind: 'action' }> = {}): AgentStep {
  return { kind: 'action', action: name, result: 'the same', failed: false, isWait: false, ...more }
}

test('[RUL35] each of the five circles is found, at its count and not before', () => {
  const circles: [string, AgentStep[]][] = [
    ['same_result', Array.from({ length: 4 }, () => action('ls'))],
    ['same_error', [1, 2, 3].map((line) => action('make', { failed: true, result: `line ${line}` }))],
    ['same_message', Array.from({ length: 3 }, () => ({ kind: 'message', text: 'done' }) as const)],
    ['alternating', ['a', 'b', 'a', 'b', 'a', 'b'].map((name) => action(name))],
    ['trimmed', Array.from({ length: 10 }, () => ({ kind: 'trimmed' }) as const)],
  ]
  for (const [pattern, steps] of circles) {
    expect(findLoop([action('before'), ...steps])).toBe(pattern)
    expect(findLoop([action('before'), ...steps.slice(1)])).toBeNull()
    expect(findLoop([...steps, action('after')])).toBeNull()
  }
})

test('[RUL35] polling that was declared is no circle, and the counts are settings', () => {
  expect(findLoop(Array.from({ length: 50 }, () => action('status', { isWait: true })))).toBeNull()
  const settings = { sameResult: 2, sameError: 2, sameMessage: 2, alternating: 4, trimmed: 2 }
  expect(findLoop([action('ls'), action('ls')], settings)).toBe('same_result')
})

test('[RUL36] the level follows from the files of a change', () => {
  const level = (...files: string[]): string => suggestLevel({ files, isRelease: false }).level
  expect(level('README.md', 'docs/a.png')).toBe('quick')
  expect(level('src/a.ts', 'src/b.ts', 'src/c.ts')).toBe('standard')
  expect(level('src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts')).toBe('thorough')
  expect(level('db/migrations/001.sql')).toBe('thorough')
  expect(level('package.json')).toBe('thorough')
  expect(level('src/auth/login.ts')).toBe('thorough')
  expect(level('src/author.ts')).toBe('standard')
  expect(suggestLevel({ files: ['README.md'], isRelease: true }).level).toBe('release')
})
