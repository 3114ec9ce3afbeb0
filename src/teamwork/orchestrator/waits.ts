import type { SessionId, TurnId, WaitingFor } from '../../contract/index.ts'
import { waitedFor, type AskRow, type AskSpan } from '../../core/inbox/index.ts'
import type { TurnRow } from '../../core/sessions/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { OrchestratorDeps } from './deps.ts'

/** What an open turn waits for, if for anything but its agent's work. */
export function waitingFor(deps: OrchestratorDeps, row: Pick<TurnRow, 'session' | 'id'>): WaitingFor | null {
  if (deps.sessions.live(row.session).current?.row.id !== row.id) return queuedFor(deps, row)
  return askHolding(deps, row)?.kind ?? deps.sessions.live(row.session).waitingFor
}

/** What a turn that no agent has waits for; null when it is next. */
function queuedFor(
  { sessions }: OrchestratorDeps,
  { id, session }: Pick<TurnRow, 'session' | 'id'>,
): WaitingFor | null {
  const { current, waitingFor: held, startFailure, isWaking } = sessions.live(session)
  const limit = sessions.retry(id)?.for ?? held
  if (limit || startFailure) return limit ?? 'agent'
  const isNext = !current && !isWaking && sessions.nextQueued(session)?.id === id
  return isNext ? null : 'turn'
}

/** The ask for which the turn under way stands still. */
export function askHolding(
  { sessions, asks }: OrchestratorDeps,
  row: Pick<TurnRow, 'session' | 'id'>,
): AskRow | undefined {
  if (sessions.live(row.session).current?.row.id !== row.id) return undefined
  const holding = asks.holding(row.session)
  return holding.find(({ turn }) => turn === row.id) ?? holding[0]
}

/** How long a turn of a session stood still for an answer; the asks of the session are read once. */
export function waitsIn(
  { asks, clock }: { asks: Pick<OrchestratorDeps['asks'], 'spans'>; clock: Pick<Clock, 'now'> },
  session: SessionId,
): (turn: Pick<TurnRow, 'id' | 'endedAt'>) => number {
  const ofTurn = new Map<TurnId, AskSpan[]>()
  for (const span of asks.spans(session)) {
    if (span.turn === null || span.holds === 'rest') continue
    ofTurn.set(span.turn, [...(ofTurn.get(span.turn) ?? []), span])
  }
  return ({ id, endedAt }) => waitedFor(ofTurn.get(id) ?? [], endedAt ?? clock.now())
}
