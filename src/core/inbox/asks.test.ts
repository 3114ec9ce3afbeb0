import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type AgentId } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
import { askMigrations, createAsks, toPermission, type AskRow, type Asks } from './index.ts'

let folder: string
let sql: Sql
let log: EventLog
let asks: Asks
const agent: AgentId = newId('agt')
const session = newId('ses')
let requests = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-asks-'))
  sql = openStore(join(folder, 'iris.db'), [askMigrations])
  const clock = manualClock(1000)
  log = createLog({ sql, clock })
  asks = createAsks({ sql, log, clock })
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true })
})

function file(): AskRow {
  requests += 1
  const about = { session, turn: null, agent, request: `r${requests}`, team: 'alpha', caller: 'user' }
  const what = { kind: 'permission' as const, tool: 'Bash', input: '{"command":"x"}', text: 'Bash x' }
  return log.write((append) => asks.open({ ...about, ...what, forwardedTo: null }, append))
}

test('[TEA25] of two answers that race a thousand times exactly one counts, and it is the one that stands', async () => {
  for (let round = 0; round < 1000; round += 1) {
    const { id } = file()
    const answer = async (allow: boolean): Promise<boolean> => {
      await Promise.resolve()
      return asks.answer(id, { allow, message: null, by: allow ? 'user' : 'beta' }).allow === 1
    }
    const isAllowFirst = Math.random() < 0.5
    const results = await Promise.allSettled([answer(isAllowFirst), answer(!isAllowFirst)])
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]?.reason).toMatchObject({ code: 'ASK_ANSWERED' })
    expect(asks.find(id).allow === 1).toBe(won[0]?.value)
  }
  const answered = log.read({ types: ['ask.answered'], limit: 1000 }).events
  expect(new Set(answered.map((event) => JSON.stringify(event.data))).size).toBe(1000)
})

test('[TEA25] the refusal says how it stands', () => {
  const { id } = file()
  asks.answer(id, { allow: false, message: 'no', by: 'beta' })
  expect(() => asks.answer(id, { allow: true, message: null, by: 'user' })).toThrow(
    expect.objectContaining({
      code: 'ASK_ANSWERED',
      details: { ask: expect.objectContaining({ state: 'denied', answeredBy: 'beta' }) },
    }),
  )
})

test('[TEA27] a withdrawn ask is closed and takes no answer; others of the agent stay open', () => {
  const [first, second] = [file(), file()]
  log.write((append) => asks.withdraw(agent, first.request, append))
  expect(asks.openIn(session).map(({ id }) => id)).toEqual([second.id])
  expect(toPermission(asks.find(first.id)).state).toBe('withdrawn')
  expect(() => asks.answer(first.id, { allow: true, message: null, by: 'user' })).toThrow(/no longer open/)
})

test('[TEA27] the end of an agent closes its asks and settles answers that did not reach it', () => {
  const [open, answered] = [file(), file()]
  asks.answer(answered.id, { allow: true, message: null, by: 'user' })
  expect(asks.uncarried()).toHaveLength(1)
  log.write((append) => asks.withdrawAll(agent, append))
  expect(asks.uncarried()).toEqual([])
  expect(asks.list({ open: true })).toEqual([])
  expect(toPermission(asks.find(open.id)).state).toBe('withdrawn')
  expect(toPermission(asks.find(answered.id)).state).toBe('allowed')
})
