import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { firstValueFrom, take, toArray } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lines, openLogWorld, printed, type LogWorld } from './log.suite.ts'

let world: LogWorld
beforeEach(() => {
  world = openLogWorld()
})
afterEach(() => world.end())

test('[LOG24] a tail after a number that the log does not have goes on with the next event', async () => {
  world.log.write((append) => append(printed('kept')))
  const head = world.log.head()
  const next = firstValueFrom(world.log.events$({ after: head + 10 }))
  await new Promise(setImmediate)
  world.log.write((append) => append(printed('new')))
  expect((await next).seq).toBe(head + 1)
})

test('[LOG11] a tail sees each event once, whatever is written during catch-up and after', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
      fc.nat(300),
      async (bursts, start) => {
        await world.reopen()
        const first = world.log.head()
        const total = bursts.reduce((sum, size) => sum + size, 0)
        const after = Math.max(0, first - start)
        const seen = firstValueFrom(world.log.events$({ after }).pipe(take(first - after + total), toArray()))
        for (const size of bursts) {
          world.log.write((append) => Array.from({ length: size }, (_, n) => append(printed(String(n)))))
          await new Promise(setImmediate)
        }
        const expected = Array.from({ length: first - after + total }, (_, n) => after + n + 1)
        expect((await seen).map((event) => event.seq)).toEqual(expected)
      },
    ),
    { numRuns: 15 },
  )
})

test('[LOG12] a tail that stops reading resumes from its number after far more than memory keeps', async () => {
  const tail = world.log.tail({ types: ['agent.printed'] })
  world.log.write((append) => append(printed('first')))
  expect(lines((await tail.next()).value ?? [])).toEqual(['first'])
  for (let batch = 0; batch < 12; batch += 1) {
    world.log.write((append) => Array.from({ length: 1000 }, (_, n) => append(printed(`${batch}-${n}`))))
  }
  let seen = 1
  for await (const batch of tail) {
    seen += batch.length
    if (seen === 12_001) break
  }
  expect(seen).toBe(12_001)
})

test('[LOG27] who begins with what is kept in memory lets the daemon do first what is ready', async () => {
  world.log.write((append) => append(printed('kept')))
  const order: string[] = []
  setImmediate(() => order.push('the daemon'))
  await world.log.tail().next()
  order.push('the reader')
  expect(order).toEqual(['the daemon', 'the reader'])
})

test('[LOG13] a tail that waits again and again leaves nothing behind on the signal that ends it', async () => {
  const { signal } = new AbortController()
  const tail = world.log.tail({ after: world.log.head(), signal })
  for (let n = 0; n < 5; n += 1) {
    const next = tail.next()
    world.log.write((append) => append(printed(String(n))))
    expect(lines((await next).value ?? [])).toEqual([String(n)])
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('[LOG13] ending a tail ends its wait, and closing the log completes streams', async () => {
  const ended = new AbortController()
  const tail = world.log.tail({ signal: ended.signal })
  const waiting = tail.next()
  ended.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
  const stream = firstValueFrom(world.log.events$().pipe(toArray()))
  world.log.write((append) => append(printed('a')))
  await new Promise(setImmediate)
  await world.log.close()
  expect(lines(await stream)).toEqual(['a'])
  expect(() => world.log.write(() => 1)).toThrow(expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }))
  await expect(world.log.enqueue(printed('x'))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
})

test('[LOG2] [LOG13] who reads along is shown nothing of a change that failed', async () => {
  const tail = world.log.tail()
  const first = tail.next()
  const failing = (): void =>
    world.log.write((append) => {
      append(printed('never'))
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  world.log.write((append) => append(printed('written')))
  expect(lines((await first).value ?? [])).toEqual(['written'])
})
