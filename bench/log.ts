// The event log beside a bare better-sqlite3 loop. Run: npm run bench:log [-- --smoke] [-- --only readPages,kills]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeBody } from '../src/core/store/body.ts'
import { createLog, openStore } from '../src/core/store/index.ts'
import { createPruning, historyMigrations } from '../src/core/history/index.ts'
import { sessionMigrations } from '../src/core/sessions/index.ts'
import { manualClock, systemClock } from '../src/platform/clock/index.ts'
import type { NewEvent } from '../src/contract/index.ts'
import { inspect, killWriter } from '../test/support/log-kill.ts'
import { finish, median, only, quantile, report, smoke } from './figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'iris-bench-log-'))
const writer = ['--import', 'tsx', join(import.meta.dirname, '..', 'test', 'support', 'log-writer.ts')]
// Text with the entropy of source code: a vocabulary of 2,000 made-up words, deflating to about half.
const vocabulary = Array.from({ length: 2000 }, (_, n) =>
  ((n * 2654435761) % 4294967296).toString(36).slice(0, 3 + (n % 6)),
)
const textOf = (seed: number) =>
  Array.from({ length: 500 }, (_, n) => vocabulary[(seed * 7919 + n * n * 31 + n * 17) % vocabulary.length])
    .join(' ')
    .slice(0, 2000)
const texts = Array.from({ length: 512 }, (_, n) => textOf(n))
const event = (n: number): NewEvent => ({
  type: 'agent.printed',
  data: { line: texts[n % texts.length] ?? '' },
})
const results: boolean[] = []

