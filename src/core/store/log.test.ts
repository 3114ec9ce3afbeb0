import fc from 'fast-check'
import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type NewEvent } from '../../contract/index.ts'
import type { EventLog } from './index.ts'
import { lines, openLogWorld, printed, stopped, type LogWorld } from './log.suite.ts'

let world: LogWorld
beforeEach(() => {
  world = openLogWorld()
})
afterEach(() => world.end())

test('[LOG1] a write that throws leaves neither its event nor its table change', () => {
  world.sql.exec('CREATE TABLE thing (name TEXT) STRICT')
  const attempt = () =>
    world.log.write((append) => {
      world.sql.prepare('INSERT INTO thing VALUES (?)').run('half')
      append(printed('half'))
      throw new Error('stop')
    })
  expect(attempt).toThrow('stop')
  expect(world.sql.prepare('SELECT * FROM thing').all()).toEqual([])
  expect(world.log.read({}).events).toEqual([])
})

test('[LOG1] a write inside a write joins it, and undoes only its own part when it throws', () => {
  world.log.write((append) => {
    append(printed('a'))
    expect(() =>
      world.log.write((inner) => {
        inner(printed('lost'))
        throw new Error('inner')
      }),
    ).toThrow('inner')
    world.log.write((inner) => inner(printed('b')))
    append(printed('c'))
  })
  expect(world.log.read({}).events.map(({ seq, data }) => [seq, data])).toEqual([
    [1, { line: 'a' }],
    [2, { line: 'b' }],
    [3, { line: 'c' }],
  ])
})

test('[LOG8] an event is read back whole, with whom it is about, and without what it does not have', async () => {
  const about = { session: 'ses_1', turn: 'trn_1', agent: 'agt_1' }
  const written = world.log.write((append) => [
    append(printed('of all', about)),
    append(printed('of a session', { session: 'ses_1' })),
    append(printed('of nobody')),
  ])
  await world.reopen()
  expect(world.log.read({}).events).toEqual(written)
})

test('[LOG2] numbers have no gap after a rolled-back write and after a restart', async () => {
  world.log.write((append) => append(printed('a')))
  expect(() =>
    world.log.write((append) => {
      append(printed('lost'))
      throw new Error('x')
    }),
  ).toThrow()
  await world.reopen()
  world.log.write((append) => append(printed('b')))
  expect(world.log.read({}).events.map((event) => event.seq)).toEqual([1, 2])
})

test('[LOG2] numbers have no gap after a part of a write was rolled back', () => {
  const seqs = world.log.write((append) => {
    const first = append(printed('a')).seq
    expect(() =>
      world.log.write((inner) => {
        inner(printed('lost'))
        throw new Error('x')
      }),
    ).toThrow('x')
    return [first, append(printed('b')).seq]
  })
  expect(seqs).toEqual([1, 2])
  expect(lines(world.log.read({}).events)).toEqual(['a', 'b'])
})

test('[LOG3] a malformed event is refused and the whole write with it', () => {
  const bad = { type: 'agent.printed', data: { line: 7 } } as unknown as NewEvent
  const attempt = () =>
    world.log.write((append) => {
      append(printed('good'))
      append(bad)
    })
  expect(attempt).toThrow(expect.objectContaining({ code: 'EVENT_INVALID' }))
  expect(world.log.head()).toBe(0)
})

test('[LOG4] subscribers hear after the commit and in order, also when one writes while it listens', async () => {
  const heard: number[][] = [[], []]
  let echoed = false
  const first = world.log.events$().subscribe((event) => {
    heard[0]?.push(event.seq)
    if (!echoed) world.log.write((append) => append(printed('echo')))
    echoed = true
  })
  const second = world.log.events$().subscribe((event) => {
    expect(world.log.read({ after: event.seq - 1, limit: 1 }).events[0]?.seq).toBe(event.seq)
    heard[1]?.push(event.seq)
  })
  world.log.write((append) => [append(printed('a')), append(printed('b'))])
  await firstValueFrom(world.log.events$({ after: 2 }))
  await new Promise(setImmediate)
  expect(heard).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  first.unsubscribe()
  second.unsubscribe()
})

test('[LOG5] a group is committed after 5 ms', async () => {
  const waiting = [world.log.enqueue(printed('a')), world.log.enqueue(printed('b'))]
  world.clock.advance(4)
  expect(world.log.head()).toBe(0)
  world.clock.advance(1)
  expect(world.log.head()).toBe(2)
  expect((await Promise.all(waiting)).map((event) => event.seq)).toEqual([1, 2])
})

test('[LOG5] a group is committed at 256 events without waiting', async () => {
  const waiting = Array.from({ length: 256 }, (_, n) => world.log.enqueue(printed(String(n))))
  expect(world.log.head()).toBe(256)
  expect((await Promise.all(waiting)).at(-1)?.seq).toBe(256)
})

test('[LOG6] a write commits what was enqueued before it, first, and even when it throws', () => {
  void world.log.enqueue(printed('early'))
  world.log.write((append) => append(printed('late')))
  void world.log.enqueue(printed('kept'))
  expect(() =>
    world.log.write(() => {
      throw new Error('x')
    }),
  ).toThrow('x')
  expect(lines(world.log.read({}).events)).toEqual(['early', 'late', 'kept'])
})

