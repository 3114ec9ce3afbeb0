import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderDefaults, orderTasks, type Ordering } from './order.ts'
import type { PlannedTask } from './task.ts'

function task(number: number, more: Partial<PlannedTask> = {}): PlannedTask {
  return {
    id: `T-${String(number).padStart(3, '0')}`,
    number,
    dependsOn: [],
    files: [],
    phase: 'api',
    ...more,
  }
}

const id = (number: number): string => task(number).id
const needs = (...numbers: number[]): { dependsOn: string[] } => ({ dependsOn: numbers.map(id) })
const writes = (path: string, action: string): Pick<PlannedTask, 'files'> => ({ files: [{ path, action }] })

function ordered(tasks: PlannedTask[]): Extract<Ordering, { ok: true }> {
  const ordering = orderTasks(tasks)
  if (!ordering.ok) throw new Error(JSON.stringify(ordering.errors))
  return ordering
}

function refused(tasks: PlannedTask[]): Extract<Ordering, { ok: false }> {
  const ordering = orderTasks(tasks)
  if (ordering.ok) throw new Error('an order was given')
  return ordering
}

/** Plans without cycles: a task depends only on those made before it, whose numbers say nothing about that. */
const plans = fc
  .array(
    fc.record({
      phase: fc.constantFrom('database', 'api', 'tests', 'exports'),
      picks: fc.array(fc.nat(), { maxLength: 4 }),
      file: fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'd.ts'),
      action: fc.constantFrom('CREATE', 'UPDATE', 'DELETE', 'READ'),
    }),
    { maxLength: 40 },
  )
  .chain((made) =>
    fc
      .shuffledSubarray(
        made.map((_, place) => place + 1),
        { minLength: made.length },
      )
      .map((numbers) =>
        made.map(({ phase, picks, file, action }, place) =>
          task(numbers[place] ?? 0, {
            phase,
            dependsOn: place === 0 ? [] : picks.map((pick) => id(numbers[pick % place] ?? 0)),
            ...writes(file, action),
          }),
        ),
      ),
  )

test('[RUL10] dependencies go first, in every plan, and every task has its place', () => {
  fc.assert(
    fc.property(plans, (tasks) => {
      const { order } = ordered(tasks)
      const places = new Map(order.map((one, place) => [one, place]))
      expect(order.toSorted()).toEqual(tasks.map((one) => one.id).toSorted())
      for (const one of tasks)
        for (const needed of one.dependsOn)
          expect(places.get(needed)).toBeLessThan(places.get(one.id) ?? Number.NaN)
    }),
  )
})

test('[RUL10] the order does not depend on the order of the input, which is left as it is', () => {
  fc.assert(
    fc.property(plans, fc.infiniteStream(fc.nat()), (tasks, random) => {
      const shuffled = tasks
        .map((one) => ({ one, by: random.next().value }))
        .toSorted((one, other) => one.by - other.by)
        .map(({ one }) => one)
      const before = structuredClone(shuffled)
      expect(orderTasks(shuffled)).toEqual(orderTasks(tasks))
      expect(shuffled).toEqual(before)
    }),
  )
})

test('[RUL10] of ready tasks priority comes first, then phase, number and id', () => {
  const { order } = ordered([
    task(4, { phase: 'tests' }),
    task(3, { phase: 'database' }),
    task(2, { phase: 'database' }),
    task(1, { phase: 'ui', priority: 1 }),
    task(2, { phase: 'database', id: 'A-2' }),
  ])
  expect(order).toEqual(['T-001', 'A-2', 'T-002', 'T-003', 'T-004'])
})

test('[RUL11] a task is one wave behind its latest dependency, in every plan', () => {
  fc.assert(
    fc.property(plans, (tasks) => {
      const { waves } = ordered(tasks)
      const waveOf = new Map(waves.flatMap((wave, place) => wave.map((one) => [one, place] as const)))
      for (const one of tasks)
        expect(waveOf.get(one.id)).toBe(
          Math.max(-1, ...one.dependsOn.map((needed) => waveOf.get(needed) ?? Number.NaN)) + 1,
        )
    }),
  )
})

test('[RUL12] all mistakes are told at once', () => {
  const { errors } = refused([
    task(1, needs(1)),
    task(2, { dependsOn: ['T-15', 'nowhere'] }),
    task(15),
    task(3),
    task(3),
    task(4, needs(5)),
    task(5, needs(4)),
  ])
  expect(errors).toEqual([
    { code: 'DUPLICATE_ID', task: 'T-003' },
    { code: 'SELF_DEPENDENCY', task: 'T-001' },
    { code: 'UNKNOWN_DEPENDENCY', task: 'T-002', dependency: 'T-15', suggestion: 'T-015' },
    { code: 'UNKNOWN_DEPENDENCY', task: 'T-002', dependency: 'nowhere' },
    { code: 'CYCLE', cycle: ['T-004', 'T-005'] },
  ])
})

test('[RUL12] nothing is suggested where two ids could be meant', () => {
  const { errors } = refused([
    task(1, { id: 'T-01' }),
    task(2, { id: 't1' }),
    task(3, { dependsOn: ['T-001'] }),
  ])
  expect(errors).toEqual([{ code: 'UNKNOWN_DEPENDENCY', task: 'T-003', dependency: 'T-001' }])
})

