import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { firstValueFrom, take, toArray } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId, type Event, type NewEvent } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { openSql, type Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from './index.ts'

let folder = ''
let sql: Sql
let log: EventLog
const clock = manualClock(1_000)
const printed = (line: string, extra: object = {}): NewEvent => ({
  type: 'agent.printed',
  data: { line },
  ...extra,
})
const lines = (events: readonly Event[]) => events.map((event) => (event.data as { line: string }).line)
const stopped = (reason: string): NewEvent => ({ type: 'daemon.stopped', data: { reason } })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-log-'))
  open()
})
afterEach(async () => {
  await log.close()
  sql.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): void {
  sql = openStore(join(folder, 'iris.db'))
  log = createLog({ sql, clock })
}

async function reopen(): Promise<void> {
  await log.close()
  sql.close()
  open()
}

describe('append', () => {
  test('[LOG1] a write that throws leaves neither its event nor its table change', () => {
    sql.exec('CREATE TABLE thing (name TEXT) STRICT')
    const attempt = () =>
      log.write((append) => {
        sql.prepare('INSERT INTO thing VALUES (?)').run('half')
        append(printed('half'))
        throw new Error('stop')
      })
    expect(attempt).toThrow('stop')
    expect(sql.prepare('SELECT * FROM thing').all()).toEqual([])
    expect(log.read({}).events).toEqual([])
  })

  test('[LOG1] a write inside a write joins it, and undoes only its own part when it throws', () => {
    log.write((append) => {
      append(printed('a'))
      expect(() =>
        log.write((inner) => {
          inner(printed('lost'))
          throw new Error('inner')
        }),
      ).toThrow('inner')
      log.write((inner) => inner(printed('b')))
      append(printed('c'))
    })
    expect(log.read({}).events.map(({ seq, data }) => [seq, data])).toEqual([
      [1, { line: 'a' }],
      [2, { line: 'b' }],
      [3, { line: 'c' }],
    ])
  })

  test('[LOG2] numbers have no gap after a rolled-back write and after a restart', async () => {
    log.write((append) => append(printed('a')))
    expect(() =>
      log.write((append) => {
        append(printed('lost'))
        throw new Error('x')
      }),
    ).toThrow()
    await reopen()
    log.write((append) => append(printed('b')))
    expect(log.read({}).events.map((event) => event.seq)).toEqual([1, 2])
  })

  test('[LOG3] a malformed event is refused and the whole write with it', () => {
    const bad = { type: 'agent.printed', data: { line: 7 } } as unknown as NewEvent
    const attempt = () =>
      log.write((append) => {
        append(printed('good'))
        append(bad)
      })
    expect(attempt).toThrow(expect.objectContaining({ code: 'EVENT_INVALID' }))
    expect(log.head()).toBe(0)
  })

  test('[LOG4] subscribers hear after the commit and in order, also when one writes while it listens', async () => {
    const heard: number[][] = [[], []]
    let echoed = false
    const first = log.events$().subscribe((event) => {
      heard[0]?.push(event.seq)
      if (!echoed) log.write((append) => append(printed('echo')))
      echoed = true
    })
    const second = log.events$().subscribe((event) => {
      expect(log.read({ after: event.seq - 1, limit: 1 }).events[0]?.seq).toBe(event.seq)
      heard[1]?.push(event.seq)
    })
    log.write((append) => [append(printed('a')), append(printed('b'))])
    await firstValueFrom(log.events$({ after: 2 }))
    await new Promise(setImmediate)
    expect(heard).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    first.unsubscribe()
    second.unsubscribe()
  })

  test('[LOG5] a group is committed after 5 ms', async () => {
    const waiting = [log.enqueue(printed('a')), log.enqueue(printed('b'))]
    clock.advance(4)
    expect(log.head()).toBe(0)
    clock.advance(1)
    expect(log.head()).toBe(2)
    expect((await Promise.all(waiting)).map((event) => event.seq)).toEqual([1, 2])
  })

  test('[LOG5] a group is committed at 256 events without waiting', async () => {
    const waiting = Array.from({ length: 256 }, (_, n) => log.enqueue(printed(String(n))))
    expect(log.head()).toBe(256)
    expect((await Promise.all(waiting)).at(-1)?.seq).toBe(256)
  })

  test('[LOG6] a write commits what was enqueued before it, first, and even when it throws', () => {
    void log.enqueue(printed('early'))
    log.write((append) => append(printed('late')))
    void log.enqueue(printed('kept'))
    expect(() =>
      log.write(() => {
        throw new Error('x')
      }),
    ).toThrow('x')
    expect(lines(log.read({}).events)).toEqual(['early', 'late', 'kept'])
  })

  test('[LOG6] what is enqueued inside a write is acknowledged by its own commit, not by the open one', async () => {
    let acknowledged = 0
    expect(() =>
      log.write((append) => {
        append(printed('lost'))
        void log.enqueue(printed('kept')).then(({ seq }) => (acknowledged = seq))
        log.write((inner) => inner(printed('lost too')))
        throw new Error('x')
      }),
    ).toThrow('x')
    clock.advance(5)
    await new Promise(setImmediate)
    expect([acknowledged, lines(log.read({}).events)]).toEqual([1, ['kept']])
  })

  test('[LOG7] a group that cannot be committed rejects each promise and the log goes on', async () => {
    const pages = sql.prepare<{ page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0
    sql.exec(`PRAGMA max_page_count = ${pages + 1}`)
    const noise = (n: number) =>
      printed(
        Array.from({ length: 4000 }, (_, i) => String.fromCodePoint(33 + ((i * n * 7919) % 90000))).join(''),
      )
    const waiting = Array.from({ length: 20 }, (_, n) => log.enqueue(noise(n + 1)))
    clock.advance(5)
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'DISK_FULL' } })
    }
    expect(log.head()).toBe(0)
    sql.exec('PRAGMA max_page_count = 1000000')
    log.write((append) => append(printed('after')))
    expect(lines(log.read({}).events)).toEqual(['after'])
  })

  test.each(['write', 'flush'])('[LOG7] an entry that is at fault fails alone, in a %s', async (by) => {
    const fails = (): never => {
      throw new Error('poisoned')
    }
    const entries = [
      log.enqueue(printed('one')),
      log.enqueue(printed('two'), fails),
      log.enqueue({ ...printed('three'), data: { line: 3 } } as unknown as NewEvent),
      log.enqueue(printed('four')),
    ]
    if (by === 'write') expect(log.write((append) => append(printed('work')).seq)).toBe(3)
    else clock.advance(5)
    expect(await Promise.allSettled(entries)).toMatchObject([
      { status: 'fulfilled', value: { seq: 1 } },
      { status: 'rejected', reason: { message: 'poisoned' } },
      { status: 'rejected', reason: { code: 'EVENT_INVALID' } },
      { status: 'fulfilled', value: { seq: 2 } },
    ])
    expect(lines(log.read({}).events)).toEqual(by === 'write' ? ['one', 'four', 'work'] : ['one', 'four'])
  })

  test('[LOG8] any text comes back exactly as it was written, small or deflated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 3000 }), async (line) => {
        const { seq } = log.write((append) => append(printed(line)))
        await reopen()
        expect(lines(log.read({ after: seq - 1, limit: 1 }).events)).toEqual([line])
      }),
      { numRuns: 30 },
    )
  })
})