test('[LOG6] what is enqueued inside a write is acknowledged by its own commit, not by the open one', async () => {
  let acknowledged = 0
  expect(() =>
    world.log.write((append) => {
      append(printed('lost'))
      void world.log.enqueue(printed('kept')).then(({ seq }) => (acknowledged = seq))
      world.log.write((inner) => inner(printed('lost too')))
      throw new Error('x')
    }),
  ).toThrow('x')
  world.clock.advance(5)
  await new Promise(setImmediate)
  expect([acknowledged, lines(world.log.read({}).events)]).toEqual([1, ['kept']])
})

test('[LOG7] a group that cannot be committed rejects each promise and the log goes on', async () => {
  const pages = world.sql.prepare<{ page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0
  world.sql.exec(`PRAGMA max_page_count = ${pages + 1}`)
  const noise = (n: number) =>
    printed(
      Array.from({ length: 4000 }, (_, i) => String.fromCodePoint(33 + ((i * n * 7919) % 90000))).join(''),
    )
  const waiting = Array.from({ length: 20 }, (_, n) => world.log.enqueue(noise(n + 1)))
  world.clock.advance(5)
  for (const result of await Promise.allSettled(waiting)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'DISK_FULL' } })
  }
  expect(world.log.head()).toBe(0)
  world.sql.exec('PRAGMA max_page_count = 1000000')
  world.log.write((append) => append(printed('after')))
  expect(lines(world.log.read({}).events)).toEqual(['after'])
})

test.each(['write', 'flush'])('[LOG7] an entry that is at fault fails alone, in a %s', async (by) => {
  const fails = (): never => {
    throw new Error('poisoned')
  }
  const entries = [
    world.log.enqueue(printed('one')),
    world.log.enqueue(printed('two'), fails),
    world.log.enqueue({ ...printed('three'), data: { line: 3 } } as unknown as NewEvent),
    world.log.enqueue(printed('four')),
  ]
  if (by === 'write') expect(world.log.write((append) => append(printed('work')).seq)).toBe(3)
  else world.clock.advance(5)
  expect(await Promise.allSettled(entries)).toMatchObject([
    { status: 'fulfilled', value: { seq: 1 } },
    { status: 'rejected', reason: { message: 'poisoned' } },
    { status: 'rejected', reason: { code: 'EVENT_INVALID' } },
    { status: 'fulfilled', value: { seq: 2 } },
  ])
  expect(lines(world.log.read({}).events)).toEqual(by === 'write' ? ['one', 'four', 'work'] : ['one', 'four'])
})

test('[LOG8] any text comes back exactly as it was written, small or deflated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 3000 }), async (line) => {
      const { seq } = world.log.write((append) => append(printed(line)))
      await world.reopen()
      expect(lines(world.log.read({ after: seq - 1, limit: 1 }).events)).toEqual([line])
    }),
    { numRuns: 30 },
  )
})

test('[LOG10] pages in order with filters by type and session, and says where to go on', () => {
  const session = newId('ses')
  world.log.write((append) => {
    for (let n = 1; n <= 30; n += 1) {
      append(n % 3 === 0 ? stopped(String(n)) : printed(String(n), n % 2 === 0 ? { session } : {}))
    }
  })
  const numbers = (query: Parameters<EventLog['read']>[0]) =>
    world.log.read(query).events.map((event) => event.seq)
  expect(numbers({ limit: 3 })).toEqual([1, 2, 3])
  expect(world.log.read({ limit: 3 }).next).toBe(3)
  expect(numbers({ types: ['daemon.stopped'], limit: 2, after: 3 })).toEqual([6, 9])
  expect(numbers({ types: ['daemon.stopped', 'agent.printed'], after: 27 })).toEqual([28, 29, 30])
  expect(numbers({ types: ['daemon.stopped', 'daemon.stopped'], after: 20 })).toEqual([21, 24, 27, 30])
  expect(numbers({ types: ['daemon.stopped', 'daemon.stopped'], before: 22 }).at(-1)).toBe(21)
  expect(numbers({ session, after: 20 })).toEqual([22, 26, 28])
  expect(numbers({ session, types: ['agent.printed'], after: 20, limit: 2 })).toEqual([22, 26])
  expect(numbers({ types: [] })).toEqual([])
  expect(world.log.read({ after: 30 })).toEqual({ events: [], next: 30, previous: null, head: 30 })
  expect(world.log.read({ types: ['config.loaded'] }).next).toBe(30)
})

test('[LOG5] each group has its five milliseconds, also the one after another', async () => {
  for (const line of ['a', 'b']) {
    const enqueued = world.log.enqueue(printed(line))
    world.clock.advance(4)
    expect(lines(world.log.read({}).events)).not.toContain(line)
    world.clock.advance(1)
    expect((await enqueued).data).toEqual({ line })
  }
})

test('[LOG5] a group is committed at once when it has 256 events', () => {
  const enqueue = (count: number) => {
    for (let n = 0; n < count; n += 1) void world.log.enqueue(printed(String(n)))
    return world.log.head()
  }
  expect([enqueue(255), enqueue(1), enqueue(255), enqueue(1)]).toEqual([0, 256, 256, 512])
})
