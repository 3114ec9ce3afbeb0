import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/index.ts'
import { deadlockDoor, preemptionDoor, ruleDoors } from '../rules/index.ts'
import { openStore, createLog, type EventLog } from '../store/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createRulingRows, rulingMigrations } from './rows.ts'
import { createRulings, type Rulings } from './rulings.ts'

let sql: Sql
let log: EventLog
let rulings: Rulings
beforeEach(() => {
  sql = openStore(':memory:', [rulingMigrations])
  log = createLog({ sql, clock: systemClock })
  rulings = createRulings({ sql, log, clock: systemClock })
})
afterEach(async () => {
  await log.close()
  sql.close()
})

const inputs = {
  holder: { priority: -2, at_checkpoint: true },
  waiting: [{ id: 'shop-2', priority: -3, waited_min: 25 }],
}

test('[RLG1] [RLG5] a rule is run and its ruling kept in the transaction under way, as it can be tried by hand', () => {
  const { ruling, outcome } = rulings.rule(preemptionDoor, { inputs, about: 'shop-1' })
  expect(outcome).toEqual({ preempt: true, for: ['shop-2'] })
  expect(rulings.get(ruling)).toMatchObject({ rule: 'preemption', about: 'shop-1', inputs, outcome })
  expect(ruleDoors.find(({ name }) => name === 'preemption')?.try(rulings.get(ruling).inputs)).toEqual({
    ok: true,
    decision: outcome,
  })
  expect(log.read({ after: 0, limit: 10 }).events.at(-1)).toMatchObject({
    type: 'ruling.made',
    data: { ruling, rule: 'preemption', about: 'shop-1' },
  })
  const undone = () =>
    log.write(() => {
      rulings.rule(preemptionDoor, { inputs, about: 'shop-1' })
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  expect(rulings.list({ limit: 10 }).rulings).toHaveLength(1)
})

test('[RLG3] a replay says whether the rule of today decides the same', () => {
  const { ruling } = rulings.rule(preemptionDoor, { inputs, about: 'shop-1' })
  expect(rulings.replay(ruling).isSame).toBe(true)
  const other = rulings.keep(preemptionDoor, {
    inputs,
    outcome: { preempt: false, for: [] },
    about: 'shop-1',
  })
  expect(rulings.replay(other)).toMatchObject({
    isSame: false,
    was: { preempt: false },
    now: { preempt: true },
  })
  const gone = rulings.keep(
    { ...preemptionDoor, name: 'gone' },
    { inputs, outcome: { preempt: false, for: [] }, about: 'x' },
  )
  expect(() => rulings.replay(gone)).toThrow(expect.objectContaining({ code: 'RULING_NOT_REPLAYABLE' }))
})

test('[RLG2] rulings come newest first, in slices, of one rule or about one thing', () => {
  for (const about of ['shop-1', 'shop-2', 'shop-1']) rulings.rule(preemptionDoor, { inputs, about })
  rulings.rule(deadlockDoor, { inputs: { now: '2026-01-10T12:00:00Z', agents: [] }, about: 'shop-3' })
  const first = rulings.list({ limit: 3 })
  expect(first.rulings.map(({ about }) => about)).toEqual(['shop-3', 'shop-1', 'shop-2'])
  const rest = rulings.list({ limit: 3, before: first.next! })
  expect([rest.rulings.map(({ about }) => about), rest.next]).toEqual([['shop-1'], null])
  expect(rulings.list({ limit: 9, about: 'shop-1' }).rulings).toHaveLength(2)
  expect(rulings.list({ limit: 9, rule: 'deadlock' }).rulings).toMatchObject([{ about: 'shop-3' }])
  expect(() => rulings.get('rlg_00000000000000000000000000')).toThrow(
    expect.objectContaining({ code: 'RULING_UNKNOWN' }),
  )
})

test('[RLG4] only so many are kept, and nothing that is too long', () => {
  const rows = createRulingRows(sql, 3)
  const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => `rlg_${letter.repeat(26)}` as const)
  for (const [at, ruling] of ids.entries())
    rows.insert({ ruling, rule: 'x', about: 'y', at, inputs: 1, outcome: 'z'.repeat(70_000) })
  expect(rows.list({ limit: 10 }).map(({ at }) => at)).toEqual([4, 3, 2])
  expect(rows.get(ids[4]!)).toMatchObject({ inputs: 1, outcome: null })
  const waiting = Array.from({ length: 3000 }, (_, place) => ({ id: `shop-${place}-${'x'.repeat(40)}` }))
  const { ruling } = rulings.rule(preemptionDoor, { inputs: { ...inputs, waiting }, about: 'shop-1' })
  expect(() => rulings.replay(ruling)).toThrow(expect.objectContaining({ code: 'RULING_NOT_REPLAYABLE' }))
})
