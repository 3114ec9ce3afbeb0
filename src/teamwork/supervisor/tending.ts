import type { EventType } from '../../contract/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import { bringInParts } from './bringing-in.ts'
import type { OrgContext } from './context.ts'
import { recordDecisions } from './decisions.ts'
import { giveOut } from './dispatching.ts'
import { resumeDue } from './handover.ts'
import { askForPlans } from './plans.ts'
import { recoverEm } from './recovering.ts'

/** What may let a task be given out that waits, or has left an EM dead. */
const moving: readonly EventType[] = [
  'org.tasked',
  'org.started',
  'org.released',
  'ask.answered',
  'page.changed',
  'build.ended',
  'task.changed',
  'task.ended',
  'task.planned',
  'turn.ended',
  'session.rebooted',
]

const retryAfter = 5000

/** Gives out what waits, in one chain: what the last daemon left first, then whenever something may go on. */
export function createTending(context: OrgContext): { close(): Promise<void> } {
  const { rows, log, logger, signal, clock, sessions } = context
  let tending = Promise.resolve()
  let cancelRetry: Cancel = () => undefined
  void follow().catch((error: unknown) => {
    if (!signal.aborted) logger.error('organisations no longer hear the log', { err: error })
  })
  return {
    async close() {
      cancelRetry()
      await tending
    },
  }

  async function follow(): Promise<void> {
    const tail = log.tail({ after: log.head(), types: moving, signal })
    await sessions.recovered()
    for (const shift of rows.shifts.handingOver()) resumeDue(context, shift)
    for (const project of running()) context.beginLadder(project)
    await tendNext()
    for await (const batch of tail) if (batch.length > 0) await tendNext()
  }

  /** One at a time, so that nothing is given out twice. */
  function tendNext(): Promise<void> {
    tending = tending.then(tendAll)
    return tending
  }

  async function tendAll(): Promise<void> {
    await recordDecisions(context).catch(tryAgain)
    await askForPlans(context).catch(tryAgain)
    for (const project of running()) {
      if (signal.aborted) return
      try {
        await recoverEm(context, project)
        await bringInParts(context, project)
        await giveOut(context, project)
      } catch (error) {
        tryAgain(error)
      }
    }
  }

  /** What failed for no reason of its own is tried again, also when nothing else happens. */
  function tryAgain(error: unknown): void {
    if (signal.aborted) return
    logger.warn('tasks were not given out', { err: error })
    cancelRetry()
    cancelRetry = clock.after(retryAfter, () => void tendNext())
  }

  function running(): string[] {
    if (signal.aborted) return []
    return rows.orgs.all().flatMap(({ project, stoppedAt }) => (stoppedAt === null ? [project] : []))
  }
}
