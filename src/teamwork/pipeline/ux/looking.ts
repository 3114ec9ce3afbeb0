import type { EventType, UxId } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { endGroup } from '../../../platform/process/index.ts'
import { ask } from './asking.ts'
import { markOf, type UxContext } from './context.ts'
import { hearAnswers } from './deciding.ts'
import { prunePictures } from './pictures.ts'
import type { UxRow } from './rows.ts'
import { end, runUx } from './running.ts'

const heard: readonly EventType[] = ['build.ended', 'ask.answered', 'ask.dismissed', 'ask.withdrawn']

/** Does what is to be done of every UX test; one has the browser at a time. */
export interface Looking {
  consider(): Promise<void>
  settled(): Promise<void>
  ended(): Promise<void>
}

export function createLooking(context: UxContext): Looking {
  const { rows, log, clock, logger, signal } = context
  let running: { ux: UxId; done: Promise<void> } | undefined
  let looking = Promise.resolve()
  const following = follow().catch((error: unknown) =>
    logger.error('UX tests no longer hear the log', { err: error }),
  )
  return {
    consider,
    async settled() {
      await consider()
      for (let now = running; now; now = running) {
        await now.done
        await consider()
      }
    },
    async ended() {
      await following
      await looking
      await running?.done
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
      .catch((error: unknown) => logger.warn('a UX test could not be looked at', { err: error }))
    return looking
  }

  async function lookAtAll(): Promise<void> {
    if (signal.aborted) return
    await hearAnswers(context)
    for (const row of rows.open()) if (running?.ux !== row.ux) await lookAt(row)
    await prunePictures(context)
  }

  async function lookAt(row: UxRow): Promise<void> {
    if (signal.aborted) return
    if (row.startedAt !== null) return interrupt(context, row)
    const ready = readied(context, row)
    if (!ready || running) return
    log.write(() => rows.set(row.ux, { startedAt: clock.now() }))
    const done = runToEnd(context, ready).finally(() => {
      running = undefined
      void consider()
    })
    running = { ux: row.ux, done }
  }
}

/** Asks for the persona where that is wanted; the row once it can be begun. */
function readied(context: UxContext, row: UxRow): UxRow | undefined {
  const { inbox, rows, log } = context
  if (row.wantsAsk === 0 || row.persona !== null) return row
  if (row.ask === null) {
    log.write(() => {
      const [asked] = ask(context, row.ux, { event: 'before_ux_testing', by: 'build.ended', facts: {} })
      rows.set(row.ux, { ask: asked ?? null })
    })
    return undefined
  }
  const { state, answer } = inbox.view(row.ask)
  if (state === 'open') return undefined
  if (!answer) {
    end(context, row, { outcome: 'cancelled', words: 'Nobody said as whom; the question was closed.' })
    return undefined
  }
  const [persona = ''] = answer.chosen.flatMap(({ labels, text }) => [...labels, ...(text ? [text] : [])])
  log.write(() => rows.set(row.ux, { persona }))
  return { ...row, persona }
}

async function runToEnd(context: UxContext, row: UxRow): Promise<void> {
  try {
    await runUx(context, row)
  } catch (error) {
    if (!context.signal.aborted) end(context, row, { outcome: 'failed', words: messageOf(error) })
  }
}

/** One that was under way when the daemon died: what it had started is ended, and it is told. */
async function interrupt(context: UxContext, row: UxRow): Promise<void> {
  const { work, logger } = context
  await endGroup(markOf(row.ux), row.leader ?? undefined)
  end(context, row, {
    outcome: 'interrupted',
    words: 'Iris itself was ended while the UX test was under way.',
  })
  if (row.build === null) return
  await work
    .clearCheckout(row.build)
    .catch((error: unknown) => logger.warn('a checkout is left', { build: row.build, err: error }))
}
