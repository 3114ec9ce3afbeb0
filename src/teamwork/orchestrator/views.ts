import type { Session, SessionCursor, SessionId, Turn, TurnMark, WaitingFor } from '../../contract/index.ts'
import type { SessionRow, StartFailure, TurnMarkRow, TurnRow } from '../../core/sessions/index.ts'
import type { OrchestratorDeps } from './deps.ts'

/** A turn as callers see it, with its state derived. */
export function toTurn(deps: OrchestratorDeps, row: TurnRow): Turn {
  const { caller, team } = deps.sessions.byId(row.session)
  return {
    turn: row.id,
    session: row.session,
    from: caller,
    to: team,
    state: row.endedAt !== null ? 'ended' : row.deliveredAt !== null ? 'delivered' : 'queued',
    how: row.how,
    message: row.message,
    answer: row.endedAt === null ? null : (row.answer ?? ''),
    advice: row.advice ?? heldAdvice(deps, row),
    waitingFor: row.endedAt === null ? waitingFor(deps, row) : null,
    acceptedAt: row.acceptedAt,
    deliveredAt: row.deliveredAt,
    endedAt: row.endedAt,
    agent: row.agent,
    costUsd: row.cost,
    wokenBy: row.wokenBy,
    rehearsed: row.rehearsed === 1,
  }
}

export function toMark(deps: OrchestratorDeps, session: SessionId, row: TurnMarkRow): TurnMark {
  const { id, acceptedSeq, cost, rehearsed, ...same } = row
  return {
    ...same,
    turn: id,
    waitingFor: row.endedAt === null ? waitingFor(deps, { session, id }) : null,
    seq: acceptedSeq,
    costUsd: cost,
    rehearsed: rehearsed === 1,
  }
}

/** What an open turn waits for, if for anything but its agent's work. */
export function waitingFor(
  { sessions, asks }: OrchestratorDeps,
  row: Pick<TurnRow, 'session' | 'id'>,
): WaitingFor | null {
  const { current, waitingFor: held, startFailure } = sessions.live(row.session)
  if (current?.row.id !== row.id) return held ?? (startFailure ? 'agent' : 'turn')
  return asks.holding(row.session).length > 0 ? 'permission' : held
}

/** Why the agent of an open turn does not start, and the way out. */
export function heldAdvice({ sessions }: OrchestratorDeps, row: TurnRow): string | null {
  const { startFailure } = sessions.live(row.session)
  if (row.endedAt !== null || !startFailure) return null
  return `${startFailure.reason} ${startFailure.advice} It runs by itself once its agent starts.`
}

/** Where a page goes on that ended with this session. It keeps its place, whenever the session is used again. */
export function cursorOf({ lastUsedAt, id }: SessionRow): SessionCursor {
  return `${lastUsedAt}.${id}`
}

export function readCursor(cursor: SessionCursor): { lastUsedAt: number; id: string } {
  const [lastUsedAt = '', id = ''] = cursor.split('.')
  return { lastUsedAt: Number(lastUsedAt), id }
}

export function toSession(deps: OrchestratorDeps, row: SessionRow): Session {
  const { sessions, asks, usage } = deps
  const { turns, queued } = sessions.counts(row.id)
  const pooled = sessions.pool.get(row.id)
  const { current, contextPercent, startFailure, waking } = sessions.live(row.id)
  return {
    session: row.id,
    from: row.caller,
    to: row.team,
    state: stateOf({
      isAlive: pooled !== undefined,
      isStarting: waking || startFailure !== undefined,
      isWorking: current !== undefined,
      isAsking: asks.holding(row.id).length > 0,
    }),
    startFailure: startFailure ? failureOf(startFailure) : null,
    conversation: row.conversation,
    agent: pooled?.agent.id ?? null,
    pid: pooled?.pid ?? null,
    turns,
    queued,
    contextPercent,
    cutOff: sessions.cutOff(row.id),
    costUsd: usage.spentIn(row.id),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
  }
}

function failureOf({ reason, advice, since, tries }: StartFailure): Session['startFailure'] {
  return { reason, advice, since, tries }
}

interface StateFacts {
  isAlive: boolean
  isStarting: boolean
  isWorking: boolean
  isAsking: boolean
}

function stateOf(facts: StateFacts): Session['state'] {
  if (facts.isAsking) return 'waiting'
  if (facts.isWorking) return facts.isAlive ? 'working' : 'starting'
  if (facts.isStarting) return 'starting'
  return facts.isAlive ? 'idle' : 'asleep'
}
