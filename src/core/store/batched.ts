import { attemptEach } from './entries.ts'
import type { Append, Write } from './writer.ts'

/** Works that came in one turn of the event loop share a commit, and so do those that came while the disk was at work. */
export interface Batched {
  /** Runs the work in a transaction with what else came meanwhile; who throws loses only its own part. */
  add<T>(work: (append: Append) => T): Promise<T>
  /** Runs what is waiting now. */
  flush(): void
}

interface Waiting {
  work: (append: Append) => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export function createBatched(write: Write, diskAtWork: () => Promise<void> | undefined): Batched {
  let waiting: Waiting[] = []

  return {
    add: <T>(work: (append: Append) => T) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) flushSoon()
        // What resolves this promise is what this very work returned.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      }),
    flush,
  }

  /** Each commit costs the disk a page of every table: while it is at work, more gather for the next. */
  function flushSoon(): void {
    const atWork = diskAtWork()
    if (atWork) void atWork.then(flush, flush)
    else setImmediate(flush)
  }

  function flush(): void {
    const taken = waiting
    if (taken.length === 0) return
    waiting = []
    try {
      const outcomes = write(() =>
        attemptEach(
          write,
          taken.map(({ work }) => work),
        ),
      )
      for (const [index, outcome] of outcomes.entries()) {
        if ('value' in outcome) taken[index]?.resolve(outcome.value)
        else taken[index]?.reject(outcome.error)
      }
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
  }
}
