import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Task } from '../../contract/index.ts'
import { openLeaseWorld, type LeaseWorld } from './world.suite.ts'

const minute = 60_000
let folder: string
let world: LeaseWorld
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-leases-'))
  world = openLeaseWorld(folder)
  world.leases.start()
})
afterEach(async () => {
  await world.end()
  rmSync(folder, { recursive: true })
})

const held = expect.objectContaining({ status: 'held' })
const waiting = (...keys: string[]) =>
  expect.objectContaining({
    status: 'waiting',
    fence: null,
    waitsFor: keys.map((task) => expect.objectContaining({ task })),
  })
const fenceOf = async (task: Task): Promise<number> => (await world.take(task)).fence ?? 0
const stale = expect.objectContaining({ code: 'LEASE_STALE' })

test('[LEA1] a task gets all its files or none, and those it only reads are nobody’s', async () => {
  const one = await world.worker(['src/b.ts', 'src/a.ts'])
  const two = await world.worker(['src/b.ts', 'src/c.ts'])
  world.tasks.declare(
    { name: one.key, by: 'user' },
    {
      files: [
        { path: 'src/b.ts', action: 'DELETE' },
        { path: 'src/a.ts', action: 'CREATE' },
        { path: 'src/c.ts', action: 'READ' },
      ],
      isWorker: false,
    },
  )
  expect(await world.take(one)).toMatchObject({ status: 'held', files: ['src/a.ts', 'src/b.ts'] })
  expect(await world.take(two)).toEqual(waiting('shop-1'))
  expect(world.holders()).toEqual({ 'shop-1': ['src/a.ts', 'src/b.ts'] })
  world.leases.release(one.task, 'user')
  expect(world.holders()).toEqual({ 'shop-2': ['src/b.ts', 'src/c.ts'] })
})

test('[LEA2] paths meet as a file system might have it: other capitals, other forms, and what is in a folder', async () => {
  const one = await world.worker(['src/Café.ts', 'docs', 'lib/x/deep.ts'])
  expect(await world.take(one)).toEqual(held)
  for (const path of ['SRC/CAFÉ.ts', './src//cafe\u0301.ts', 'docs/a/b.md', 'lib/x', 'Lib'])
    expect([path, await world.take(await world.worker([path]))]).toEqual([path, waiting('shop-1')])
  for (const path of ['src/café.tsx', 'docs2/a.md', 'lib/x/deep.ts.map', 'lib/x0'])
    expect([path, await world.take(await world.worker([path]))]).toEqual([path, held])
})

test('[LEA3] who holds it has it still; a plan that grew is taken too, with a new number, and keeps what it had', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['b'])
  const first = await fenceOf(one)
  expect(await fenceOf(one)).toBe(first)
  await world.take(two)
  world.plan(one, ['a', 'b'])
  expect(await world.take(one)).toEqual(waiting('shop-2'))
  world.leases.assertLease(one.task, first)
  expect(world.holders()).toEqual({ 'shop-1': ['a'], 'shop-2': ['b'] })
  world.leases.release(two.task, 'user')
  expect(await fenceOf(one)).toBeGreaterThan(first)
  expect(() => world.leases.assertLease(one.task, first)).toThrow(stale)
})

test('[LEA3] files that a plan no longer has are free at once, and the number holds', async () => {
  const one = await world.worker(['a', 'b'])
  const two = await world.worker(['b'])
  const fence = await fenceOf(one)
  expect(await world.take(two)).toEqual(waiting('shop-1'))
  world.plan(one, ['a'])
  expect(world.holders()).toEqual({ 'shop-1': ['a'], 'shop-2': ['b'] })
  world.leases.assertLease(one.task, fence)
  expect(await fenceOf(one)).toBe(fence)
})

test('[LEA4] there is no lease for a task that says no file or is not to be worked on', async () => {
  const one = await world.worker([])
  await expect(world.take(one)).rejects.toMatchObject({ code: 'LEASE_UNPLANNED' })
  const two = await world.worker(['a'])
  world.tasks.link({ name: two.key, by: 'user' }, { type: 'blocks', other: one.key })
  await expect(world.take(two)).rejects.toMatchObject({ code: 'TASK_STATUS_REFUSED' })
})

