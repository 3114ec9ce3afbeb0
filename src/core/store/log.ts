import type { Observable } from 'rxjs'
import { IrisError, type Event, type NewEvent } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql, Statement } from '../../platform/sqlite/index.ts'
import { appendEntries, attempt, type Outcome } from './entries.ts'
import { createCursors } from './cursors.ts'
import { createDisk } from './disk.ts'
import { createLineBodies, type LineBodies } from './line-bodies.ts'
import { createFollowing, type Follower, type Following } from './follower.ts'
import { createGroup, type TakenGroup } from './group.ts'
import { createBatches, createPages, type LogPage } from './pages.ts'
import { createRecent } from './recent.ts'
import { createReactions, type React } from './reactions.ts'
import type { LogFilter, LogQuery } from './rows.ts'
import { createBatched } from './batched.ts'
import { createTails, streamOf, type TailOptions } from './tail.ts'
import { createWriter, type Append, type Committed, type Write } from './writer.ts'

/** What a log is made with. */
interface LogDeps {
  sql: Sql
  clock: Clock
  logger?: Pick<Logger, 'debug'>
}

const unheard: Pick<Logger, 'debug'> = { debug: () => undefined }

/** The log: every change of state is an event here, written in one transaction with the tables it concerns. */
export interface EventLog {
  write: Write
  /** The same in one commit with what else is written in this turn of the event loop, or while the disk is at work; resolves once it is committed. */
  writeBatched<T>(work: (append: Append) => T): Promise<T>
  /** Records an event, with the table change `project` makes, in the next group commit; resolves with it. */
  enqueue(event: NewEvent, project?: (event: Event) => void): Promise<Event>
  /** Puts everything committed so far on disk: to be called before a change is told to who asked for it. */
  settle(): void
  /** The same, and meanwhile the daemon goes on: for who tells many at once. */
  settled(): Promise<void>
  read(query: LogQuery): LogPage
  /** The newest event of a session by its number and date, without what it says. */
  newest(session: string): { seq: number; at: number } | undefined
  /** The number of the newest committed event. */
  head(): number
  /** The number of the first event at a time or later; one above the newest when there is none. */
  seqAt(at: number): number
  /** Batches of events after a number, for ever, at the reader's pace. */
  tail(options?: TailOptions): AsyncGenerator<readonly Event[], void, undefined>
  /** The same as a stream: catches up, then is live. */
  events$(query?: LogFilter & { after?: number }): Observable<Event>
  /**
   * Does something about each event of these types in the transaction that records it, when the work that appended it is
   * done: in the order in which reactions were added, and for what they append as well. One that throws undoes that work.
   */
  react: React
  follow(follower: Follower): Following
  /** What agents printed, as far as it was not pruned. */
  lines: LineBodies
  close(): Promise<void>
}

export function createLog({ sql, clock, logger = unheard }: LogDeps): EventLog {
  const cursors = createCursors({ sql, clock, commit: () => writer.write(() => undefined) })
  const disk = createDisk({ clock, sql })
  const reactions = createReactions()
  const writer = createWriter({ sql, clock, cursors, reactions, onCommit: publish })
  const recent = createRecent(writer.head())
  const read = createPages(sql, () => writer.head())
  const tails = createTails({ head: () => writer.head(), ...createBatches(recent, read) })
  const group = createGroup({
    clock,
    commit: (entries) => writer.write(() => appendEntries(writer.write, entries)),
  })
  const batched = createBatched(write, () => disk.atWork())
  const followings = new Set<Following>()
  const { newest, times } = prepareDates(sql)
  let closed = false

  return {
    write,
    writeBatched: (work) => (closed ? Promise.reject(isClosed()) : batched.add(work)),
    enqueue: (event, project) => (closed ? Promise.reject(isClosed()) : group.add({ event, project })),
    settle: () => disk.settle(),
    settled: () => disk.settled(),
    read: (query) => read(query),
    newest: (session) => newest.get(session),
    head: () => writer.head(),
    seqAt: (at) => firstAt(times, at, writer.head()),
    tail: (options) => tails.batches(options),
    events$: (query = {}) => streamOf((signal) => tails.batches({ ...query, signal })),
    react: reactions.react,
    follow(follower) {
      const tail: EventLog['tail'] = (options) => tails.batches(options)
      const parts = { tail, write, cursors, clock, logger, head: () => writer.head() }
      const following = createFollowing(parts, follower)
      followings.add(following)
      return following
    },
    lines: createLineBodies(sql, () => recent.clear()),
    async close() {
      if (closed) return
      await Promise.all([...followings].map((following) => following.close()))
      batched.flush()
      group.flush()
      cursors.flush()
      closed = true
      disk.close()
      tails.close()
    },
  }

  function write<T>(work: Parameters<typeof writer.write<T>>[0]): T {
    if (closed) throw isClosed()
    // Inside a transaction nothing may be acknowledged yet; what is enqueued there goes with the next commit.
    if (writer.isWriting()) return writer.write(work)
    const waiting = group.take()
    return waiting.entries.length === 0 ? writer.write(work) : writeTogether(writer.write, waiting, work)
  }

  function publish({ events, sizes }: Committed): void {
    recent.push(events, sizes)
    tails.wake()
  }
}

// The statements are the type; writing it out again would only repeat the names.
function prepareDates(sql: Sql) {
  return {
    newest: sql.prepare<{ seq: number; at: number }>(
      'SELECT seq, at FROM event WHERE session = ? ORDER BY seq DESC LIMIT 1',
    ),
    times: sql.prepare<{ at: number }>('SELECT at FROM event WHERE seq = ?'),
  }
}

/** One commit for what was waiting and the work after it; who throws, an entry or the work, loses only its own part. */
function writeTogether<T>(write: Write, waiting: TakenGroup, work: (append: Append) => T): T {
  let outcome: Outcome<T> | undefined
  try {
    const outcomes = write(() => {
      const written = appendEntries(write, waiting.entries)
      outcome = attempt(() => write(work))
      return written
    })
    waiting.settle(outcomes)
  } catch (error) {
    waiting.fail(error)
    throw error
  }
  if (outcome && 'value' in outcome) return outcome.value
  throw outcome?.error
}

/** Numbers have no gap and times hardly ever go back, so halving finds the place in a few reads. */
function firstAt(times: Statement<{ at: number }>, at: number, head: number): number {
  let low = 1
  let high = head + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((times.get(middle)?.at ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}

function isClosed(): IrisError {
  return new IrisError('DATABASE_UNAVAILABLE', 'The log is closed: the daemon is stopping.')
}
