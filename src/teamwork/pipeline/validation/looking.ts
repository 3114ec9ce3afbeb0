import type { EventType, ValidationId } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { ValidationContext } from './context.ts'
import { hearAnswers } from './deciding.ts'
import type { ValidationRow } from './rows.ts'
import { end } from './running.ts'
import { interrupt, readied, runToEnd } from './stepping.ts'

const maxAtOnce = 2
const heard: readonly EventType[] = ['build.ended', 'ask.answered', 'ask.dismissed', 'ask.withdrawn']

/** Does what is to be done of every validation, one look after the other. */
export interface Looking {
  consider(): Promise<void>
  /** Settles when a validation is no longer under way. */
  over(id: ValidationId): Promise<void>
  /** Settles when nothing is under way and nothing more can be done without somebody. */
  settled(): Promise<void>
  /** Settles once nothing is done any more; `signal` of the context ends it. */
  ended(): Promise<void>
}

export function createLooking(context: ValidationContext): Looking {
  const { rows, log, clock, logger, signal } = context
  const running = new Map<ValidationId, Promise<void>>()
  let looking = Promise.resolve()
  const following = follow().catch((error: unknown) =>
    logger.error('validations no longer hear the log', { err: error }),
  )
  return {
    consider,
    over: async (id) => running.get(id),
    async settled() {
      do {
        await consider()
        await Promise.all(running.values())
      } while (running.size > 0)
      await consider()
    },
    async ended() {
      await following
      await looking
      await Promise.all(running.values())
    },
  }

  async function follow(): Promise<void> {
    const tail = log.tail({ after: log.head(), types: heard, signal })
    await consider()
    for await (const _batch of tail) await consider()
  }

  function consider(): Promise<void> {
    looking = looking
      .then(lookAtAll)
      .catch((error: unknown) => logger.warn('a validation could not be looked at', { err: error }))
    return looking
  }

  async function lookAtAll(): Promise<void> {
    if (signal.aborted) return
    await hearAnswers(context)
    for (const row of rows.open()) if (!running.has(row.validation)) await lookAt(row)
  }

  async function lookAt(row: ValidationRow): Promise<void> {
    if (signal.aborted) return
    if (row.startedAt !== null) return interrupt(context, row)
    try {
      const ready = await readied(context, row)
      if (ready && running.size < maxAtOnce) begin(ready)
    } catch (error) {
      end(context, row, { outcome: 'failed', words: messageOf(error) })
    }
  }

  function begin(row: ValidationRow): void {
    log.write(() => rows.set(row.validation, { startedAt: clock.now() }))
    const done = runToEnd(context, row).finally(() => {
      running.delete(row.validation)
      void consider()
    })
    running.set(row.validation, done)
  }
}
