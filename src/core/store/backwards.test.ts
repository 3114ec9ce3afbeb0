import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from './index.ts'

let folder: string
let sql: Sql
let log: EventLog
const session = newId('ses')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-backwards-'))
  sql = openStore(join(folder, 'iris.db'))
  log = createLog({ sql, clock: systemClock })
  log.write((append) => {
    for (let n = 1; n <= 40; n += 1) {
      const mine = n % 2 === 0 ? { session } : {}
      if (n % 5 === 0) append({ type: 'session.rebooted', ...mine, data: { by: 'user' } })
      else append({ type: 'agent.printed', ...mine, data: { line: String(n) } })
    }
  })
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true })
})

test('[LOG20] before a number, the newest events come, oldest first, with where to go on', () => {
  const page = log.read({ before: 10, limit: 3 })
  expect(page.events.map(({ seq }) => seq)).toEqual([7, 8, 9])
  expect(page).toMatchObject({ previous: 7, next: 9, head: 40 })
  expect(log.read({ before: 3, limit: 5 })).toMatchObject({ previous: null })
})

test('[LOG21] the first event at a time or later is found, and the one after the newest when there is none', () => {
  const { events } = log.read({ limit: 1000 })
  const [first, last] = [events[0], events.at(-1)]
  expect(log.seqAt(0)).toBe(1)
  expect(log.seqAt((last?.at ?? 0) + 1)).toBe(41)
  for (const { at } of events) {
    expect(log.seqAt(at)).toBe(events.find((event) => event.at >= at)?.seq)
  }
  expect(log.seqAt((first?.at ?? 0) - 1)).toBe(1)
})

test('[LOG20] going back page by page gives the same events as going forward, whatever the filter', () => {
  const types = fc.option(fc.subarray(['agent.printed', 'session.rebooted', 'daemon.started']))
  fc.assert(
    fc.property(types, fc.boolean(), fc.integer({ min: 1, max: 13 }), (wanted, ofSession, limit) => {
      const filter = { ...(wanted ? { types: wanted } : {}), ...(ofSession ? { session } : {}) }
      const forwards = log.read({ ...filter, limit: 1000 }).events
      const back: typeof forwards = []
      for (let before: number | null = 41; before !== null;) {
        const page = log.read({ ...filter, before, limit })
        back.unshift(...page.events)
        before = page.previous
      }
      expect(back).toEqual(forwards)
    }),
  )
})
