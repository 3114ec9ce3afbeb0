import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePreemption, maxGivingWay, urgencyOf } from './preemption.ts'
import { judgeLeases, type LeaseHolder, type LeaseTable } from './deadlock.ts'

const now = Date.parse('2026-01-10T12:00:00Z')
const later = now + 60_000

function agent(id: string, more: Partial<LeaseHolder> = {}): LeaseHolder {
  return { id, priority: 1, startedAt: now - 1000, state: 'running', ...more }
}

const lease = (file: string, holder: string, expiresAt = later): LeaseTable['leases'][number] => ({
  file,
  holder,
  expiresAt,
})
const wait = (waiter: string, file: string): LeaseTable['waits'][number] => ({ waiter, file })

test('[RUL40] a lease is free when it is over or its holder crashed, and kept while a person is waited for', () => {
  const ruling = judgeLeases({
    now,
    agents: [
      agent('a'),
      agent('b', { state: 'crashed' }),
      agent('c', { state: 'waiting_for_human' }),
      agent('d'),
    ],
    leases: [lease('over', 'a', now), lease('dead', 'b'), lease('asked', 'c', now - 1), lease('held', 'a')],
    waits: [wait('d', 'over')],
  })
  expect(ruling.released).toEqual(['over', 'dead'])
  expect(ruling.grants).toEqual([{ file: 'over', to: 'd' }])
})

test('[RUL41] a circle of any length is a deadlock, and one of it gives way', () => {
  const table = (more: Partial<LeaseHolder>[]): LeaseTable => ({
    now,
    agents: ['c', 'a', 'b'].map((id, place) => agent(id, more[place])),
    leases: [lease('x', 'a'), lease('y', 'b'), lease('z', 'c')],
    waits: [wait('a', 'y'), wait('b', 'z'), wait('c', 'x')],
  })
  expect(judgeLeases(table([])).deadlocks).toEqual([['a', 'b', 'c']])
  expect(judgeLeases(table([])).victims).toEqual(['c'])
  expect(judgeLeases(table([{}, { startedAt: now }])).victims).toEqual(['a'])
  expect(judgeLeases(table([{}, { startedAt: now }, { priority: 0 }])).victims).toEqual(['b'])
})

test('[RUL41] who waits for a person, or for who is gone, is in no deadlock', () => {
  const table = (state: LeaseHolder['state']): LeaseTable => ({
    now,
    agents: [agent('a', { state }), agent('b')],
    leases: [lease('x', 'a'), lease('y', 'b')],
    waits: [wait('a', 'y'), wait('b', 'x')],
  })
  expect(judgeLeases(table('running')).deadlocks).toEqual([['a', 'b']])
  expect(judgeLeases(table('waiting_for_human')).deadlocks).toEqual([])
  expect(judgeLeases(table('crashed'))).toMatchObject({
    deadlocks: [],
    grants: [{ file: 'x', to: 'b' }],
    refused: [{ agent: 'a' }],
  })
})

test('[RUL42] free files are given all or none, by priority, and never to one that is gone', () => {
  const ruling = judgeLeases({
    now,
    agents: [agent('a'), agent('b'), agent('c', { priority: 2 }), agent('d', { state: 'crashed' })],
    leases: [lease('held', 'a')],
    waits: [
      wait('b', 'x'),
      wait('b', 'held'),
      wait('c', 'y'),
      wait('a', 'y'),
      wait('a', 'held'),
      wait('d', 'z'),
      wait('e', 'z'),
    ],
  })
  expect(ruling.grants).toEqual([{ file: 'y', to: 'c' }])
  expect(ruling.refused.map((one) => one.agent)).toEqual(['d', 'e'])
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const tables = fc.record({
  leases: fc.uniqueArray(fc.record({ file: fc.constantFrom(...ids), holder: fc.constantFrom(...ids) }), {
    selector: ({ file }) => file,
  }),
  waits: fc.array(fc.record({ waiter: fc.constantFrom(...ids), file: fc.constantFrom(...ids) }), {
    maxLength: 12,
  }),
})

/** Who waits for whom, however far, found the slow way. */
function reachOf(
  leases: readonly { file: string; holder: string }[],
  waits: readonly { waiter: string; file: string }[],
): Map<string, Set<string>> {
  const holderOf = new Map(leases.map(({ file, holder }) => [file, holder]))
  const reach = new Map(ids.map((id) => [id, new Set<string>()]))
  for (let round = 0; round < ids.length; round += 1)
    for (const { waiter, file } of waits) {
      const holder = holderOf.get(file)
      if (holder === undefined || holder === waiter) continue
      for (const to of [holder, ...(reach.get(holder) ?? [])]) reach.get(waiter)?.add(to)
    }
  return reach
}

test('[RUL41] in any table two agents share a deadlock exactly when each waits for the other, however far', () => {
  fc.assert(
    fc.property(tables, ({ leases, waits }) => {
      const reach = reachOf(leases, waits)
      const { deadlocks, victims } = judgeLeases({
        now,
        agents: ids.map((id) => agent(id)),
        leases: leases.map(({ file, holder }) => lease(file, holder)),
        waits,
      })
      const together = (one: string, other: string): boolean =>
        deadlocks.some((knot) => knot.includes(one) && knot.includes(other))
      const pairs = ids.flatMap((one) =>
        ids.filter((other) => other !== one).map((other) => [one, other] as const),
      )
      const waitsFor = (one: string, other: string): boolean => reach.get(one)?.has(other) === true
      expect(pairs.filter(([one, other]) => together(one, other))).toEqual(
        pairs.filter(([one, other]) => waitsFor(one, other) && waitsFor(other, one)),
      )
      expect(victims.map((victim, place) => deadlocks[place]?.includes(victim))).toEqual(
        deadlocks.map(() => true),
      )
    }),
  )
})

test('[RUL42] in any table no file is given to two, nor one that another holds', () => {
  fc.assert(
    fc.property(tables, ({ leases, waits }) => {
      const { grants } = judgeLeases({
        now,
        agents: ids.map((id) => agent(id)),
        leases: leases.map(({ file, holder }) => lease(file, holder)),
        waits,
      })
      expect(new Set(grants.map(({ file }) => file)).size).toBe(grants.length)
      for (const { file, to } of grants)
        expect(leases.find((one) => one.file === file)?.holder ?? to).toBe(to)
    }),
  )
})

test('[RUL43] [RUL44] a task gives way at a checkpoint alone, to who is more urgent by then, and three times at most', () => {
  const waiting = [
    { id: 'a', priority: 0, waitedMin: 0 },
    { id: 'b', priority: -1, waitedMin: 29.9 },
    { id: 'c', priority: -3, waitedMin: 60 },
  ]
  const holder = { priority: 0, atCheckpoint: true, gaveWay: 0 }
  expect(judgePreemption(holder, waiting)).toEqual({ preempt: true, for: ['c', 'b'] })
  expect(judgePreemption({ ...holder, atCheckpoint: false }, waiting)).toEqual({ preempt: false, for: [] })
  expect(judgePreemption(holder, waiting.slice(0, 1))).toEqual({ preempt: false, for: [] })
  expect(judgePreemption({ ...holder, gaveWay: maxGivingWay - 1 }, waiting).preempt).toBe(true)
  expect(judgePreemption({ ...holder, gaveWay: maxGivingWay }, waiting)).toEqual({ preempt: false, for: [] })
  expect(urgencyOf({ priority: -2, waitedMin: 9.99 })).toBe(-2)
  expect(urgencyOf({ priority: -2, waitedMin: 10 })).toBe(-1)
})