test('[RUL13] a knot is told by a shortest cycle through its lowest number', () => {
  const { errors } = refused([
    task(2, needs(3)),
    task(3, needs(4, 7)),
    task(4, needs(2)),
    task(7, needs(8)),
    task(8, needs(2)),
    task(10, needs(11)),
    task(11, needs(10)),
    task(12, needs(11)),
  ])
  expect(errors).toEqual([
    { code: 'CYCLE', cycle: ['T-002', 'T-003', 'T-004'] },
    { code: 'CYCLE', cycle: ['T-010', 'T-011'] },
  ])
})

test('[RUL13] of any graph with a cycle each cycle told is one, and no order is given', () => {
  const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 })
  fc.assert(
    fc.property(edges, (pairs) => {
      const tasks = Array.from({ length: 12 }, (_, place) =>
        task(place, {
          dependsOn: pairs.filter(([from, to]) => from === place && to !== place).map(([, to]) => id(to)),
        }),
      )
      const ordering = orderTasks(tasks)
      if (ordering.ok) return
      const dependsOn = new Map(tasks.map((one) => [one.id, one.dependsOn]))
      for (const error of ordering.errors) {
        if (error.code !== 'CYCLE') throw new Error(error.code)
        const { cycle } = error
        expect(cycle.length).toBeGreaterThan(1)
        expect(cycle[0]).toBe(cycle.toSorted()[0])
        for (const [place, from] of cycle.entries())
          expect(dependsOn.get(from)).toContain(cycle[(place + 1) % cycle.length])
      }
    }),
  )
})

test('[RUL13] a chain of 20,000 tasks that closes is told as one cycle', () => {
  const length = 20_000
  const { errors } = refused(
    Array.from({ length }, (_, place) => ({ ...task(place, needs((place + 1) % length)), files: [] })),
  )
  expect(errors).toMatchObject([{ code: 'CYCLE', cycle: { length } }])
})

test('[RUL14] unknown phases come last, and a dependency beats a phase, both with a warning', () => {
  const { order, warnings } = ordered([
    task(1, { phase: 'exports' }),
    task(2, { phase: 'tests' }),
    task(3, { phase: 'database', ...needs(2) }),
  ])
  expect(order).toEqual(['T-002', 'T-003', 'T-001'])
  expect(warnings).toEqual([
    { code: 'UNKNOWN_PHASE', task: 'T-001', phase: 'exports' },
    { code: 'PHASE_INVERSION', task: 'T-003', dependency: 'T-002' },
  ])
})

test('[RUL15] every pair that writes one file is listed, in the order in which it goes', () => {
  const { order, waves, fileConflicts } = ordered([
    task(1, writes('a.ts', 'DELETE')),
    task(2, writes('a.ts', 'UPDATE')),
    task(3, writes('./a.ts', 'CREATE')),
    task(4, writes('a.ts', 'READ')),
    task(5, { ...writes('b.ts', 'UPDATE'), ...needs(1) }),
    task(6, { ...writes('b.ts', 'UPDATE'), ...needs(5) }),
  ])
  expect(order).toEqual(['T-003', 'T-002', 'T-001', 'T-004', 'T-005', 'T-006'])
  expect(waves[0]?.toSorted()).toEqual(['T-001', 'T-002', 'T-003', 'T-004'])
  expect(fileConflicts).toEqual([
    { path: 'a.ts', tasks: ['T-003', 'T-002'], actions: ['CREATE', 'UPDATE'] },
    { path: 'a.ts', tasks: ['T-003', 'T-001'], actions: ['CREATE', 'DELETE'] },
    { path: 'a.ts', tasks: ['T-002', 'T-001'], actions: ['UPDATE', 'DELETE'] },
  ])
})

test('[RUL15] conflicts that contradict each other leave an order', () => {
  const { order } = ordered([
    task(1, { files: [...writes('a.ts', 'CREATE').files, ...writes('b.ts', 'UPDATE').files] }),
    task(2, { files: [...writes('a.ts', 'UPDATE').files, ...writes('b.ts', 'CREATE').files] }),
  ])
  expect(order).toEqual(['T-001', 'T-002'])
})

test('[RUL15] only so many pairs are looked at, and a warning says where it stopped', () => {
  const tasks = Array.from({ length: 10 }, (_, place) => task(place, writes('a.ts', 'UPDATE')))
  const ordering = orderTasks(tasks, { ...orderDefaults, maxFilePairs: 20 })
  expect(ordering).toMatchObject({
    ok: true,
    fileConflicts: { length: 20 },
    warnings: [{ code: 'FILE_CONFLICTS_CUT', path: 'a.ts' }],
  })
})

test('[RUL16] a task of another spec is no mistake, and is waited for', () => {
  const tasks = [task(1, { dependsOn: ['other#T-9'] })]
  const standing = (states: Record<string, string>): unknown => orderTasks(tasks, orderDefaults, states)
  expect(standing({})).toMatchObject({ ok: true, order: ['T-001'], ready: [], blocked: [] })
  expect(standing({ 'other#T-9': 'complete' })).toMatchObject({ ready: ['T-001'] })
})

test('[RUL17] a failure blocks what hangs on it, however far off, and nothing else', () => {
  const tasks = [task(1), task(2, needs(1)), task(3, needs(2)), task(4), task(5, needs(4)), task(6, needs(5))]
  expect(orderTasks(tasks, orderDefaults, { 'T-001': 'failed', 'T-004': 'complete' })).toMatchObject({
    blocked: ['T-002', 'T-003'],
    ready: ['T-005'],
  })
  expect(orderTasks(tasks, orderDefaults, { 'T-001': 'skipped', 'T-002': 'complete' })).toMatchObject({
    blocked: [],
    ready: ['T-003', 'T-004'],
  })
})
