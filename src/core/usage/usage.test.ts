import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
import { createUsage, usageMigrations, type Usage } from './index.ts'

let folder: string
let clock: ManualClock
let sql: Sql
let log: EventLog
let usage: Usage
const noon = new Date(2030, 4, 5, 12).getTime()
const hour = 3_600_000

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-usage-'))
  clock = manualClock(noon)
  open()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

function open(): void {
  sql = openStore(join(folder, 'iris.db'), [usageMigrations])
  log = createLog({ sql, clock })
  usage = createUsage({ sql, log, clock })
}
async function close(): Promise<void> {
  usage.close()
  await log.close()
  sql.close()
}
function spend(costUsd: number, more: { team?: string; rehearsed?: boolean } = {}): void {
  const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }
  const used = { turn: newId('trn'), session, team: more.team ?? 'alpha', costUsd, tokens }
  log.write((append) => usage.record({ ...used, rehearsed: more.rehearsed ?? false, model: null }, append))
}
function hold(until: number): void {
  log.write((append) => usage.hold(until, 'five_hour', append))?.()
}
const session = newId('ses')
const types = () => log.read({ types: ['quota.reached', 'quota.lifted'] }).events.map((event) => event.type)

test('[TEA29] a budget a day counts from midnight, a total for ever, each for its team', () => {
  spend(3)
  spend(4, { team: 'beta' })
  expect(usage.overBudget({ day: 3.01, total: undefined }, 'alpha')).toBeUndefined()
  expect(usage.overBudget({ day: 3, total: undefined }, 'alpha')).toContain('$3 a day')
  expect(usage.overBudget({ day: undefined, total: 3 }, 'alpha')).toContain('$3')
  expect(usage.overBudget({ day: undefined, total: undefined }, 'alpha')).toBeUndefined()
  clock.advance(12 * hour)
  expect(usage.spentToday('alpha')).toBe(0)
  expect(usage.overBudget({ day: 3, total: undefined }, 'alpha')).toBeUndefined()
  expect(usage.overBudget({ day: undefined, total: 3 }, 'alpha')).toContain('$3')
})

test('[TEA29] the budget of all teams counts every team', () => {
  spend(3)
  spend(4, { team: 'beta' })
  expect(usage.overBudget({ day: 7.01, total: undefined })).toBeUndefined()
  expect(usage.overBudget({ day: 7, total: undefined })).toContain('all teams of $7 a day')
  expect(usage.overBudget({ day: undefined, total: 7 })).toContain('all teams of $7')
})

test('[TEA29] a budget of 0 allows nothing', () => {
  expect(usage.overBudget({ day: 0, total: undefined }, 'alpha')).toContain('$0')
})

test('rehearsed cost is recorded but counts against no budget', () => {
  spend(5, { rehearsed: true })
  expect(usage.spentIn(session)).toBe(5)
  expect(usage.spentToday('alpha')).toBe(0)
  expect(usage.overBudget({ day: 1, total: 1 }, 'alpha')).toBeUndefined()
})

test('[TEA30] a limit holds until its reset, then is lifted once, with events for both', () => {
  let lifted = 0
  usage.lifted$.subscribe(() => (lifted += 1))
  hold(noon + hour)
  hold(noon + hour)
  expect(usage.heldUntil()).toBe(noon + hour)
  clock.advance(hour)
  expect([usage.heldUntil(), lifted, types()]).toEqual([0, 1, ['quota.reached', 'quota.lifted']])
  hold(noon)
  expect(usage.heldUntil()).toBe(0)
})

test('[TEA30] a later reset takes the place of an earlier one', () => {
  hold(noon + hour)
  hold(noon + 2 * hour)
  clock.advance(hour)
  expect(usage.heldUntil()).toBe(noon + 2 * hour)
  clock.advance(hour)
  expect([usage.heldUntil(), types().filter((type) => type === 'quota.lifted')]).toEqual([
    0,
    ['quota.lifted'],
  ])
})

test('[TEA30] a limit outlives the daemon, also when it ends while no daemon runs', async () => {
  hold(noon + hour)
  await close()
  clock.advance(hour / 2)
  open()
  expect(usage.heldUntil()).toBe(noon + hour)
  await close()
  clock.advance(hour)
  open()
  clock.advance(1)
  expect([usage.heldUntil(), types()]).toEqual([0, ['quota.reached', 'quota.lifted']])
})

