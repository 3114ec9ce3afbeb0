import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type SessionId } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { RunningAgent } from '../transport/index.ts'
import { createPool, type Pool, type PooledAgent } from './pool.ts'

let clock: ManualClock
let pool: Pool
let limit: number
let ended: PooledAgent[]
let checks: number
let living: number
let most: number
const busy = new Set<SessionId>()
const telling = new Set<SessionId>()

beforeEach(() => {
  clock = manualClock(1000)
  limit = 2
  ended = []
  checks = living = most = 0
  busy.clear()
  telling.clear()
  pool = createPool({
    clock,
    limit: () => limit,
    healthCheckInterval: () => 100,
    idleTimeout: () => 1000,
    isBusy: (session) => busy.has(session),
    isWaitingForTell: (session) => telling.has(session),
    end: (pooled) => {
      ended.push(pooled)
      living -= 1
      return Promise.resolve()
    },
    check: () => (checks += 1),
    logger: { debug: () => undefined },
  })
})
afterEach(() => pool.close())

const session = (): SessionId => newId('ses')
function acquire(
  of: SessionId,
  more: { start?: () => Promise<void>; onFull?: () => void } = {},
): Promise<PooledAgent> {
  return pool.acquire({
    session: of,
    team: 'alpha',
    onFull: more.onFull ?? (() => undefined),
    async start() {
      living += 1
      most = Math.max(most, living)
      await more.start?.()
      return { agent: agent(), pid: 1 }
    },
  })
}
function agent(): RunningAgent {
  const nothing = () => Promise.resolve()
  const exit = { how: 'exited' as const, code: 0, signal: null, at: 0 }
  return {
    id: newId('agt'),
    output$: NEVER,
    ready: nothing,
    send: nothing,
    interrupt: nothing,
    answer: nothing,
    setModel: nothing,
    setPermissionMode: nothing,
    stopSubagent: nothing,
    contextUsage: () => Promise.resolve({ used: 0, max: 1, percent: 0 }),
    pulse: nothing,
    complaints: () => Promise.resolve(''),
    close: () => Promise.resolve(exit),
    exited: () => Promise.resolve(exit),
  }
}

test('[TEA2] [TEA23] two callers at once get one process', async () => {
  const one = session()
  const [first, second] = await Promise.all([acquire(one), acquire(one)])
  expect(first).toBe(second)
  expect(await acquire(one)).toBe(first)
  expect(living).toBe(1)
})

test('[TEA21] room is made by ending the agent idle for longest, never a busy one', async () => {
  const [a, b, c] = [session(), session(), session()]
  await acquire(a)
  clock.advance(1)
  await acquire(b)
  busy.add(a)
  await acquire(c)
  expect(ended.map((pooled) => pooled.session)).toEqual([b])
  expect(most).toBe(2)
})

test('[TEA21] of several idle agents the one used longest ago goes, whichever came first', async () => {
  const [a, b, c, d] = [session(), session(), session(), session()]
  await acquire(a)
  clock.advance(1)
  await acquire(b)
  clock.advance(1)
  pool.touch(a)
  await acquire(c)
  clock.advance(1)
  await acquire(d)
  expect(ended.map((pooled) => pooled.session)).toEqual([b, a])
})

test('[TEA21] who waits is told once and served in order, also before a busy session goes on', async () => {
  limit = 1
  const [a, b, c] = [session(), session(), session()]
  await acquire(a)
  busy.add(a)
  const order: string[] = []
  let told = 0
  const waitB = acquire(b, { onFull: () => (told += 1) }).then(() => (busy.add(b), order.push('b')))
  const waitC = acquire(c, { onFull: () => (told += 1) }).then(() => order.push('c'))
  pool.touch(a)
  pool.touch(a)
  await Promise.resolve()
  expect(order).toEqual([])
  busy.delete(a)
  pool.touch(a)
  await waitB
  expect(order).toEqual(['b'])
  busy.delete(b)
  pool.touch(b)
  await waitC
  expect([order, told, most]).toEqual([['b', 'c'], 2, 1])
})

test('[TEA21] fifty sessions at once never exceed the limit, and all are served', async () => {
  limit = 3
  const all = Array.from({ length: 50 }, session)
  const served = all.map(async (one) => {
    busy.add(one)
    await acquire(one, { start: () => new Promise((resolve) => setImmediate(resolve)) })
    await new Promise((resolve) => setImmediate(resolve))
    busy.delete(one)
    pool.touch(one)
  })
  await Promise.all(served)
  expect(most).toBe(3)
})

test('[TEA22] an agent idle for idleTimeout is ended at a health check; a busy one is not', async () => {
  const [a, b] = [session(), session()]
  await acquire(a)
  await acquire(b)
  busy.add(b)
  clock.advance(999)
  expect(ended).toEqual([])
  clock.advance(101)
  expect(ended.map((pooled) => pooled.session)).toEqual([a])
  expect(pool.list().map((pooled) => pooled.session)).toEqual([b])
  expect(checks).toBe(11)
})

test('a start that fails leaves room, and the next caller starts anew', async () => {
  limit = 1
  const one = session()
  const failing = acquire(one, { start: () => Promise.reject(new Error('no')) })
  await expect(failing).rejects.toThrow('no')
  living = 0
  expect(await acquire(one)).toMatchObject({ session: one })
})

test('a start that waits for room can be given up, and asked for again', async () => {
  limit = 1
  const [a, b] = [session(), session()]
  const first = await acquire(a)
  busy.add(a)
  const waiting = acquire(b)
  await Promise.resolve()
  const givenUp = pool.abandon(b)
  const again = acquire(b)
  await expect(waiting).rejects.toMatchObject({ code: 'TEAM_BUSY' })
  await givenUp
  pool.remove(first.agent.id)
  expect(await again).toMatchObject({ session: b })
})

test('[TEA37] an agent that waits for a tell of its own takes no room, and the surplus ends once idle', async () => {
  limit = 1
  const [a, b, c] = [session(), session(), session()]
  await acquire(a)
  busy.add(a).add(b)
  const first = acquire(c)
  const second = acquire(b)
  await Promise.resolve()
  telling.add(a)
  pool.touch(a)
  await Promise.all([first, second])
  expect(ended.map((pooled) => pooled.session)).toEqual([c])
  telling.delete(a)
  clock.advance(100)
  expect(ended.map((pooled) => pooled.session)).toEqual([c])
  busy.delete(b)
  clock.advance(100)
  expect(ended.map((pooled) => pooled.session)).toEqual([c, b])
})

test('[TEA53] places are free that no agent and no start has; who waits for a tell takes none', async () => {
  expect(pool.free()).toBe(2)
  const first = session()
  await acquire(first)
  expect(pool.free()).toBe(1)
  let letStart = (): void => undefined
  const gate = new Promise<void>((resolve) => (letStart = resolve))
  const starting = acquire(session(), { start: () => gate })
  expect(pool.free()).toBe(0)
  telling.add(first)
  expect(pool.free()).toBe(1)
  letStart()
  await starting
})

test('[TEA55] an idle agent makes room for one start, not for two', async () => {
  limit = 1
  await acquire(session())
  expect(pool.hasRoom()).toBe(true)
  const starting = acquire(session())
  expect(pool.hasRoom()).toBe(false)
  await starting
})
