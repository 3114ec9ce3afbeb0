import { BuildLimits, IrisError } from '../../../contract/index.ts'
import { within } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { about, type CoordinatorContext } from './context.ts'
import { end } from './deciding.ts'
import type { ConcernRow, Wanted } from './rows.ts'

const restartLimit = 60_000

/** Does what was decided and is not known to be done. Each can be done twice: what the first time left is found. */
export async function carryOut(context: CoordinatorContext, row: ConcernRow): Promise<void> {
  if (row.kind === 'build_failed') return startAgain(context, row)
  const words = row.action === 'INTERRUPT' ? await interrupt(context, row) : await restart(context, row)
  if (context.signal.aborted) return
  context.log.write((append) => {
    const now = context.rows.get(row.subject)
    // Meanwhile something else may have been decided of it.
    if (!now || now.isDue === 0 || now.decidedAt !== row.decidedAt) return
    context.rows.put({ ...now, isDue: 0 })
    append({ type: 'coordinator.acted', data: { ...about(now), action: now.action, words } })
  })
}

/** This very turn and no other: what its agent is told after that goes on. */
async function interrupt({ sessions }: CoordinatorContext, { session, turn }: ConcernRow): Promise<string> {
  if (session === null || turn === null) return 'There was nothing to interrupt.'
  try {
    await sessions.cancel(session, turn)
    return 'Its turn was ended; it goes on where it was.'
  } catch (error) {
    if (error instanceof IrisError && error.code === 'TURN_ENDED') return 'Its turn had ended.'
    throw error
  }
}

async function restart({ watch, clock }: CoordinatorContext, { about: part }: ConcernRow): Promise<string> {
  try {
    const late = (): Error => new Error(`${part} did not start within a minute`)
    await within(clock, watch.watch.restart(part), { limit: restartLimit, late })
    return 'It was started again.'
  } catch (error) {
    return `It could not be started again: ${messageOf(error)}`
  }
}

/** The build that a person wanted; which one that is becomes known with its event. */
async function startAgain(context: CoordinatorContext, row: ConcernRow): Promise<void> {
  const words: string[] = []
  for (const wanted of row.wants) words.push(await startOne(context, row, wanted))
  if (context.signal.aborted) return
  context.log.write((append) => {
    const now = context.rows.get(row.subject)
    if (!now || now.endedAt !== null) return
    const acted = { ...now, action: 'REDISTRIBUTE', why: words.join(' '), isDue: 0, wants: [] } as const
    append({ type: 'coordinator.acted', data: { ...about(now), action: acted.action, words: acted.why } })
    end(context, acted, 'its tasks are worked again')
  })
}

async function startOne(
  context: CoordinatorContext,
  row: ConcernRow,
  { team, tasks: keys }: Wanted,
): Promise<string> {
  const { tasks, work, log, rows } = context
  // A start that was killed before this was noted has begun it already.
  if (!rows.get(row.subject)?.wants.some((one) => one.team === team)) return `${team} works on it.`
  const by = row.by ?? 'user'
  try {
    log.write(() => {
      for (const key of keys) {
        const { status } = tasks.get(key)
        if (status === 'failed' || status === 'skipped')
          tasks.become({ name: key, by }, { to: 'pending', reason: 'Tried again.' })
      }
    })
    const wanted = { team, tasks: keys, parallel: 2, limits: BuildLimits.parse({}), confirmed: true }
    const { key } = await work.start(wanted, { by })
    return `${key} was started for ${team}.`
  } catch (error) {
    return `No build was started for ${team}: ${messageOf(error)}`
  }
}
