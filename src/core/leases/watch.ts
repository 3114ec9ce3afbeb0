import type { Cancel } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { LeasesContext } from './context.ts'
import { look } from './workers.ts'

/** How often Iris looks whether workers live: several times within a lease, and sooner while somebody waits. */
const lookEveryMs = { quiet: 5000, awaited: 1000 }

/** Looks after workers, only while there is something to look after: an idle Iris looks at nothing. */
export interface Watch {
  goOn(): void
  close(): void
}

export function createWatch(context: LeasesContext, logger: Pick<Logger, 'warn'>): Watch {
  const { rows, clock } = context
  let cancel: Cancel | undefined
  const goOn = (): void => {
    if (!context.isStarted() || cancel || !rows.isAnything()) return
    const { quiet, awaited } = lookEveryMs
    cancel = clock.after(rows.waits().length > 0 ? awaited : quiet, () => {
      cancel = undefined
      try {
        look(context, { isFirst: false })
      } catch (error) {
        // A full disk, say: nothing was freed, and the next look finds the same.
        logger.warn('leases were not looked after', { err: error })
      }
      goOn()
    })
  }
  return { goOn, close: () => cancel?.() }
}
