import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NewEvent } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from './index.ts'

const stopped: NewEvent = { type: 'daemon.stopped', data: { reason: 'x' } }
let folder = ''
let sql: Sql
let clock: ManualClock
let log: EventLog
let syncs: number
let checkpoints: number
let isBroken: boolean
/** Lets a sync in the background end. */
let letGo: (() => void)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-disk-'))
  sql = openStore(join(folder, 'iris.db'))
  clock = manualClock(1_000)
  syncs = 0
  checkpoints = 0
  isBroken = false
  letGo = []
  const syncSoon = async (): Promise<void> => {
    await new Promise<void>((resolve) => letGo.push(resolve))
    sync()
  }
  const sync = (): void => {
    if (isBroken) throw new Error('the disk fails')
    sql.sync()
    syncs += 1
  }
  const checkpoint = (): void => {
    if (isBroken) throw new Error('the disk fails')
    sql.checkpoint()
    checkpoints += 1
  }
  log = createLog({ sql: { ...sql, sync, syncSoon, checkpoint }, clock })
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true, force: true })
})

test('[LOG23] what was committed is put on disk once, and what is there costs nothing', () => {
  log.settle()
  expect(syncs).toBe(0)
  log.write((append) => append(stopped))
  log.write((append) => append(stopped))
  log.settle()
  log.settle()
  expect(syncs).toBe(1)
})

test('[LOG23] what nobody settles is on disk within a second', () => {
  log.write((append) => append(stopped))
  clock.advance(999)
  expect(syncs).toBe(0)
  clock.advance(1)
  expect(syncs).toBe(1)
  log.write((append) => append(stopped))
  clock.advance(1000)
  expect(syncs).toBe(2)
  clock.advance(10_000)
  expect(syncs).toBe(2)
})

test('[LOG23] once the log is closed nothing more is put on disk, whoever still commits', async () => {
  log.write((append) => append(stopped))
  await log.close()
  const before = syncs
  sql.exec('CREATE TABLE late (n)')
  clock.advance(10_000)
  expect(syncs).toBe(before)
})

test('[LOG23] a log that is closed before anything was committed puts nothing on disk either', async () => {
  await log.close()
  sql.exec('CREATE TABLE late (n)')
  clock.advance(10_000)
  expect(syncs).toBe(0)
})

test('[LOG23] a statement outside a change of the log is put on disk too', () => {
  sql.exec('CREATE TABLE other (a INTEGER) STRICT')
  log.settle()
  expect(syncs).toBe(1)
  sql.prepare('INSERT INTO other VALUES (1)').run()
  clock.advance(1000)
  expect(syncs).toBe(2)
})

test('[LOG23] what a failed disk did not take is written again before it counts', () => {
  log.write((append) => append(stopped))
  isBroken = true
  expect(() => log.settle()).toThrow('the disk fails')
  isBroken = false
  log.settle()
  expect([syncs, checkpoints]).toEqual([0, 1])
  log.write((append) => append(stopped))
  log.settle()
  expect([syncs, checkpoints]).toEqual([1, 1])
})

test('[LOG23] a disk that fails is told to who settles, and tried again with the next commit', () => {
  isBroken = true
  log.write((append) => append(stopped))
  expect(() => log.settle()).toThrow('the disk fails')
  clock.advance(1000)
  isBroken = false
  log.write((append) => append(stopped))
  clock.advance(1000)
  expect([syncs, checkpoints]).toEqual([0, 1])
})

test('[LOG23] a sync in the background counts for what was committed before it began, and for nothing later', async () => {
  const done: string[] = []
  log.write((append) => append(stopped))
  const first = log.settled().then(() => done.push('first'))
  log.write((append) => append(stopped))
  const second = log.settled().then(() => done.push('second'))
  letGo.shift()?.()
  await first
  expect([syncs, done]).toEqual([1, ['first']])
  letGo.shift()?.()
  await second
  expect([syncs, done]).toEqual([2, ['first', 'second']])
  await log.settled()
  expect(syncs).toBe(2)
})

test('[LOG22] [LOG23] what is written batched while the disk is at work is one commit, once it has done its work', async () => {
  log.write((append) => append(stopped))
  const settled = log.settled()
  const all = [1, 2].map(async () => {
    await new Promise(setImmediate)
    return log.writeBatched((append) => append(stopped).seq)
  })
  for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate)
  expect(log.head()).toBe(1)
  letGo.shift()?.()
  expect(await Promise.all(all)).toEqual([2, 3])
  await settled
})

test('[LOG23] a disk that fails in the background is told to who waits for it, and written again before it counts', async () => {
  log.write((append) => append(stopped))
  isBroken = true
  const settled = log.settled()
  letGo.shift()?.()
  await expect(settled).rejects.toThrow('the disk fails')
  isBroken = false
  await log.settled()
  expect([syncs, checkpoints]).toEqual([0, 1])
})
