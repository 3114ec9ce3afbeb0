import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type SessionId, type TurnEnding, type TurnId } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { sessionMigrations } from '../sessions/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
import { createHistory, historyMigrations, type History } from './index.ts'

let folder: string
let sql: Sql
let log: EventLog
let history: History
const sessions = new Map<string, string>()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-history-'))
  sessions.clear()
  open()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

function open(): void {
  sql = openStore(join(folder, 'iris.db'), [sessionMigrations, historyMigrations])
  log = createLog({ sql, clock: systemClock })
  history = createHistory({ sql, log })
}

async function close(): Promise<void> {
  await history.close()
  await log.close()
  sql.close()
}

function sessionOf(team: string): string {
  const known = sessions.get(team)
  if (known) return known
  const id = newId('ses')
  sql
    .prepare(
      'INSERT INTO session (id, caller, team, conversation, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, 1, 1)',
    )
    .run(id, 'user', team, '')
  sessions.set(team, id)
  return id
}

function turn(message: string, answer: string, more: { team?: string; how?: TurnEnding } = {}): TurnId {
  const id = newId('trn')
  const { team = 'alpha', how = 'answered' } = more
  log.write((append) => {
    sql
      .prepare(
        `INSERT INTO turn (id, session, message, uuid, author, acceptedAt, acceptedSeq, endedAt, how, answer)
         VALUES (?, ?, ?, '', 'user', 1, 1, 2, ?, ?)`,
      )
      .run(id, sessionOf(team), message, how, answer)
    append({ type: 'turn.ended', turn: id, data: { how, preview: '', costUsd: null, advice: null } })
  })
  return id
}

const found = (words: string) => history.find({ words, limit: 10 }).turns.map((one) => one.turn)

test('[DSH18] turns are found by the words of message and answer, the last word unfinished, the newest first', async () => {
  const first = turn('Where is the login?', 'In src/auth.ts')
  const second = turn('Fix the login', 'The token was checked the wrong way round')
  await expect.poll(() => found('login')).toEqual([second, first])
  expect(found('log')).toEqual([second, first])
  expect(found('wrong login')).toEqual([second])
  expect(found('"wrong way"')).toEqual([second])
  expect(found('"way wrong"')).toEqual([])
  expect(history.find({ words: 'auth', limit: 10 }).turns[0]?.snippet).toContain('\u0002auth\u0003')
})

test('[DSH18] team, ending and page narrow what is found, with words or without', async () => {
  const one = turn('deploy it', 'done', { team: 'beta' })
  const two = turn('deploy it', 'no', { how: 'failed' })
  await expect.poll(() => found('deploy')).toHaveLength(2)
  expect(history.find({ team: 'beta', limit: 10 }).turns.map((hit) => hit.turn)).toEqual([one])
  expect(history.find({ words: 'deploy', how: 'failed', limit: 10 }).turns.map((hit) => hit.turn)).toEqual([
    two,
  ])
  const page = history.find({ limit: 1 })
  expect([page.turns[0]?.turn, page.next]).toEqual([two, two])
  expect(history.find({ limit: 1, before: two }).turns.map((hit) => hit.turn)).toEqual([one])
})

test('[DSH18] after a restart what was indexed is found once, and what was not is indexed then', async () => {
  const before = turn('kept words', '')
  await expect.poll(() => found('kept')).toEqual([before])
  await history.close()
  const missed = turn('kept later', '')
  await log.close()
  sql.close()
  open()
  await expect.poll(() => found('kept')).toEqual([missed, before])
})

test('[DSH18] nothing that can be typed is an operator or a fault', async () => {
  const id = turn('a "quoted" word AND more', 'x')
  await expect.poll(() => found('word')).toEqual([id])
  const typed = fc.oneof(
    fc.string(),
    fc.constantFrom('AND', 'NOT', '"', '*', 'message:', '(', 'NEAR(a b)', '-', "'"),
  )
  fc.assert(
    fc.property(
      fc.array(typed).map((parts) => parts.join(' ')),
      (words) => found(words).length >= 0,
    ),
  )
})

/** Records a line of a tool that came back. */
function toolReturned(session: SessionId, isError: boolean): number {
  const content = [{ type: 'tool_result', tool_use_id: 't', content: 'x', is_error: isError }]
  const line = JSON.stringify({ type: 'user', message: { content } })
  return log.write((append) => append({ type: 'agent.printed', session, data: { line } })).seq
}

test('[DSH41] the next and the previous problem of a session are found from any place, and around its ends', async () => {
  const session = newId('ses')
  const first = toolReturned(session, true)
  toolReturned(newId('ses'), true)
  for (let n = 0; n < 50; n += 1) toolReturned(session, false)
  const data = { how: 'failed', preview: '', costUsd: null, advice: null } as const
  const { seq: last } = log.write((append) => append({ type: 'turn.ended', session, data }))
  const from = (place: number, direction: 'next' | 'previous') =>
    history.findProblem({ session, from: place, direction })
  await expect.poll(() => from(0, 'next')).toEqual({ seq: first, problems: 2 })
  expect(from(first, 'next').seq).toBe(last)
  expect(from(last, 'next').seq).toBe(first)
  expect(from(last, 'previous').seq).toBe(first)
  expect(from(first, 'previous').seq).toBe(last)
  expect(history.findProblem({ session: newId('ses'), from: 0, direction: 'next' })).toEqual({
    seq: null,
    problems: 0,
  })
})

test('[DSH41] who looks for a problem waits until all that is in the log can be found', async () => {
  const session = newId('ses')
  const problems = () => history.findProblem({ session, from: 0, direction: 'next' }).problems
  log.write(() => {
    for (let n = 0; n < 3000; n += 1) toolReturned(session, n % 1000 === 999)
  })
  await history.caughtUp()
  expect(problems()).toBe(3)
})

test('[DSH41] after a restart each problem is there once', async () => {
  const session = newId('ses')
  const problems = () => history.findProblem({ session, from: 0, direction: 'next' }).problems
  toolReturned(session, true)
  await expect.poll(problems).toBe(1)
  await history.close()
  toolReturned(session, true)
  await log.close()
  sql.close()
  open()
  await expect.poll(problems).toBe(2)
})
