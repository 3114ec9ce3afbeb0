import type { ReviewContext } from './context.ts'
import { makeReview } from './making.ts'

/** Makes what is due, one after the other. */
export interface Due {
  /** Resolves when everything that was due at the call is made. */
  settled(): Promise<void>
  /** Resolves once nothing is made any more; `signal` of the context ends it. */
  ended: Promise<void>
}

/** What the last daemon left, then each build as it ends. */
export function makeDue(context: ReviewContext): Due {
  const { rows, log, logger, signal } = context
  const failed = new Set<string>()
  let making = Promise.resolve()
  const settled = (): Promise<void> => (making = making.then(makeAll))
  const ended = follow().catch((error: unknown) => logger.error('reviews are made no longer', { err: error }))
  return { settled, ended }

  async function follow(): Promise<void> {
    const tail = log.tail({ after: log.head(), types: ['build.ended'], signal })
    await settled()
    for await (const _ended of tail) await settled()
  }

  /** One that cannot be made is tried again by the next daemon. */
  async function makeAll(): Promise<void> {
    for (const due of rows.due().filter(({ build }) => !failed.has(build))) {
      if (signal.aborted) return
      try {
        await makeReview(context, due)
      } catch (error) {
        if (signal.aborted) return
        failed.add(due.build)
        logger.warn('a review was not made', { build: due.key, err: error })
      }
    }
  }
}
