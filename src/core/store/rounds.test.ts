import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogWorld, printed, type LogWorld } from './log.suite.ts'
import { createRounds } from './rounds.ts'

let world: LogWorld
beforeEach(() => {
  world = openLogWorld()
})
afterEach(() => world.end())

const readers = 5

/** Lets readers catch up from the beginning; tells whose batch of what size came in which round of the event loop. */
async function catchUp(): Promise<{ reader: number; round: number; events: number; chars: number }[]> {
  const batches: Awaited<ReturnType<typeof catchUp>> = []
  const head = world.log.head()
  let round = 0
  let isOver = false
  const count = (): void => {
    round += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const read = async (reader: number): Promise<void> => {
    for await (const batch of world.log.tail()) {
      const chars = batch.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0)
      batches.push({ reader, round, events: batch.length, chars })
      if (batch.at(-1)?.seq === head) return
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  isOver = true
  return batches
}

async function fill(events: number, line: string): Promise<void> {
  world.log.write((append) => Array.from({ length: events }, () => append(printed(line))))
  // Nothing of it is kept in memory then.
  await world.reopen()
}

test('[LOG27] readers that catch up have one small batch in a round of the event loop, all of them together', async () => {
  await fill(1_000, 'a line')
  const batches = await catchUp()
  expect(batches.reduce((sum, { events }) => sum + events, 0)).toBe(readers * 1_000)
  expect(new Set(batches.map(({ round }) => round)).size).toBe(batches.length)
  expect(Math.max(...batches.map(({ events }) => events))).toBeLessThanOrEqual(128)
})

test('[LOG27] nobody has a second batch before the others had theirs', async () => {
  await fill(1_000, 'a line')
  const order = (await catchUp()).map(({ reader }) => reader)
  for (let n = 0; n < order.length; n += readers) {
    expect(new Set(order.slice(n, n + readers)).size).toBe(readers)
  }
})

test('[LOG27] long lines make shorter batches', async () => {
  await fill(30, 'x'.repeat(100_000))
  const batches = await catchUp()
  expect(Math.max(...batches.map(({ chars }) => chars))).toBeLessThanOrEqual(256 * 1024)
})

test('[LOG27] who stops waiting for its turn leaves it to the next', async () => {
  await fill(300, 'a line')
  const ended = new AbortController()
  const waiting = Array.from({ length: 10 }, () => world.log.tail({ signal: ended.signal }).next())
  const last = world.log.tail().next()
  ended.abort()
  expect((await Promise.all(waiting)).every(({ done }) => done)).toBe(true)
  expect((await last).value).toHaveLength(128)
})

test('[LOG27] a signal that lives long is not listened to by turns that are over', async () => {
  const { signal } = new AbortController()
  const rounds = createRounds()
  for (let n = 0; n < 3; n += 1) await rounds.turn(signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
