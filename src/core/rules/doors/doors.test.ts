import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../../../platform/lib/index.ts'
import { ruleDoors } from './doors.ts'

function tried(rule: string, input: unknown): unknown {
  const door = ruleDoors.find(({ name }) => name === rule)
  const result = door?.try(input)
  if (!result?.ok) throw new Error(`${rule}: ${JSON.stringify(result)}`)
  return result.decision
}

test('[RUL1] order takes files as paths or with an action, and gives waves, conflicts and standing', () => {
  const task = (id: string, more: object = {}): object => ({
    id,
    number: Number(id.slice(2)),
    phase: 'api',
    ...more,
  })
  expect(
    tried('order', {
      phases: ['database', 'api'],
      tasks: [
        task('T-001', { action: 'CREATE', depends_on: [], files: [{ path: 'a.ts', action: 'CREATE' }] }),
        task('T-002', { action: 'UPDATE', depends_on: [], files: ['a.ts'] }),
        task('T-003', { depends_on: ['T-002', 'other#T-1'] }),
      ],
      states: { 'T-002': 'failed' },
    }),
  ).toEqual({
    ok: true,
    order: ['T-001', 'T-002', 'T-003'],
    waves: [['T-001', 'T-002'], ['T-003']],
    warnings: [],
    file_conflicts: [{ path: 'a.ts', tasks: ['T-001', 'T-002'], actions: ['CREATE', 'UPDATE'] }],
    blocked: ['T-003'],
    ready: ['T-001'],
  })
  expect(tried('order', { tasks: [task('T-001', { depends_on: ['T-001'] })] })).toEqual({
    ok: false,
    errors: [{ code: 'SELF_DEPENDENCY', task: 'T-001' }],
    warnings: [],
  })
})

test('[RUL1] every rule answers in the words that its callers rely on', () => {
  expect(
    tried('failure', {
      tool: 'tsc',
      command: 'npx tsc --noEmit',
      exit_code: 2,
      signal: null,
      timed_out: false,
      stdout: "src/a.ts(7,1): error TS1005: ')' expected.\n",
      stderr: '',
      attempts: 1,
    }),
  ).toMatchObject({ class: 'SYNTAX_ERROR', action: 'RETRY', evidence: 'src/a.ts(7,1): error TS1005' })
  expect(tried('policy', { class: 'VALIDATION_FAILED', attempts: 2 })).toEqual({ action: 'SKIP' })
  const build = { failed: 1, critical_failed: 0, elapsed_min: 10, paused_min: 0, stop: false, total: 12 }
  expect(tried('continue', build)).toEqual({ continue: true, reason: 'Continue' })
  expect(tried('continue', { ...build, failed: 5, config: { failures: { max: 4 } } })).toEqual({
    continue: false,
    reason: 'Too many failures (>4)',
  })
  expect(tried('stuck', { phase: 'database', minutes: 5.1, waiting: null })).toEqual({
    alert: true,
    pm: 'WATCH',
  })
  expect(
    tried('transition', {
      phase: 'VALIDATING',
      signals: {
        artifacts: [],
        decisions: ['a', 'b', 'c'].map((assumption) => ({ type: 'validation', assumption })),
        risks: [{ name: 'price' }],
        confidence: 0.9,
      },
    }),
  ).toEqual({ shouldTransition: true, nextPhase: 'REFINING' })
  expect(tried('lesson', { steps: [{ op: 'discover', confidence: 0.7 }, { op: 'seen_again' }] })).toEqual({
    rows: 1,
    active_rows: 1,
    confidence: 0.85,
    occurrences: 2,
    status: 'active',
    promotable: false,
  })
  expect(
    tried('lesson', { steps: [{ op: 'discover' }, { op: 'record_similar', confidence: 0.9 }] }),
  ).toMatchObject({ rows: 2, active_rows: 1, confidence: 0.9, occurrences: 2 })
})

test('[RUL1] leases are judged at the given time, and who waits for an answer waits for nobody', () => {
  const agent = (id: string, state = 'running'): object => ({
    id,
    priority: 1,
    started_at: '2026-01-10T11:00:00Z',
    state,
  })
  const lock = (file: string, by: string): object => ({
    file,
    locked_by: by,
    expires_at: '2026-01-10T12:02:00Z',
  })
  const table = (now: string): object => ({
    now,
    agents: [agent('a'), agent('b'), agent('c')],
    locks: [lock('x.ts', 'a'), lock('y.ts', 'b')],
    waits: [
      { waiter: 'a', file: 'y.ts' },
      { waiter: 'b', file: 'x.ts' },
      { waiter: 'c', question: 'que_1' },
    ],
  })
  expect(tried('deadlock', table('2026-01-10T12:00:00Z'))).toEqual({
    deadlocks: [['a', 'b']],
    victims: ['b'],
    grants: [],
    released: [],
    refused: [],
  })
  expect(tried('deadlock', table('2026-01-10T12:02:00Z'))).toMatchObject({
    deadlocks: [],
    released: ['x.ts', 'y.ts'],
    grants: [
      { file: 'y.ts', to: 'a' },
      { file: 'x.ts', to: 'b' },
    ],
  })
})

test('[RUL1] the rules about context, levels, circles, review and questions take their input too', () => {
  expect(
    tried('context', { budget: 10, items: [{ name: 'task', required: true, entries: [9] }] }),
  ).toMatchObject({
    tokens: 9,
  })
  expect(tried('level', { files: ['package.json'] })).toMatchObject({ level: 'thorough' })
  expect(tried('loop', { steps: [{ kind: 'action', action: 'ls' }] })).toEqual({ loop: null })
  expect(tried('divergence', { planned_files: ['a'] })).toMatchObject({ divergences: [{ type: 'omission' }] })
  expect(tried('questions', { agent: 'a', completed: 1, total: 2 })).toMatchObject({
    due: [{ type: 'celebratory' }],
  })
})

test('[RUL2] no rule takes what is not of its shape, and each says what is wrong', () => {
  for (const input of [null, [], 'text', 3, {}])
    for (const door of ruleDoors) {
      // Nothing planned and nothing touched is a plan too.
      if (door.name === 'divergence' && JSON.stringify(input) === '{}') continue
      const result = door.try(input)
      expect([door.name, input, result.ok]).toEqual([door.name, input, false])
      if (!result.ok) expect(result.problems.join('')).not.toBe('')
    }
  expect(ruleDoors.find(({ name }) => name === 'order')?.try({ tasks: [{ id: 3 }] })).toEqual({
    ok: false,
    problems: [expect.stringContaining('tasks.0.id')],
  })
  expect(
    ruleDoors.find(({ name }) => name === 'lesson')?.try({ steps: [{ op: 'seen_again' }] }),
  ).toMatchObject({
    ok: false,
  })
})

test('[RUL4] rules read no clock, no file and nothing at random, and import only each other and zod', () => {
  const folder = join(packageFolder(), 'src/core/rules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const foreign = [...text.matchAll(/from '([^'.][^']*|\.\.\/\.\.\/\.\.\/[^']*)'/g)].map(([, from]) => from)
    expect([file, foreign.filter((from) => from !== 'zod')]).toEqual([file, []])
    expect([file, /Date\.now|new Date\(|Math\.random|process\.|performance\./.test(text)]).toEqual([
      file,
      false,
    ])
  }
})
