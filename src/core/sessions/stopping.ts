import { IrisError } from '../../contract/index.ts'
import { within } from '../../platform/clock/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import type { TurnRow } from './rows.ts'
import { watcherOf } from './watching.ts'
import type { Current, EndedFor, Live } from './world.ts'

const interruptWithin = 10_000

/** Ends the process of a session, also one that is just being started; a new one waits until it is gone. */
export async function endAgent(live: Live, options: { graceMs: number; why?: EndedFor }): Promise<void> {
  const { pool, logger } = live.world
  await pool.abandon(live.id)
  const pooled = pool.get(live.id)
  if (!pooled) {
    await lastEnding(live)
    return
  }
  live.endedFor = { agent: pooled.agent.id, why: options.why ?? 'stopped' }
  pool.remove(pooled.agent.id)
  const ended = pooled.agent
    .close(options)
    .then(() => undefined)
    .catch((error: unknown) => logger.warn('agent did not end', { agent: pooled.agent.id, err: error }))
  live.ending = Promise.all([live.ending, ended])
  await ended
}

/** Not for ever: a start that came too late may never tell how it went. */
async function lastEnding({ world, ending }: Live): Promise<void> {
  const late = (): IrisError => new IrisError('AGENT_DID_NOT_END', 'A process is still being ended.')
  await within(world.clock, ending, { limit: world.settings().spawnTimeout, late }).catch((error: unknown) =>
    world.logger.warn('a process is still being ended', { err: error }),
  )
}

/** Ends the running turn as stopped; an agent that does not heed the interrupt in time is ended. Call while the queue is held. */
export async function stopTurn(
  live: Live,
  current: Current,
  inTime: number = interruptWithin,
): Promise<void> {
  current.stopping = 'stopped'
  if (current.begun && (await isInterrupted(live, current, inTime))) return
  if (live.current === current) endNow(live, { turn: current.row, how: 'stopped', text: saidSoFar(live) })
  // An interrupt does nothing before the turn has begun, and the agent has the message: only its end stops it.
  if (current.agent) await endAgent(live, { graceMs: 0 })
  else await live.world.pool.abandon(live.id)
}

/** Ends a turn that no agent has. One that a crash put back into the queue was begun, so it was not dropped but stopped. */
export async function dropTurn(live: Live, turn: TurnRow): Promise<void> {
  const { rows, pool } = live.world
  const isFetching = live.current?.row.id === turn.id
  const isNext = !live.current && rows.nextQueued.get(live.id)?.id === turn.id
  endNow(live, { turn, how: turn.begunAt === null ? 'cancelled' : 'stopped', text: '' })
  // What it waited for the one behind it has yet to say.
  if (isNext) live.waitingFor = null
  if (isFetching) await pool.abandon(live.id)
}

/** Whether the agent ended its turn after an interrupt, in time. */
async function isInterrupted(live: Live, current: Current, inTime: number): Promise<boolean> {
  const { world } = live
  const agent = world.pool.get(live.id)?.agent
  if (!agent) return false
  let cancelTimer = (): void => undefined
  const late = new Promise<void>((resolve) => {
    cancelTimer = world.clock.after(inTime, resolve)
  })
  const ended = new Promise<void>((resolve) => {
    watcherOf(world, current.row.id).subscribe({ complete: resolve })
  })
  // The next turn waits for the acknowledgement too: an interrupt that came late would hit it.
  const acknowledged = agent.interrupt().catch(() => undefined)
  await Promise.race([Promise.all([ended, acknowledged]), late])
  cancelTimer()
  return live.current !== current
}