try {
  const parts: (() => Promise<void> | void)[] = [
    appendRate,
    tailLatency,
    catchingUp,
    readPages,
    prunes,
    kills,
  ]
  for (const part of parts) {
    if (only.length === 0 || only.includes(part.name)) await part()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
finish(results)

/** The same rows in the same batches, by the log and by a bare loop, in turns. */
function appendRate(): void {
  const batch = 256
  const batches = smoke ? 4 : 40
  const ours = openStore(join(folder, 'ours.db'))
  const log = createLog({ sql: ours, clock: systemClock })
  const bare = openStore(join(folder, 'bare.db'))
  const insert = bare.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const pre = texts.map((line) => encodeBody({ line }))
  let seq = 0
  const bareBatch = (encode: boolean) =>
    bare.transaction(() => {
      for (let n = 0; n < batch; n += 1) {
        seq += 1
        const stored = encode ? encodeBody({ line: texts[n % texts.length] }) : pre[n % pre.length]
        insert.run(
          seq,
          Date.now(),
          'agent.printed',
          1,
          null,
          null,
          null,
          stored?.enc ?? 0,
          stored?.body ?? null,
        )
      }
    })
  const ourBatch = () =>
    log.write((append) => {
      for (let n = 0; n < batch; n += 1) append(event(n))
    })
  const rounds = { ours: [] as number[], bare: [] as number[], bareStored: [] as number[] }
  for (let round = 0; round < batches; round += 1) {
    rounds.ours.push(time(ourBatch))
    rounds.bare.push(time(() => bareBatch(true)))
    rounds.bareStored.push(time(() => bareBatch(false)))
  }
  const rate = (times: number[]) => batch / (median(times) / 1000)
  report('append 2 KB, batches of 256: the log', { value: rate(rounds.ours), unit: 'events/s' })
  report('append 2 KB: bare loop, same rows, same encoding', { value: rate(rounds.bare), unit: 'events/s' })
  report('append 2 KB: bare loop, bytes deflated beforehand', {
    value: rate(rounds.bareStored),
    unit: 'events/s',
  })
  results.push(
    report('time of the log over the bare loop', {
      value: median(rounds.ours) / median(rounds.bare),
      unit: '×',
      most: 1.25,
    }),
  )
  void log.close()
  ours.close()
  bare.close()
}

/** From the call that appends to the subscriber that hears, at 2,000 events a second. */
async function tailLatency(): Promise<void> {
  const sql = openStore(join(folder, 'tail.db'))
  const log = createLog({ sql, clock: systemClock })
  const sentAt = new Map<number, number>()
  const written: number[] = []
  const grouped: number[] = []
  let into = written
  const listening = log
    .events$()
    .subscribe(({ seq }) => into.push(performance.now() - (sentAt.get(seq) ?? Number.NaN)))
  const total = smoke ? 400 : 10_000
  await atRate(total, (from, to) => {
    const start = performance.now()
    const written = log.write((append) =>
      Array.from({ length: to - from }, (_, n) => append(event(from + n))),
    )
    for (const { seq } of written) sentAt.set(seq, start)
  })
  into = grouped
  let next = log.head()
  const acknowledged: Promise<unknown>[] = []
  await atRate(total, (from, to) => {
    for (let n = from; n < to; n += 1) {
      next += 1
      sentAt.set(next, performance.now())
      acknowledged.push(log.enqueue(event(n)))
    }
  })
  await Promise.all(acknowledged)
  await new Promise(setImmediate)
  results.push(
    report('append to subscriber at 2,000/s, p99', { value: quantile(written, 0.99), unit: 'ms', most: 5 }),
  )
  report('append to subscriber at 2,000/s, p50', { value: median(written), unit: 'ms' })
  report('the same through the 5 ms group commit, p50', { value: median(grouped), unit: 'ms' })
  report('the same through the 5 ms group commit, p99', { value: quantile(grouped, 0.99), unit: 'ms' })
  listening.unsubscribe()
  await log.close()
  sql.close()
}

/** Calls `act` every millisecond with the events that are due by then. */
async function atRate(total: number, act: (from: number, to: number) => void): Promise<void> {
  const start = performance.now()
  for (let n = 0; n < total;) {
    const due = Math.min(total, Math.floor((performance.now() - start) * 2))
    if (due > n) act(n, due)
    n = due
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** How long others wait while readers go through the whole log: one that has far to go, and very many. */
async function catchingUp(): Promise<void> {
  const size = smoke ? 2_000 : 54_000
  const path = join(folder, 'catching-up.db')
  const filling = openStore(path)
  const first = createLog({ sql: filling, clock: systemClock })
  for (let n = 0; n < size; n += 1000) {
    first.write((append) => {
      for (let m = n; m < n + 1000; m += 1) append(event(m))
    })
  }
  await first.close()
  filling.close()
  const many = smoke ? { readers: 20, events: 200 } : { readers: 400, events: 1_280 }
  for (const work of [{ readers: 1, events: size }, many]) {
    const { gaps, batches } = await pauses(path, work)
    const name = `${work.readers} × ${work.events} events caught up with`
    report(`${name}: a round of the loop takes, p50`, { value: median(gaps), unit: 'ms' })
    report(`${name}: the longest round`, { value: Math.max(...gaps), unit: 'ms' })
    const each = { value: batches / gaps.length, unit: '', most: 1 }
    results.push(report(`${name}: batches in a round`, each))
  }
}

/** The time between two rounds of the event loop while readers put the first events of a log into words. */
async function pauses(
  path: string,
  { readers, events }: { readers: number; events: number },
): Promise<{ gaps: number[]; batches: number }> {
  const sql = openStore(path)
  const log = createLog({ sql, clock: systemClock })
  const gaps: number[] = []
  let batches = 0
  let isOver = false
  let last = performance.now()
  const look = (): void => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const read = async (): Promise<void> => {
    for await (const batch of log.tail()) {
      batches += 1
      for (const one of batch) JSON.stringify(one)
      if ((batch.at(-1)?.seq ?? 0) >= events) return
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
  isOver = true
  look()
  await log.close()
  sql.close()
  return { gaps, batches }
}

/** Pages of 500 anywhere in a million events. */
function readPages(): void {
  const size = smoke ? 20_000 : 1_000_000
  const sql = openStore(join(folder, 'pages.db'))
  const log = createLog({ sql, clock: systemClock })
  for (let n = 0; n < size; n += 1000) {
    log.write((append) => {
      for (let m = n; m < n + 1000; m += 1)
        append(m % 1000 === 0 ? { type: 'daemon.stopped', data: { reason: 'x' } } : event(m))
    })
  }
  // The disk is not to be still busy with the million while pages are read.
  execFileSync('sync')
  const plain: number[] = []
  const rare: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const after = Math.floor(Math.random() * size)
    plain.push(time(() => log.read({ after, limit: 500 })))
    rare.push(time(() => log.read({ after, limit: 500, types: ['daemon.stopped'] })))
  }
  results.push(report(`page of 500 out of ${size}, p50`, { value: median(plain), unit: 'ms', most: 10 }))
  report(`page of 500 out of ${size}, p99`, { value: quantile(plain, 0.99), unit: 'ms' })
  report('page of a rare type, p99', { value: quantile(rare, 0.99), unit: 'ms' })
  void log.close()
  sql.close()
}

/** Old lines by the log, a part at a time with its event, and by a bare UPDATE of the same rows, in turns. */
function prunes(): void {
  const parts = smoke ? 3 : 25
  const size = 2_000
  const now = 1_000 * 86_400_000
  const clock = manualClock(now - 40 * 86_400_000)
  const fill = (name: string) => {
    const sql = openStore(join(folder, name), [sessionMigrations, historyMigrations])
    const log = createLog({ sql, clock })
    for (let part = 0; part < parts; part += 1)
      log.write((append) => {
        for (let n = 0; n < size; n += 1) append(event(n))
      })
    return { sql, log }
  }
  const ours = fill('prune.db')
  const bare = fill('bare-prune.db')
  clock.advance(40 * 86_400_000)
  const prune = createPruning({ ...ours, clock })
  const update = bare.sql.prepare(
    "UPDATE event SET enc = 0, body = ? WHERE type = 'agent.printed' AND seq > ? AND seq <= ?",
  )
  const { body } = encodeBody({ line: '', pruned: true })
  const rounds = { ours: [] as number[], bare: [] as number[] }
  for (let after = 0; after < parts * size; after += size) {
    rounds.ours.push(time(() => void prune({ before: now - 86_400_000, after, trial: false, by: 'bench' })))
    rounds.bare.push(time(() => void update.run(body, after, after + size)))
  }
  report('2,000 lines of 2 KB pruned, p50', { value: median(rounds.ours), unit: 'ms' })
  report('a bare UPDATE of them, p50', { value: median(rounds.bare), unit: 'ms' })
  report('pruning over the bare UPDATE', { value: median(rounds.ours) / median(rounds.bare), unit: '×' })
  for (const { log, sql } of [ours, bare]) {
    void log.close()
    sql.close()
  }
}

/** SIGKILL of a writer at random moments. */
async function kills(): Promise<void> {
  const path = join(folder, 'kills.db')
  const rounds = smoke ? 3 : 200
  let lost = 0
  let damaged = 0
  for (let round = 0; round < rounds; round += 1) {
    const point = { grouped: round % 2 === 0, writeFor: Math.random() * 150, program: writer }
    const acknowledged = await killWriter(path, point)
    const after = inspect(path)
    lost += Math.max(0, acknowledged - after.newest)
    if (after.integrity !== 'ok' || after.count !== after.newest) damaged += 1
  }
  results.push(
    report(`acknowledged events lost in ${rounds} kills`, { value: lost, unit: 'events', most: 0 }),
  )
  results.push(report(`damaged files in ${rounds} kills`, { value: damaged, unit: 'files', most: 0 }))
}

function time(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
