import { IrisError, type TurnId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { RunningAgent } from '../../transport/index.ts'
import type { CurrentTurn, LiveSession, SessionsContext } from '../context.ts'
import { isBusy, noteContext, noteEndedFor, noteEnding, whileStopping } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { announceEnd, endNow, saidSoFar, writeEnd, type Ended } from './endings.ts'
import { dropTurn, endAgent, quickly, stopTurn } from './stopping.ts'

/** Ends the process of a session, and its running turn as stopped. */
export function sleep(live: LiveSession): Promise<void> {
  return whileStopping(live, async () => {
    if (live.current) await stopTurn(live, live.current)
    await endAgent(live, { graceMs: 2000 })
  })
}

/** Ends the running turn as stopped. */
export function cancel(live: LiveSession): Promise<TurnId | null> {
  return whileStopping(live, async () => {
    const { current } = live
    if (!current) return null
    await stopTurn(live, current)
    return current.row.id
  })
}

/** Ends one turn: as stopped when an agent has it, otherwise it is dropped. */
export function cancelOne(live: LiveSession, id: TurnId): Promise<TurnId> {
  return whileStopping(live, async () => {
    const turn = openTurn(live, id)
    const begun = begunTurn(live, id)
    if (begun) await stopTurn(live, begun)
    else await dropTurn(live, turn)
    return id
  })
}

/** Drops a turn that no agent has. */
export function drop(live: LiveSession, id: TurnId): Promise<void> {
  return whileStopping(live, async () => {
    const turn = openTurn(live, id)
    if (begunTurn(live, id)) throw new IrisError('TURN_BEGUN', `The turn ${id} has begun.`)
    await dropTurn(live, turn)
  })
}

function openTurn({ context }: LiveSession, id: TurnId): TurnRow {
  const turn = context.rows.turnById.get(id)
  if (turn?.endedAt === null) return turn
  throw new IrisError('TURN_ENDED', `The turn ${id} ended as ${turn?.how ?? 'deleted'}.`)
}

/** The turn of this id, if an agent has it. */
function begunTurn({ current }: LiveSession, id: TurnId): CurrentTurn | undefined {
  return current?.agent && current.row.id === id ? current : undefined
}

/** Ends one turn as stopped, wherever it is. */
export async function stopOne(context: SessionsContext, id: TurnId): Promise<void> {
  const turn = context.rows.turnById.get(id)
  if (!turn || turn.endedAt !== null) return
  const live = context.live(turn.session)
  await whileStopping(live, async () => {
    const { current } = live
    if (current?.row.id === id) await stopTurn(live, current, quickly)
    else endNow(live, { turn, how: 'stopped', text: '' })
  })
}

/** Ends everything of a session at once. */
export function halt(live: LiveSession, options: { graceMs: number }): Promise<void> {
  const { context, id } = live
  return whileStopping(live, async () => {
    const ended = context.log.write((append) => {
      const open = context.rows.openTurns.all(id).map((turn) => stoppedNow(live, turn))
      for (const one of open) writeEnd(live, one, append)
      return open
    })
    for (const { turn, how } of ended) announceEnd(live, turn, how)
    await endAgent(live, options)
  })
}

function stoppedNow(live: LiveSession, turn: TurnRow): Ended {
  const { current } = live
  if (current?.row.id !== turn.id) return { turn, how: 'stopped', text: '' }
  return { turn, how: 'stopped', text: saidSoFar(live), rehearsed: current.rehearsed }
}

/** Begins another conversation. */
export function reboot(live: LiveSession, by: string, then?: (append: Append) => void): Promise<void> {
  const { context, id } = live
  return whileStopping(live, async () => {
    await stopAll(live)
    context.log.write((append) => {
      context.rows.setConversation.run(globalThis.crypto.randomUUID(), 0, id)
      append({ type: 'session.rebooted', session: id, data: { by } })
      then?.(append)
    })
    noteContext(live, null)
  })
}

/** Ends everything of a session for good. */
export function remove(live: LiveSession, by: string): Promise<void> {
  const { context, id } = live
  return whileStopping(live, async () => {
    // In one step, so that whoever tells from now on opens a session of their own.
    const ended = context.log.write((append) => {
      const open = context.rows.openTurns.all(id).map((turn) => endOfDeleted(live, turn))
      for (const one of open) writeEnd(live, one, append)
      context.rows.deleteSession.run(context.clock.now(), id)
      context.asks.withdrawIn(id, append)
      append({ type: 'session.deleted', session: id, data: { by } })
      return open
    })
    for (const { turn, how } of ended) announceEnd(live, turn, how)
    await endAgent(live, { graceMs: 0 })
  })
}

function endOfDeleted(live: LiveSession, turn: TurnRow): Ended {
  const { current } = live
  const isRunning = current?.agent !== undefined && current.row.id === turn.id
  if (!isRunning) return { turn, how: 'deleted', text: '' }
  return { turn, how: 'stopped', text: saidSoFar(live), rehearsed: current.rehearsed }
}

/** Ends the running turn as stopped, and the process with it. */
async function stopAll(live: LiveSession): Promise<void> {
  if (live.current) endNow(live, { turn: live.current.row, how: 'stopped', text: saidSoFar(live) })
  await endAgent(live, { graceMs: 0 })
}

/** Ends a process that rests and answers nothing any more; the next turn starts another. */
export async function endSilent(live: LiveSession): Promise<void> {
  const { pool, isPaused } = live.context
  const agent = pool.get(live.id)?.agent
  if (!agent || isBusy(live)) return
  const isSilent = await agent.pulse().then(() => false, isSilence)
  const isSame = pool.get(live.id)?.agent === agent
  // With a turn its response clock counts, and without a pipe nobody can be heard.
  if (isSilent && isSame && !isBusy(live) && !isPaused()) await endPooled(live, agent, 'silent')
}

function isSilence(error: unknown): boolean {
  return error instanceof IrisError && error.code === 'AGENT_DID_NOT_ANSWER'
}

/** Ends a process that rests. */
export async function endPooled(
  live: LiveSession,
  agent: RunningAgent,
  why: 'room' | 'idle' | 'silent',
): Promise<void> {
  noteEndedFor(live, agent.id, why)
  const ended = agent.close({ graceMs: 2000 }).catch(() => undefined)
  noteEnding(live, ended)
  await live.ending
}
