import { IrisError } from '../../../contract/index.ts'
import { within } from '../../../platform/clock/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import { nextTurn } from '../delivering/retries.ts'
import type { TurnRow } from '../tables/rows.ts'
import { watcherOf } from '../listening/watching.ts'
import type { CurrentTurn, EndedFor, LiveSession } from '../context.ts'
import { noteEndedFor, noteEnding, noteStopping, noteWaiting, whileStopping } from '../live-session.ts'

const interruptWithin = 10_000
/** For whoever ends many, or has little time. */
export const quickly = 2000

/** Ends the process of a session, also one that is just being started; a new one waits until it is gone. */
export async function endAgent(
  live: LiveSession,
  options: { graceMs: number; why?: EndedFor },
): Promise<void> {
  const { pool, logger } = live.context
  await pool.abandon(live.id)
  const pooled = pool.get(live.id)
  if (!pooled) {
    await lastEnding(live)
    return
  }
  noteEndedFor(live, pooled.agent.id, options.why ?? 'stopped')
  pool.remove(pooled.agent.id)
  const ended = pooled.agent
    .close(options)
    .then(() => undefined)
    .catch((error: unknown) => logger.warn('agent did not end', { agent: pooled.agent.id, err: error }))
  noteEnding(live, ended)
  await ended
}

/** Not for ever: a start that came too late may never tell how it went. */
async function lastEnding({ context, ending }: LiveSession): Promise<void> {
  const late = (): IrisError => new IrisError('AGENT_DID_NOT_END', 'A process is still being ended.')
  await within(context.clock, ending, { limit: context.settings().spawnTimeout, late }).catch(
    (error: unknown) => context.logger.warn('a process is still being ended', { err: error }),
  )
}

/** Ends the running turn as stopped; an agent that does not heed the interrupt in time is ended. Call while the queue is held. */
export async function stopTurn(
  live: LiveSession,
  current: CurrentTurn,
  inTime: number = interruptWithin,
): Promise<void> {
  noteStopping(current, 'stopped')
  if (current.begun && (await isInterrupted(live, current, inTime))) return
  if (live.current === current) endNow(live, { turn: current.row, how: 'stopped', text: saidSoFar(live) })
  // An interrupt does nothing before the turn has begun, and the agent has the message: only its end stops it.
  if (current.agent) await endAgent(live, { graceMs: 0 })
  else await live.context.pool.abandon(live.id)
}

/** For a stop that leaves no agent at work: its turn ends as stopped; what none has begun stays in the queue. */
export function endForStop(live: LiveSession): Promise<void> {
  return whileStopping(live, async () => {
    const { current } = live
    if (current?.agent) await stopTurn(live, current, quickly)
    await endAgent(live, { graceMs: 1000 })
  })
}

/** Ends a turn that no agent has. One that a crash put back into the queue was begun, so it was not dropped but stopped. */
export async function dropTurn(live: LiveSession, turn: TurnRow): Promise<void> {
  const { pool } = live.context
  const isFetching = live.current?.row.id === turn.id
  const isNext = !live.current && nextTurn(live)?.id === turn.id
  endNow(live, { turn, how: turn.begunAt === null ? 'cancelled' : 'stopped', text: '' })
  // What it waited for the one behind it has yet to say.
  if (isNext) noteWaiting(live, null)
  if (isFetching) await pool.abandon(live.id)
}

/** Whether the agent ended its turn after an interrupt, in time. */
async function isInterrupted(live: LiveSession, current: CurrentTurn, inTime: number): Promise<boolean> {
  const { context } = live
  const agent = context.pool.get(live.id)?.agent
  if (!agent) return false
  let cancelTimer = (): void => undefined
  const late = new Promise<void>((resolve) => {
    cancelTimer = context.clock.after(inTime, resolve)
  })
  const ended = new Promise<void>((resolve) => {
    watcherOf(context, current.row.id).subscribe({ complete: resolve })
  })
  // The next turn waits for the acknowledgement too: an interrupt that came late would hit it.
  const acknowledged = agent.interrupt().catch(() => undefined)
  await Promise.race([Promise.all([ended, acknowledged]), late])
  cancelTimer()
  return live.current !== current
}
