import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { createLog, openStore, type EventLog } from '../../core/store/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { createReadLines } from './lines.ts'

const session = newId('ses')
const turns = [newId('trn'), newId('trn')] as const
let log: EventLog
let close: () => Promise<void>

beforeAll(() => {
  const sql = openStore(':memory:', [])
  log = createLog({ sql, clock: manualClock() })
  close = async () => {
    await log.close()
    sql.close()
  }
  log.write((append) => {
    for (let n = 0; n < 3000; n += 1) {
      const subject = n % 2 === 0 ? { session, turn: turns[n < 2500 ? 0 : 1] } : { session: newId('ses') }
      append({ type: 'agent.printed', data: { line: `line ${n}` }, ...subject })
    }
  })
})
afterAll(() => close())

test.each([
  ['a session', undefined, 1500],
  ['its first turn', turns[0], 1250],
  ['its last turn', turns[1], 250],
])('[MCP10] the recorded lines of %s come in pages, each once and in order', (_, turn, count) => {
  const read = createReadLines(log)
  const lines: string[] = []
  let after: number | null = 0
  while (after !== null) {
    const page = read({ session, turn, after, limit: 70 })
    expect(page.lines.length).toBeLessThanOrEqual(70)
    lines.push(...page.lines.map(({ line }) => line))
    after = page.next
  }
  expect(lines).toHaveLength(count)
  expect(lines).toEqual(lines.toSorted((a, b) => Number(a.slice(5)) - Number(b.slice(5))))
})

test.each([
  ['a session', undefined, 1500],
  ['its first turn', turns[0], 1250],
])(
  '[MCP36] read backwards from the newest, the lines of %s come in pages, each once and in order',
  (_, turn, count) => {
    const read = createReadLines(log)
    let lines: string[] = []
    let before: number | null = Number.MAX_SAFE_INTEGER
    while (before !== null) {
      const page = read({ session, turn, after: 0, before, limit: 70 })
      expect([page.next, page.lines.length <= 70]).toEqual([null, true])
      lines = [...page.lines.map(({ line }) => line), ...lines]
      before = page.previous
    }
    const forwards = read({ session, turn, after: 0, limit: 2000 })
    expect(lines).toEqual(forwards.lines.map(({ line }) => line))
    expect(lines).toHaveLength(count)
  },
)

test.each([false, true])(
  '[MCP10] long lines make short pages, and none is left out (of a turn: %s)',
  (isOfTurn) => {
    const most = 4 * 1024 * 1024
    const own = { session: newId('ses'), turn: newId('trn') }
    const lengths = [5, 3_000_000, 1_000_000, 1_000_000, most + 1, 5, 2_000_000]
    log.write((append) => {
      for (const length of lengths)
        append({ type: 'agent.printed', data: { line: 'x'.repeat(length) }, ...own })
    })
    const read = createReadLines(log)
    const pages: number[][] = []
    let after: number | null = 0
    while (after !== null) {
      const query = { session: own.session, turn: isOfTurn ? own.turn : undefined, after, limit: 200 }
      const { lines, next } = read(query)
      pages.push(lines.map(({ line }) => line.length))
      after = next
    }
    expect(pages).toEqual([[5, 3_000_000, 1_000_000], [1_000_000], [most + 1], [5, 2_000_000]])
  },
)

test('[MCP10] a session that printed nothing has no lines', () => {
  const read = createReadLines(log)
  expect(read({ session: newId('ses'), turn: undefined, after: 0, limit: 10 })).toEqual({
    lines: [],
    next: null,
    previous: null,
  })
})

test('[MCP10] one call looks through twenty pages at most, and says where to go on', () => {
  let pages = 0
  const head = 1_000_000
  // A log in which every line is of another turn.
  const others = createReadLines({
    read({ after = 0, limit = 0 }) {
      pages += 1
      const next = after + limit
      const event = {
        seq: next,
        at: 1,
        v: 1,
        type: 'agent.printed' as const,
        turn: turns[0],
        data: { line: 'x' },
      }
      return { events: [event], next, head, previous: null }
    },
  })
  const read = others({ session, turn: turns[1], after: 0, limit: 10 })
  expect([pages, read]).toEqual([20, { lines: [], next: 20_000, previous: null }])
})