test('[LEA5] [LEA6] numbers only grow, over restarts too, and only that of the lease in force counts', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  const first = await fenceOf(one)
  world.leases.release(one.task, 'user')
  const second = await fenceOf(two)
  expect(() => world.leases.assertLease(one.task, first)).toThrow(stale)
  expect(() => world.leases.checkpoint(one.task, first)).toThrow(stale)
  expect(() => world.leases.assertLease(two.task, first)).toThrow(stale)
  world.leases.assertLease(two.task, second)
  world.leases.release(two.task, 'user')
  world.restart()
  world.leases.start()
  expect([first, second, await fenceOf(one)].toSorted((a, b) => a - b)).toEqual([first, second, second + 1])
})

test('[LEA7] a task has one worker at a time; while it lives another is refused', async () => {
  const one = await world.worker(['a'])
  const other = { name: 'other', session: 'ses_00000000000000000000000099' } as const
  expect(() => world.leases.register(one.task, other)).toThrow(
    expect.objectContaining({ code: 'LEASE_HELD' }),
  )
  world.see(one, 'gone')
  world.leases.register(one.task, other)
  await expect(world.take(one)).rejects.toMatchObject({ code: 'LEASE_HELD' })
})

test('[LEA8] [LEA19] a lease lasts two minutes after its worker was last seen, and as long as it is seen', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  await world.take(one)
  await world.take(two)
  world.clock.advance(5 * minute)
  expect(world.holders()).toEqual({ 'shop-1': ['a'] })
  world.see(one, 'unknown')
  world.clock.advance(2 * minute - 6000)
  expect(world.holders()).toEqual({ 'shop-1': ['a'] })
  world.clock.advance(7000)
  expect(world.holders()).toEqual({ 'shop-2': ['a'] })
  expect(world.types().filter((type) => type.startsWith('lease.'))).toEqual([
    'lease.registered',
    'lease.registered',
    'lease.granted',
    'lease.awaited',
    'lease.expired',
    'lease.granted',
  ])
})

test('[LEA9] no time passes without a daemon or by a clock that is set; living workers are renewed before anything is granted', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  const fence = await fenceOf(one)
  await world.take(two)
  world.restart(600 * minute)
  expect(await world.take(two)).toEqual(waiting('shop-1'))
  const three = await world.worker(['b'])
  expect(await world.take(three)).toEqual(waiting())
  world.leases.start()
  expect(world.holders()).toEqual({ 'shop-1': ['a'], 'shop-3': ['b'] })
  world.see(one, 'unknown')
  world.clock.setDate(600 * minute)
  world.clock.advance(minute)
  world.leases.assertLease(one.task, fence)
  world.clock.advance(minute + 5000)
  expect(() => world.leases.assertLease(one.task, fence)).toThrow(stale)
})

test('[LEA10] who waits for a person keeps its lease, however long', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  await world.take(one)
  await world.take(two)
  world.see(one, 'asking')
  world.clock.advance(20 * minute)
  expect(world.leases.list(undefined).leases).toMatchObject([
    { key: 'shop-1', isAsking: true, endsInMs: null },
  ])
})

test('[LEA11] what a worker held that is gone is free at once, and it gets nothing until it registers again', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  const fence = await fenceOf(one)
  world.see(one, 'gone')
  expect(await world.take(two)).toEqual(held)
  expect(() => world.leases.assertLease(one.task, fence)).toThrow(stale)
  world.see(one, 'running')
  await expect(world.take(one)).rejects.toMatchObject({ code: 'LEASE_NOT_REGISTERED' })
  world.register(one)
  expect(await world.take(one)).toEqual(waiting('shop-2'))
  expect(world.types()).toContain('lease.lost')
})

test('[LEA11] a worker that dies while it waits waits no more', async () => {
  const [one, two, three] = [await world.worker(['a']), await world.worker(['a']), await world.worker(['a'])]
  for (const task of [one, two, three]) await world.take(task)
  world.see(two, 'gone')
  world.clock.advance(6000)
  world.leases.release(one.task, 'user')
  expect(world.holders()).toEqual({ 'shop-3': ['a'] })
})

