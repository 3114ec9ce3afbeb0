import { IrisError } from '../../contract/index.ts'
import { commitBatch, type Planning, type Waiting } from './batches.ts'
import type { WikiContext } from './context.ts'
import { createTakingUp } from './taking-up.ts'

const maxBatch = 32
const maxWaiting = 1000

/** One change that waits its turn. */
export interface Job<T> extends Planning {
  done(revision: string | undefined): T
}

/** The one writer of a wiki. Changes that wait together go through one git process, a commit each. */
export interface WikiQueue {
  add<T>(job: Job<T>): Promise<T>
  /** Takes up what happened outside: all of it, or of these files. */
  look(files?: readonly string[]): Promise<void>
  /** Does something while nothing else writes. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Why outside changes are not taken up. */
  problem(): string | null
  close(): Promise<void>
}

export function createQueue(context: WikiContext): WikiQueue {
  const outside = createTakingUp(context)
  let waiting: Waiting[] = []
  let tail: Promise<unknown> = Promise.resolve()
  let isDraining = false
  let isClosed = false

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const next = tail.then(work)
    tail = next.catch(() => undefined)
    return next
  }

  function add(one: Waiting): void {
    if (isClosed) return one.reject(new IrisError('WIKI_BUSY', 'The daemon is stopping.'))
    if (waiting.length >= maxWaiting)
      return one.reject(new IrisError('WIKI_BUSY', `More than ${maxWaiting} changes wait already.`))
    waiting.push(one)
    if (isDraining) return
    isDraining = true
    void alone(drain)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      try {
        await outside.takeUp([...new Set(batch.flatMap(({ job }) => job.files()))], { mustWrite: true })
        waiting = [...(await commitBatch(context, batch)), ...waiting]
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isDraining = false
  }

  return {
    add: (job) =>
      new Promise((resolve, reject) =>
        add({ job, tries: 0, done: (revision) => resolve(job.done(revision)), reject }),
      ),
    look: (files) => alone(() => outside.takeUp(files)),
    alone,
    problem: outside.problem,
    async close() {
      isClosed = true
      await tail
    },
  }
}
