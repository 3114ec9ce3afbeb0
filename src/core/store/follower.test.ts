import { afterEach, beforeEach, expect, test } from 'vitest'
import { lines, openLogWorld, printed, stopped, type LogWorld } from './log.suite.ts'

let world: LogWorld
beforeEach(() => {
  world = openLogWorld()
})
afterEach(() => world.end())

test('[LOG14] a follower goes on after a restart where it was', async () => {
  const seen: string[] = []
  const follow = (last: string) =>
    new Promise<void>((resolve) => {
      world.log.follow({
        name: 'counter',
        types: ['agent.printed'],
        handle(event) {
          seen.push(...lines([event]))
          if (lines([event])[0] === last) resolve()
        },
      })
    })
  world.log.write((append) => [append(printed('a')), append(stopped('x')), append(printed('b'))])
  await follow('b')
  await world.reopen()
  world.log.write((append) => append(printed('c')))
  await follow('c')
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('[LOG14] closing the log lets the event in hand finish, and then its cursor is saved', async () => {
  let finish: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    world.log.follow({
      name: 'slow',
      handle: () => new Promise<void>((done) => ((finish = done), resolve())),
    })
  })
  world.log.write((append) => [append(printed('a')), append(printed('b'))])
  await begun
  let isClosed = false
  const closing = world.reopen().then(() => (isClosed = true))
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  finish()
  await closing
  const seen: string[] = []
  const last = new Promise<void>((resolve) => {
    world.log.follow({ name: 'slow', handle: (event) => (seen.push(...lines([event])), resolve()) })
  })
  await last
  expect(seen).toEqual(['b'])
})

test('[LOG15] a failing handler is tried five times, then the event is passed over and that is told', async () => {
  const tries: number[] = []
  const settled = new Promise<void>((resolve) => {
    world.log.follow({
      name: 'fragile',
      types: ['agent.printed'],
      handle(event) {
        if (event.seq === 2) return resolve()
        tries.push(world.clock.now())
        throw new Error('cannot')
      },
    })
  })
  world.log.write((append) => [append(printed('poison')), append(printed('fine'))])
  for (const [place, pause] of [100, 200, 400, 800, 0].entries()) {
    await expect.poll(() => tries.length).toBe(place + 1)
    await new Promise(setImmediate)
    world.clock.advance(pause - 1)
    await new Promise(setImmediate)
    expect(tries).toHaveLength(place + 1)
    world.clock.advance(1)
  }
  await settled
  expect(world.log.read({ types: ['follower.skipped'] }).events[0]?.data).toEqual({
    follower: 'fragile',
    skipped: 1,
    reason: 'cannot',
    tries: 5,
  })
})

test('[LOG15] an event is not passed over while even that cannot be written: it is tried again', async () => {
  let tries = 0
  let isFull = true
  const handled = new Promise<void>((resolve) => {
    world.log.follow({
      name: 'hindered',
      handle() {
        tries += 1
        if (!isFull) return resolve()
        throw new Error('cannot')
      },
    })
  })
  world.log.write((append) => append(printed('a')))
  world.sql.exec('PRAGMA query_only = ON')
  for (let n = 1; n <= 6; n += 1) {
    await expect.poll(() => tries).toBe(n)
    await new Promise(setImmediate)
    world.clock.advance(2000)
  }
  world.sql.exec('PRAGMA query_only = OFF')
  isFull = false
  await expect.poll(() => (world.clock.advance(2000), tries)).toBeGreaterThan(6)
  await handled
  expect(world.log.read({ types: ['follower.skipped'] }).events).toEqual([])
})

test('[LOG80] who waits for a follower goes on when it is done with all that is there, or when the time is over', async () => {
  const seen: string[] = []
  let finish: () => void = () => undefined
  const following = world.log.follow({
    name: 'slow',
    types: ['agent.printed'],
    handle(event) {
      seen.push(...lines([event]))
      return new Promise<void>((done) => (finish = done))
    },
  })
  world.log.write((append) => [append(printed('a')), append(stopped('x'))])
  const caughtUp: string[] = []
  const whole = following.caughtUp(1000).then(() => caughtUp.push('whole'))
  const short = following.caughtUp(10).then(() => caughtUp.push('short'))
  await expect.poll(() => seen).toEqual(['a'])
  world.clock.advance(10)
  await short
  expect(caughtUp).toEqual(['short'])
  finish()
  await whole
  expect(caughtUp).toEqual(['short', 'whole'])
  world.log.write((append) => append(printed('b')))
  const cut = following.caughtUp(1000)
  await expect.poll(() => seen).toEqual(['a', 'b'])
  const closed = following.close()
  await cut
  // What is closed goes no further, so nobody waits for it.
  await following.caughtUp(1000)
  finish()
  await closed
})

test('[LOG80] who waits for a follower that has done everything goes on at once', async () => {
  let handled: () => void = () => undefined
  const done = new Promise<void>((resolve) => (handled = resolve))
  const following = world.log.follow({ name: 'quick', handle: () => handled() })
  world.log.write((append) => append(printed('a')))
  await done
  await new Promise(setImmediate)
  await following.caughtUp(1000)
})

test('[LOG14] who only reads has an event before a follower does something about it', async () => {
  const order: string[] = []
  const handled = new Promise<void>((resolve) => {
    world.log.follow({ name: 'doer', handle: () => (order.push('follower'), resolve()) })
  })
  const tail = world.log.tail()
  const read = tail.next().then(() => order.push('reader'))
  await new Promise(setImmediate)
  world.log.write((append) => append(printed('a')))
  await Promise.all([handled, read])
  expect(order).toEqual(['reader', 'follower'])
})