describe('read', () => {
  test('[LOG10] pages in order with filters by type and session, and says where to go on', () => {
    const session = newId('ses')
    log.write((append) => {
      for (let n = 1; n <= 30; n += 1) {
        append(n % 3 === 0 ? stopped(String(n)) : printed(String(n), n % 2 === 0 ? { session } : {}))
      }
    })
    const numbers = (query: Parameters<EventLog['read']>[0]) =>
      log.read(query).events.map((event) => event.seq)
    expect(numbers({ limit: 3 })).toEqual([1, 2, 3])
    expect(log.read({ limit: 3 }).next).toBe(3)
    expect(numbers({ types: ['daemon.stopped'], limit: 2, after: 3 })).toEqual([6, 9])
    expect(numbers({ types: ['daemon.stopped', 'agent.printed'], after: 27 })).toEqual([28, 29, 30])
    expect(numbers({ session, after: 20 })).toEqual([22, 26, 28])
    expect(numbers({ session, types: ['agent.printed'], after: 20, limit: 2 })).toEqual([22, 26])
    expect(numbers({ types: [] })).toEqual([])
    expect(log.read({ after: 30 })).toEqual({ events: [], next: 30, previous: null, head: 30 })
    expect(log.read({ types: ['config.loaded'] }).next).toBe(30)
  })
})

describe('tail', () => {
  test('[LOG11] a tail sees each event once, whatever is written during catch-up and after', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
        fc.nat(300),
        async (bursts, start) => {
          await reopen()
          const first = log.head()
          const total = bursts.reduce((sum, size) => sum + size, 0)
          const after = Math.max(0, first - start)
          const seen = firstValueFrom(log.events$({ after }).pipe(take(first - after + total), toArray()))
          for (const size of bursts) {
            log.write((append) => Array.from({ length: size }, (_, n) => append(printed(String(n)))))
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
    const tail = log.tail({ types: ['agent.printed'] })
    log.write((append) => append(printed('first')))
    expect(lines((await tail.next()).value ?? [])).toEqual(['first'])
    for (let batch = 0; batch < 12; batch += 1) {
      log.write((append) => Array.from({ length: 1000 }, (_, n) => append(printed(`${batch}-${n}`))))
    }
    let seen = 1
    for await (const batch of tail) {
      seen += batch.length
      if (seen === 12_001) break
    }
    expect(seen).toBe(12_001)
  })

  test('[LOG13] ending a tail ends its wait, and closing the log completes streams', async () => {
    const ended = new AbortController()
    const tail = log.tail({ signal: ended.signal })
    const waiting = tail.next()
    ended.abort()
    expect(await waiting).toEqual({ done: true, value: undefined })
    const stream = firstValueFrom(log.events$().pipe(toArray()))
    log.write((append) => append(printed('a')))
    await new Promise(setImmediate)
    await log.close()
    expect(lines(await stream)).toEqual(['a'])
    expect(() => log.write(() => 1)).toThrow(expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }))
    await expect(log.enqueue(printed('x'))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })
})

