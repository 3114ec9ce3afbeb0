import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventEnvelope } from '../../contract/index.ts'
import { poolHistory } from './index.ts'

const hour = 3_600_000
const event = (at: number, type: string, data: object = {}): EventEnvelope => ({
  seq: 1,
  at,
  v: 1,
  type,
  data,
})

test('[DSH21] the hours of the pool tell what happened to agents and how many were alive', () => {
  const exited = (at: number, data: object) => event(at, 'agent.exited', { code: 0, signal: null, ...data })
  const events = [
    event(0.1 * hour, 'agent.started'),
    event(1.2 * hour, 'agent.started'),
    event(1.3 * hour, 'turn.waiting', { for: 'pool' }),
    event(1.4 * hour, 'turn.waiting', { for: 'turn' }),
    exited(1.5 * hour, { endedFor: 'room' }),
    event(1.6 * hour, 'agent.started'),
    exited(3.1 * hour, { code: 1, reason: 'exited' }),
    exited(3.2 * hour, { code: 143, endedFor: 'idle' }),
  ]
  const { columns, alive, totals } = poolHistory(events, { now: 3.5 * hour, alive: 0, hours: 3 })
  expect(alive).toEqual([2, 2, 2])
  expect(columns.map(({ at, total }) => [at / hour, total])).toEqual([
    [1, 4],
    [2, 0],
    [3, 2],
  ])
  expect(totals).toEqual({
    started: 2,
    'ended, done or idle': 1,
    'ended to make room': 1,
    crashed: 1,
    'waits for a slot': 1,
  })
  const quiet = poolHistory([], { now: 3.5 * hour, alive: 4, hours: 3 })
  expect([quiet.alive, quiet.columns.map(({ total }) => total)]).toEqual([
    [4, 4, 4],
    [0, 0, 0],
  ])
})

test('[DSH21] whatever happened, nobody is alive a negative number of times and nothing is counted twice', () => {
  const type = fc.constantFrom('agent.started', 'agent.exited', 'turn.waiting')
  const some = fc.array(fc.record({ at: fc.integer({ min: 0, max: 30 * hour }), type }))
  fc.assert(
    fc.property(some, fc.nat(20), (made, alive) => {
      const events = made.toSorted((a, b) => a.at - b.at).map(({ at, type: kind }) => event(at, kind))
      const history = poolHistory(events, { now: 30 * hour, alive, hours: 24 })
      expect(history.alive).toHaveLength(24)
      expect(history.alive.every((count) => count >= 0)).toBe(true)
      const counted = Object.values(history.totals).reduce((sum, count) => sum + count, 0)
      expect(history.columns.reduce((sum, { total }) => sum + total, 0)).toBe(counted)
      expect(counted).toBeLessThanOrEqual(events.length)
    }),
  )
})
