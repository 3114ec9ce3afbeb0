import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Event, type SessionId, type TurnId } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { sessionMigrations } from '../sessions/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
import {
  createHistory,
  createPruning,
  createShrinking,
  historyMigrations,
  type History,
  type Prune,
} from './index.ts'

const day = 86_400_000
const failed = JSON.stringify({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'no such file' }] },
})

let folder: string
let clock: ManualClock
let sql: Sql
let log: EventLog
let history: History
let prune: Prune
const session: SessionId = newId('ses')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-pruning-'))
  clock = manualClock(1_000 * day)
  sql = openStore(join(folder, 'iris.db'), [sessionMigrations, historyMigrations])
  log = createLog({ sql, clock })
  history = createHistory({ sql, log })
  prune = createPruning({ sql, log, clock })
  sql
    .prepare(
      'INSERT INTO session (id, caller, team, conversation, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, 1, 1)',
    )
    .run(session, 'user', 'alpha', '')
})
afterEach(async () => {
  await history.close()
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true })
})

function openTurn(): TurnId {
  const id = newId('trn')
  sql
    .prepare(
      `INSERT INTO turn (id, session, message, uuid, author, acceptedAt, acceptedSeq)
       VALUES (?, ?, 'hello', ?, 'user', ?, ?)`,
    )
    .run(id, session, id, clock.now(), log.head() + 1)
  return id
}

function print(line: string, turn?: TurnId): Event {
  return log.write((append) =>
    append({ type: 'agent.printed', session, ...(turn ? { turn } : {}), data: { line, offset: 7 } }),
  )
}

function pruneAll(before: number, trial = false): { lines: number; bytes: number } {
  const done = { lines: 0, bytes: 0 }
  for (let after: number | null = 0; after !== null;) {
    const part = prune({ before, after, trial, by: 'user' })
    done.lines += part.lines
    done.bytes += part.bytes
    after = part.next
  }
  return done
}

const printed = (): unknown[] =>
  log.read({ types: ['agent.printed'], limit: 1000 }).events.map(({ data }) => data)

test('[LOG25] old lines lose their words and keep their numbers; newer ones and all other events stay', () => {
  const old = print('x'.repeat(2000))
  log.write((append) => append({ type: 'daemon.stopped', data: { reason: 'a test' } }))
  clock.advance(10 * day)
  const fresh = print('what is new')
  const before = log.read({}).events

  expect(pruneAll(clock.now() - 5 * day)).toMatchObject({ lines: 1 })

  const after = log.read({}).events
  expect(after.slice(0, before.length)).toEqual([
    { ...old, data: { line: '', pruned: true } },
    before[1],
    fresh,
  ])
  expect(after.slice(before.length)).toMatchObject([
    { type: 'log.pruned', data: { after: 0, through: old.seq + 1, lines: 1, by: 'user' } },
  ])
})

test('[LOG25] a trial counts and changes nothing; a second pruning finds nothing more', () => {
  for (let n = 0; n < 3; n += 1) print(`line ${n}`)
  clock.advance(3 * day)
  const before = log.read({}).events
  const trial = pruneAll(clock.now() - day, true)
  expect(trial.lines).toBe(3)
  expect(log.read({}).events).toEqual(before)
  expect(pruneAll(clock.now() - day)).toEqual(trial)
  expect(pruneAll(clock.now() - day)).toEqual({ lines: 0, bytes: 0 })
})

test('[LOG25] a turn that is open keeps its lines, however old', () => {
  const open = openTurn()
  const ended = openTurn()
  sql.prepare('UPDATE turn SET endedAt = ? WHERE id = ?').run(clock.now(), ended)
  print('of the open one', open)
  print('of the ended one', ended)
  print('of no turn')
  clock.advance(100 * day)
  pruneAll(clock.now() - day)
  expect(printed()).toEqual([
    { line: 'of the open one', offset: 7 },
    { line: '', pruned: true },
    { line: '', pruned: true },
  ])
})

test('[LOG26] while a turn is open nothing is shrunk; once it has ended, every event reads as before', () => {
  const turn = openTurn()
  print('of a turn', turn)
  const before = log.read({}).events
  const shrink = createShrinking({ sql })
  expect(shrink).toThrow(expect.objectContaining({ code: 'TURNS_OPEN' }))
  sql.prepare('UPDATE turn SET endedAt = ? WHERE id = ?').run(clock.now(), turn)
  shrink()
  expect(log.read({}).events).toEqual(before)
})

test('[LOG25] what is younger than a day cannot be pruned', () => {
  print('of today')
  expect(() => prune({ before: clock.now(), after: 0, trial: false, by: 'user' })).toThrow('a day at least')
  expect(printed()).toEqual([{ line: 'of today', offset: 7 }])
})

test('[LOG25] a problem whose line was pruned is not found any more', async () => {
  const { seq } = print(failed)
  await expect.poll(() => history.findProblem({ session, from: 0, direction: 'next' }).seq).toBe(seq)
  clock.advance(3 * day)
  pruneAll(clock.now() - day)
  expect(history.findProblem({ session, from: 0, direction: 'next' })).toEqual({ seq: null, problems: 0 })
})

test('[LOG25] a log of any length is pruned part by part, each line once', () => {
  const many = 2_345
  log.write((append) => {
    for (let n = 0; n < many; n += 1)
      append({ type: 'agent.printed', session, data: { line: `line ${n}`, offset: n } })
  })
  clock.advance(3 * day)
  const first = prune({ before: clock.now() - day, after: 0, trial: false, by: 'user' })
  expect(first).toMatchObject({ lines: 2_000, next: 2_000, end: many })
  const second = prune({ before: clock.now() - day, after: 2_000, trial: false, by: 'user' })
  expect(second).toMatchObject({ lines: many - 2_000, next: null })
})

test('[LOG25] whatever was printed, its words are gone from the file and every other event reads as before', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3000 }), { minLength: 1, maxLength: 20 }), (texts) => {
      const from = log.head()
      for (const text of texts) {
        print(text)
        log.write((append) => append({ type: 'daemon.stopped', data: { reason: text } }))
      }
      const others = log.read({ after: from, types: ['daemon.stopped'], limit: 1000 }).events
      clock.advance(3 * day)
      pruneAll(clock.now() - day)
      const bodies = sql
        .prepare<{ body: Uint8Array }>("SELECT DISTINCT body FROM event WHERE type = 'agent.printed'")
        .all()
      expect(bodies.map(({ body }) => Buffer.from(body).toString())).toEqual([
        JSON.stringify({ line: '', pruned: true }),
      ])
      expect(log.read({ after: from, types: ['daemon.stopped'], limit: 1000 }).events).toEqual(others)
    }),
    { numRuns: 25 },
  )
})