describe('followers', () => {
  test('[LOG14] a follower goes on after a restart where it was', async () => {
    const seen: string[] = []
    const follow = (last: string) =>
      new Promise<void>((resolve) => {
        log.follow({
          name: 'counter',
          types: ['agent.printed'],
          handle(event) {
            seen.push(...lines([event]))
            if (lines([event])[0] === last) resolve()
          },
        })
      })
    log.write((append) => [append(printed('a')), append(stopped('x')), append(printed('b'))])
    await follow('b')
    await reopen()
    log.write((append) => append(printed('c')))
    await follow('c')
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  test('[LOG15] a failing handler is tried five times, then the event is passed over and that is told', async () => {
    const tries: number[] = []
    const settled = new Promise<void>((resolve) => {
      log.follow({
        name: 'fragile',
        types: ['agent.printed'],
        handle(event) {
          if (event.seq === 2) return resolve()
          tries.push(clock.now())
          throw new Error('cannot')
        },
      })
    })
    log.write((append) => [append(printed('poison')), append(printed('fine'))])
    for (let step = 0; step < 40; step += 1) {
      await new Promise(setImmediate)
      clock.advance(100)
    }
    await settled
    expect(tries).toHaveLength(5)
    expect(log.read({ types: ['follower.skipped'] }).events[0]?.data).toEqual({
      follower: 'fragile',
      skipped: 1,
      reason: 'cannot',
      tries: 5,
    })
  })
})

describe('migrations', () => {
  const notes = { owner: 'notes', steps: ['CREATE TABLE note (text TEXT) STRICT'] }
  const grown = { owner: 'notes', steps: [...notes.steps, 'ALTER TABLE note ADD COLUMN at INTEGER'] }
  const path = () => join(folder, 'other.db')

  test('[LOG16] an old file gets only the steps it lacks and keeps its content', () => {
    const old = openStore(path(), [notes])
    old.exec("INSERT INTO note VALUES ('kept')")
    old.close()
    const now = openStore(path(), [grown])
    expect(now.prepare('SELECT * FROM note').all()).toMatchObject([{ text: 'kept', at: null }])
    now.close()
    openStore(path(), [grown]).close()
  })

  test('[LOG16] a step that fails leaves the database as it was before that step', () => {
    openStore(path(), [notes]).close()
    const broken = {
      owner: 'notes',
      steps: [...notes.steps, 'ALTER TABLE note ADD COLUMN x TEXT; SELECT nonsense'],
    }
    expect(() => openStore(path(), [broken])).toThrow()
    const again = openStore(path(), [notes])
    expect(
      again
        .prepare<{ name: string }>('PRAGMA table_info(note)')
        .all()
        .map((c) => c.name),
    ).toEqual(['text'])
    again.close()
  })

  test('[LOG17] a database from a newer Iris is refused and not touched', () => {
    openStore(path(), [grown]).close()
    expect(() => openStore(path(), [notes])).toThrow(expect.objectContaining({ code: 'DATABASE_TOO_NEW' }))
    expect(() => openStore(path())).toThrow(expect.objectContaining({ code: 'DATABASE_TOO_NEW' }))
    openStore(path(), [grown]).close()
  })

  test('[LOG18] a step edited after it ran is refused', () => {
    openStore(path(), [notes]).close()
    const edited = { owner: 'notes', steps: ['CREATE TABLE note (text TEXT NOT NULL) STRICT'] }
    expect(() => openStore(path(), [edited])).toThrow(expect.objectContaining({ code: 'DATABASE_CHANGED' }))
  })

  test('[LOG19] a copy is kept before the first pending step, three at the most', () => {
    const steps = [...notes.steps]
    openStore(path(), [{ owner: 'notes', steps }]).close()
    for (let n = 0; n < 5; n += 1) {
      steps.push(`ALTER TABLE note ADD COLUMN c${n} TEXT`)
      openStore(path(), [{ owner: 'notes', steps: [...steps] }]).close()
    }
    const copies = readdirSync(join(folder, 'backups')).toSorted()
    expect(copies).toHaveLength(3)
    const newest = openSql(join(folder, 'backups', copies.at(-1) ?? ''), { readOnly: true })
    expect(newest.prepare('PRAGMA table_info(note)').all()).toHaveLength(5)
    newest.close()
  })

  test('[LOG17] a database of somebody else is refused and not touched', () => {
    const other = openSql(path())
    other.exec('CREATE TABLE theirs (a INTEGER)')
    other.close()
    expect(() => openStore(path())).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }))
  })
})
