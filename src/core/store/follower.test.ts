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
  for (let step = 0; step < 40; step += 1) {
    await new Promise(setImmediate)
    world.clock.advance(100)
  }
  await settled
  expect(tries).toHaveLength(5)
  const pauses = tries.slice(1).map((at, place) => at - tries[place]!)
  for (const [place, least] of [100, 200, 400, 800].entries())
    expect(pauses[place]).toBeGreaterThanOrEqual(least)
  expect(world.log.read({ types: ['follower.skipped'] }).events[0]?.data).toEqual({
    follower: 'fragile',
    skipped: 1,
    reason: 'cannot',
    tries: 5,
  })
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
  finish()
  await closed
})