test('[LEA12] a lease ends with its task', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  const fence = await fenceOf(one)
  await world.take(two)
  const { attempt } = world.tasks.beginAttempt({ name: one.key, by: 'iris' }, { base: null })
  world.leases.assertLease(one.task, fence)
  world.tasks.endAttempt({ name: one.key, by: 'iris' }, { number: attempt, how: 'failed', to: 'failed' })
  expect(() => world.leases.assertLease(one.task, fence)).toThrow(stale)
  expect(world.holders()).toEqual({ 'shop-2': ['a'] })
  world.tasks.become({ name: two.key, by: 'user' }, { to: 'skipped' })
  expect(world.leases.list(undefined)).toEqual({ leases: [], waits: [] })
})

test('[LEA13] who waits is told as soon as it has its files, and waits on over a restart', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a'])
  await world.take(one)
  const patient = world.take(two, 150_000)
  world.leases.release(one.task, 'user')
  expect(await patient).toEqual(held)
  await world.take(one)
  world.restart()
  world.leases.start()
  expect(world.leases.list('shop').waits).toMatchObject([
    { key: 'shop-1', waitsFor: [{ task: 'shop-2', files: ['a'] }] },
  ])
  const short = world.take(one, 1000)
  world.clock.advance(1000)
  expect(await short).toEqual(waiting('shop-2'))
  const ended = world.take(one, 1000)
  world.leases.release(one.task, 'user')
  await expect(ended).rejects.toMatchObject({ code: 'LEASE_UNKNOWN' })
})

test('[LEA14] free files go to the more urgent task, then to who came first; who waits grows more urgent', async () => {
  const one = await world.worker(['a'], { priority: 0 })
  const slow = await world.worker(['a'], { priority: 3 })
  await world.take(one)
  await world.take(slow)
  world.clock.advance(9 * minute)
  const [late, urgent] = [
    await world.worker(['a'], { priority: 3 }),
    await world.worker(['a'], { priority: 1 }),
  ]
  for (const task of [late, urgent]) await world.take(task)
  world.leases.release(one.task, 'user')
  expect(world.holders()).toEqual({ 'shop-4': ['a'] })
  world.clock.advance(20 * minute)
  const fresh = await world.worker(['a'], { priority: 2 })
  await world.take(fresh)
  world.leases.release(urgent.task, 'user')
  expect(world.holders()).toEqual({ 'shop-2': ['a'] })
})

test('[LEA14] a task that needs many files gets them, however often others ask for one of them', async () => {
  const [a, b, both] = [await world.worker(['a']), await world.worker(['b']), await world.worker(['a', 'b'])]
  for (const task of [a, b, both]) await world.take(task)
  world.clock.advance(10 * minute)
  const next = await world.worker(['a'])
  world.leases.release(a.task, 'user')
  expect(await world.take(next)).toEqual(waiting('shop-3'))
  world.leases.release(b.task, 'user')
  expect(world.holders()).toEqual({ 'shop-3': ['a', 'b'] })
})

test('[LEA15] of tasks that wait for each other one gives way, with a ruling that replays the same', async () => {
  const one = await world.worker(['a'], { priority: 1 })
  const two = await world.worker(['b'], { priority: 3 })
  await world.take(one)
  const lost = await fenceOf(two)
  world.plan(one, ['a', 'b'])
  world.plan(two, ['a', 'b'])
  expect(await world.take(one)).toEqual(waiting('shop-2'))
  expect(await world.take(two)).toEqual(waiting('shop-1'))
  expect(world.holders()).toEqual({ 'shop-1': ['a', 'b'] })
  expect(() => world.leases.assertLease(two.task, lost)).toThrow(stale)
  const { rulings } = world.rulings.list({ limit: 10 })
  expect(rulings).toMatchObject([{ rule: 'deadlock', about: 'shop-2' }])
  expect(world.rulings.replay(rulings[0]!.ruling)).toMatchObject({
    isSame: true,
    now: { victims: ['shop-2'] },
  })
  expect(world.events().find(({ type }) => type === 'lease.preempted')?.data).toMatchObject({
    key: 'shop-2',
    for: ['shop-1'],
    why: 'deadlock',
    ruling: rulings[0]!.ruling,
  })
  world.leases.release(one.task, 'user')
  expect(world.holders()).toEqual({ 'shop-2': ['a', 'b'] })
})