test('[TEA30] a reset in a month is waited for, and one that came while the machine slept is noticed', () => {
  let now = noon
  let timer = { delay: 0, call: (): void => undefined }
  const sleeper = {
    now: () => now,
    steady: () => 0,
    after: (delay: number, call: () => void) => ((timer = { delay, call }), () => undefined),
  }
  const own = createUsage({ sql, log, clock: sleeper })
  const month = noon + 30 * 24 * hour
  log.write((append) => own.hold(month, 'overage', append))?.()
  for (const _ of [1, 2, 3]) {
    expect(timer.delay).toBeLessThanOrEqual(60_000)
    timer.call()
    expect(own.heldUntil()).toBe(month)
  }
  now = month
  timer.call()
  timer.call()
  expect(types()).toEqual(['quota.reached', 'quota.lifted'])
})

test('[TEA30] a limit that is rolled back with its line holds nothing', () => {
  expect(() =>
    log.write((append) => {
      usage.hold(noon + hour, 'five_hour', append)
      throw new Error('no room')
    }),
  ).toThrow('no room')
  expect(usage.heldUntil()).toBe(0)
})

test('[TEA62] a limit that somebody lifts holds nothing any more, says by whom, and is met again as before', async () => {
  let lifted = 0
  usage.lifted$.subscribe(() => (lifted += 1))
  expect(usage.lift('user')).toBeNull()
  hold(noon + hour)
  expect([usage.lift('user'), usage.heldUntil(), lifted]).toEqual([noon + hour, 0, 1])
  expect(usage.lift('user')).toBeNull()
  const { events } = log.read({ types: ['quota.lifted'] })
  expect(events).toMatchObject([{ data: { until: noon + hour, by: 'user' } }])
  await close()
  open()
  expect(usage.heldUntil()).toBe(0)
  hold(noon + hour)
  expect(usage.heldUntil()).toBe(noon + hour)
  clock.advance(hour)
  expect(types()).toEqual(['quota.reached', 'quota.lifted', 'quota.reached', 'quota.lifted'])
})

test('[TEA62] what cannot be recorded is not lifted', () => {
  hold(noon + hour)
  sql.exec("CREATE TRIGGER full BEFORE DELETE ON quota BEGIN SELECT RAISE(FAIL, 'no room'); END")
  expect(() => usage.lift('user')).toThrow()
  expect([usage.heldUntil(), types()]).toEqual([noon + hour, ['quota.reached']])
})

test('[TEA39] every sum is read from an index', () => {
  const sum = 'EXPLAIN QUERY PLAN SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE'
  const plan = (where: string) => sql.prepare<{ detail: string }>(`${sum} ${where}`).all()
  expect(plan('at >= 1 AND rehearsed = 0')).toMatchObject([
    { detail: 'SEARCH usage USING COVERING INDEX usage_paid (at>?)' },
  ])
  expect(plan("team = 'a' AND at >= 1 AND rehearsed = 0")).toMatchObject([
    { detail: 'SEARCH usage USING COVERING INDEX usage_paid_by_team (team=? AND at>?)' },
  ])
})

test('[WRK24] use counts for the scopes a session has then, in all and by the day, in money and in tokens', () => {
  const [build, task] = [
    { kind: 'build', name: 'shop-b1' } as const,
    { kind: 'task', name: 'shop-1' } as const,
  ]
  usage.countFor(session, [build, task])
  spend(2)
  usage.countFor(session, [task])
  spend(3)
  expect([usage.usedBy(build), usage.usedBy(task)]).toEqual([
    { usd: 2, tokens: 7 },
    { usd: 5, tokens: 14 },
  ])
  expect(usage.overScope(session)).toBeUndefined()
  usage.setLimit(task, { span: 'day', usd: 5, tokens: null })
  expect(usage.overScope(session)).toContain('the budget of the task shop-1 of $5 a day is spent')
  clock.advance(12 * hour)
  expect(usage.overScope(session)).toBeUndefined()
  usage.setLimit(task, { span: 'total', usd: null, tokens: 14 })
  expect(usage.overScope(session)).toContain('14 tokens')
  expect(usage.overScope(newId('ses'))).toBeUndefined()
  expect(usage.scopeUse(10)).toHaveLength(2)
})
