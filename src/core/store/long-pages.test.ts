import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, type Event } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog, type LogQuery } from './index.ts'

const maxChars = 4 * 1024 * 1024
const session = newId('ses')
let sql: Sql
let log: EventLog

beforeAll(() => {
  sql = openStore(':memory:', [])
  log = createLog({ sql, clock: manualClock() })
  log.write((append) => {
    for (let n = 1; n <= 30; n += 1) {
      const line = 'x'.repeat(n === 17 ? maxChars + 1 : n % 3 === 0 ? 1_000_000 : 20)
      append({ type: 'agent.printed', session, data: { line } })
      append({ type: 'session.rebooted', session, data: { by: 'user' } })
    }
  })
})
afterAll(async () => {
  await log.close()
  sql.close()
})

const queries: [string, LogQuery][] = [
  ['all', {}],
  ['a session', { session }],
  ['some types', { types: ['agent.printed', 'session.rebooted'] }],
  ['both', { session, types: ['session.rebooted', 'agent.printed'] }],
]
const all = Array.from({ length: 60 }, (_, index) => index + 1)

function expectBounded(events: readonly Event[]): void {
  const chars = events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0)
  if (events.length !== 1) expect(chars).toBeLessThanOrEqual(maxChars)
}

test.each(queries)('[LOG10] long events make short pages, and nothing is left out: %s', (_, query) => {
  const seen: number[] = []
  for (let after = 0; after < log.head();) {
    const { events, next } = log.read({ ...query, after })
    expectBounded(events)
    seen.push(...events.map(({ seq }) => seq))
    expect(next).toBe(seen.at(-1))
    after = next
  }
  expect(seen).toEqual(all)
})

test.each(queries)('[LOG20] backwards the newest that fit come, and the rest is before: %s', (_, query) => {
  let seen: number[] = []
  for (let before: number | null = log.head() + 1; before !== null;) {
    const { events, previous } = log.read({ ...query, before })
    expectBounded(events)
    seen = [...events.map(({ seq }) => seq), ...seen]
    before = previous
  }
  expect(seen).toEqual(all)
})

test.each(queries)('[LOG10] hardly more rows are read than a page holds: %s', async (_, query) => {
  let bodies = 0
  const counted = createLog({ sql: counting(sql, () => (bodies += 1)), clock: manualClock() })
  for (const place of [{ after: 0 }, { before: log.head() + 1 }]) {
    bodies = 0
    const { events } = counted.read({ ...query, ...place })
    expect(events.length).toBeLessThan(40)
    // Small bodies are inflated together, so a few rows more may be at hand.
    expect(bodies).toBeLessThanOrEqual(events.length + 5)
  }
  await counted.close()
})

/** The same database, with somebody told of each body that is read. */
function counting(real: Sql, onBody: () => void): Sql {
  const note = <Row>(row: Row): Row => {
    if (typeof row === 'object' && row !== null && 'body' in row) onBody()
    return row
  }
  return {
    ...real,
    prepare<Row>(query: string) {
      const statement = real.prepare<Row>(query)
      return {
        ...statement,
        get: (...values) => note(statement.get(...values)),
        all: (...values) => statement.all(...values).map(note),
        *iterate(...values) {
          for (const row of statement.iterate(...values)) yield note(row)
        },
      }
    },
  }
}
