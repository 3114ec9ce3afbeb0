import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Event, NewEvent } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { openSql, type Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from './index.ts'

const clock = manualClock(1_000)
const stopped = (reason: string): NewEvent => ({ type: 'daemon.stopped', data: { reason } })
const reasons = (events: readonly Event[]) => events.map(({ data }) => (data as { reason: string }).reason)
let folder = ''
let sql: Sql
let log: EventLog

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-batched-'))
  sql = openStore(join(folder, 'iris.db'))
  log = createLog({ sql, clock })
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true, force: true })
})

test('[LOG22] what is written batched in one turn of the event loop is one commit, after what was enqueued', async () => {
  const batches: string[][] = []
  const reading = (async () => {
    for await (const batch of log.tail()) batches.push(reasons(batch))
  })()
  const all = [
    log.enqueue(stopped('first')),
    log.writeBatched((append) => append(stopped('a')).seq),
    log.writeBatched((append) => append(stopped('b')).seq),
  ]
  expect(log.head()).toBe(0)
  expect((await Promise.all(all)).slice(1)).toEqual([2, 3])
  await log.close()
  await reading
  expect(batches).toEqual([['first', 'a', 'b']])
})

test('[LOG22] who throws loses only its own part', async () => {
  const fine = log.writeBatched((append) => append(stopped('fine')).seq)
  const faulty = log.writeBatched((append) => {
    append(stopped('half'))
    throw new Error('stop')
  })
  const last = log.writeBatched((append) => append(stopped('last')).seq)
  await expect(faulty).rejects.toThrow('stop')
  expect(await Promise.all([fine, last])).toEqual([1, 2])
  expect(reasons(log.read({}).events)).toEqual(['fine', 'last'])
})

test('[LOG22] closing does what is waiting, and afterwards nothing is taken', async () => {
  const waiting = log.writeBatched((append) => append(stopped('a')).seq)
  await log.close()
  expect(await waiting).toBe(1)
  await expect(log.writeBatched(() => 1)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
})

test('[LOG14] a cursor goes along with the next commit, and after a second alone', async () => {
  const other = openSql(join(folder, 'iris.db'), { readOnly: true })
  const saved = () =>
    other.prepare<{ seq: number }>("SELECT seq FROM follower WHERE name = 'counter'").get()?.seq
  let handled = 0
  log.follow({ name: 'counter', handle: () => void (handled += 1) })
  const seen = async (count: number) => {
    await expect.poll(() => handled).toBe(count)
    await new Promise(setImmediate)
  }
  log.write((append) => append(stopped('a')))
  await seen(1)
  expect(saved()).toBeUndefined()
  log.write((append) => append(stopped('b')))
  expect(saved()).toBe(1)
  await seen(2)
  clock.advance(1000)
  expect(saved()).toBe(2)
  other.close()
})
