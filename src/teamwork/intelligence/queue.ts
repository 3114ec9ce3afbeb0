import { concatMap, from, groupBy, mergeMap, Subject } from 'rxjs'

/** Work by key: one at a time for a key, several keys at once, at most `most` in all. */
export interface Queue {
  add(key: string, work: () => Promise<void>): void
  /** Takes nothing more and waits for what runs. */
  close(): Promise<void>
}

interface Job {
  readonly key: string
  readonly work: () => Promise<void>
}

/** A queue per session pair. What it holds also stands in a table, so that a crash loses nothing. */
export function createQueue({ most, onError }: { most: number; onError: (error: unknown) => void }): Queue {
  const jobs$ = new Subject<Job>()
  const running = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let free = most
  let isClosed = false
  const subscription = jobs$
    .pipe(
      groupBy(({ key }) => key),
      mergeMap((pair$) => pair$.pipe(concatMap(({ work }) => from(run(work))))),
    )
    .subscribe()

  return {
    add: (key, work) => jobs$.next({ key, work }),
    async close() {
      isClosed = true
      jobs$.complete()
      subscription.unsubscribe()
      for (const go of waiting.splice(0)) go()
      await Promise.all(running)
    },
  }

  function run(work: () => Promise<void>): Promise<void> {
    const job = place()
      .then(() => (isClosed ? undefined : work()))
      .catch(onError)
      .finally(leave)
    running.add(job)
    return job.finally(() => running.delete(job))
  }

  function place(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}
