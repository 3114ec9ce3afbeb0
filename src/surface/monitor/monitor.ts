import type { Client } from '../../client/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createController } from './controller.ts'
import { createFeed } from './feed.ts'
import { writeLines } from './lines.ts'
import { untilEnded } from './ending.ts'
import { createPresence, withPresence } from './presence.ts'

/** How the monitor is run. */
export interface MonitorOptions {
  /** The daemon, wherever it is now. */
  find: () => Promise<Client | undefined>
  /** A screen, lines for people, or documents for programs: one, or one per change. */
  as: 'screen' | 'lines' | 'document' | 'documents'
  hasColour: boolean
}

/** Shows who does what and what needs you, until somebody leaves. */
export async function runMonitor({ find, as, hasColour }: MonitorOptions): Promise<void> {
  const feed = createFeed({ find, clock: systemClock })
  if (as !== 'screen') return writeLines(feed, { as, clock: systemClock, stdout: process.stdout })
  const { draw, sizeOf } = await import('./terminal.tsx')
  const { stdin, stdout } = process
  const ended = untilEnded(process)
  const size = sizeOf(stdout)
  const controller = withPresence(
    createController({ feed, clock: systemClock, size, onQuit: ended.end }),
    createPresence({ client: () => feed.client(), clock: systemClock }),
  )
  const restore = draw(controller, { stdin, stdout }, hasColour)
  // What a crash says is printed after this, on the ordinary screen.
  process.once('uncaughtExceptionMonitor', restore)
  controller.open()
  await ended.promise
  controller.close()
  restore()
  process.off('uncaughtExceptionMonitor', restore)
  ended.close()
}