test('[LEA16] a more urgent task gets the files at a checkpoint of the other, not before, and the other waits', async () => {
  const one = await world.worker(['a'], { priority: 2 })
  const two = await world.worker(['a'], { priority: 1 })
  const fence = await fenceOf(one)
  expect(world.leases.checkpoint(one.task, fence)).toEqual({ status: 'held', for: [] })
  await world.take(two)
  world.clock.advance(5 * minute)
  expect(world.holders()).toEqual({ 'shop-1': ['a'] })
  expect(world.leases.checkpoint(one.task, fence)).toEqual({ status: 'preempted', for: ['shop-2'] })
  expect(world.holders()).toEqual({ 'shop-2': ['a'] })
  expect(world.rulings.list({ limit: 10 }).rulings).toMatchObject([{ rule: 'preemption', about: 'shop-1' }])
  world.leases.release(two.task, 'user')
  expect(world.holders()).toEqual({ 'shop-1': ['a'] })
  expect(() => world.leases.checkpoint(one.task, fence)).toThrow(stale)
})

test('[LEA16] nothing is given up for a task that would still wait for another', async () => {
  const one = await world.worker(['a'], { priority: 2 })
  const other = await world.worker(['b'], { priority: 2 })
  const two = await world.worker(['a', 'b'], { priority: 0 })
  const fence = await fenceOf(one)
  await world.take(other)
  await world.take(two)
  expect(world.leases.checkpoint(one.task, fence)).toEqual({ status: 'held', for: [] })
})

test('[LEA16] [LEA22] who is to give way is known before its checkpoint; a task gives way three times, and then keeps its files', async () => {
  const one = await world.worker(['a'], { priority: 2 })
  const toGiveWay = () => [...world.leases.standings(one.project).toGiveWay]
  let fence = await fenceOf(one)
  for (let times = 1; times <= 4; times += 1) {
    const urgent = await world.worker(['a'], { priority: 0 })
    expect(toGiveWay()).toEqual([])
    await world.take(urgent)
    expect(toGiveWay()).toEqual(times <= 3 ? [one.task] : [])
    const { status } = world.leases.checkpoint(one.task, fence)
    expect([times, status]).toEqual([times, times <= 3 ? 'preempted' : 'held'])
    world.leases.release(urgent.task, 'user')
    fence = world.leases.standings(one.project).fences.get(one.task) ?? 0
    expect(world.leases.list(undefined).leases).toMatchObject([{ key: one.key, gaveWay: Math.min(times, 3) }])
  }
})

test('[LEA13] [LEA14] [LEA23] who goes on wanting its files, though nobody sees it live, keeps its place and grows more urgent', async () => {
  const [one, two, gone] = [await world.worker(['a']), await world.worker(['a']), await world.worker(['a'])]
  await world.take(one)
  for (const task of [two, gone]) {
    await world.take(task)
    world.see(task, 'unknown')
  }
  for (let passed = 0; passed < 11; passed += 1) {
    world.clock.advance(minute)
    world.leases.renew(two.task)
  }
  expect(world.leases.list(undefined).waits).toMatchObject([{ key: two.key, urgency: -1 }])
  expect([...world.leases.standings(one.project).toGiveWay]).toEqual([one.task])
})

test('[LEA13] a task that waits and plans less waits for less', async () => {
  const one = await world.worker(['a'])
  const two = await world.worker(['a', 'b'])
  await world.take(one)
  await world.take(two)
  world.plan(two, ['b'])
  expect(world.holders()).toEqual({ 'shop-1': ['a'], 'shop-2': ['b'] })
})
