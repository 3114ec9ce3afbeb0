import {
  endOf,
  pieceFrom,
  type Allowance,
  type SessionRow,
  type StartFailure,
  type TurnMarkRow,
  type TurnRow,
} from '../../core/sessions/index.ts'
import {
  dayTime,
  type Retry,
  type Session,
  type SessionCursor,
  type SessionId,
  type Turn,
  type TurnMark,
} from '../../contract/index.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { AnswerPart } from './orchestrator.ts'
import { waitingFor, waitsIn } from './waits.ts'

/** Characters of an answer that are given at once; the rest is read from a place on. */
const maxAnswer = 1024 * 1024

/** How a turn is to be shown. */
interface TurnShown extends AnswerPart {
  allowance?: Allowance
  /** How long turns of its session stood still for an answer, when that was read for several. */
  waited?: ReturnType<typeof waitsIn>
}

/** A turn as callers see it, with its state derived. */
export function toTurn(deps: OrchestratorDeps, row: TurnRow, shown: TurnShown = {}): Turn {
  const { caller, team } = deps.sessions.byId(row.session)
  const { text, final, cut } = saidIn(deps, row, shown)
  return {
    turn: row.id,
    session: row.session,
    from: caller,
    to: team,
    state: row.endedAt !== null ? 'ended' : row.deliveredAt !== null ? 'delivered' : 'queued',
    how: row.how,
    message: row.message,
    answer: row.endedAt === null ? null : text,
    final,
    cut,
    soFar: isUnderWay(deps, row) ? text : null,
    advice: row.advice ?? heldAdvice(deps, row),
    waitingFor: row.endedAt === null ? waitingFor(deps, row) : null,
    waitedMs: (shown.waited ?? waitsIn(deps, row.session))(row),
    acceptedAt: row.acceptedAt,
    deliveredAt: row.deliveredAt,
    endedAt: row.endedAt,
    agent: row.agent,
    costUsd: row.cost,
    wokenBy: row.wokenBy,
    rehearsed: row.rehearsed === 1,
    retryOf: row.retryOf,
    retriedBy: isLimit(row.how) ? deps.sessions.retriedBy(row.id) : null,
  }
}

/** What was said in a turn, as much of it as is wanted. */
export function saidIn(
  { sessions }: OrchestratorDeps,
  row: TurnRow,
  { most = maxAnswer, from, allowance }: TurnShown = {},
): Pick<Turn, 'final' | 'cut'> & { text: string } {
  const answer = sessions.answerOf(row, allowance)
  const piece = from === undefined ? endOf(answer, most) : pieceFrom(answer, from, most)
  const { text, final, ...cut } = piece
  return { text, final, cut: cut.from === 0 && cut.to === cut.of ? null : cut }
}

/** Ends of a turn that another takes up again. */
function isLimit(how: TurnRow['how']): boolean {
  return how === 'quota' || how === 'budget'
}

function isUnderWay({ sessions }: OrchestratorDeps, { id, session, endedAt }: TurnRow): boolean {
  return endedAt === null && sessions.live(session).current?.row.id === id
}

/** The turns of a session in short. */
export function toMarks(
  deps: OrchestratorDeps,
  session: SessionId,
  rows: readonly TurnMarkRow[],
): TurnMark[] {
  const waited = waitsIn(deps, session)
  return rows.map((row) => ({ ...toMark(deps, session, row), waitedMs: waited(row) }))
}

function toMark(deps: OrchestratorDeps, session: SessionId, row: TurnMarkRow): Omit<TurnMark, 'waitedMs'> {
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

/** Why an open turn is not with its agent, and the way out: a limit holds it, or the agent does not start. */
export function heldAdvice({ sessions, clock }: OrchestratorDeps, row: TurnRow): string | null {
  if (row.endedAt !== null) return null
  const retry = sessions.retry(row.id)
  if (retry) return retryAdvice(retry, clock.now())
  const { startFailure } = sessions.live(row.session)
  if (!startFailure) return null
  return `${startFailure.reason} ${startFailure.advice} It runs once its agent starts.`
}

function retryAdvice({ for: what, until, byHand }: Retry, now: number): string {
  const limit = what === 'quota' ? 'the account limit' : 'a budget'
  if (byHand) return `It hit ${limit} and runs again only when a person says so: \`iris retry\`.`
  const again = until === null ? 'when there is room' : dayTime(until, now)
  return `It hit ${limit} and runs again on its own ${again}. A person may run it now, or drop it: \`iris retry\`.`
}

/** Where a slice goes on that ended with this session. It keeps its place, whenever the session is used again. */
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
  const { current, contextPercent, startFailure, isBeingWoken } = sessions.live(row.id)
  return {
    session: row.id,
    from: row.caller,
    to: row.team,
    state: stateOf({
      isAlive: pooled !== undefined,
      isStarting: isBeingWoken || startFailure !== undefined,
      isWorking: current !== undefined,
      isAsking: asks.holding(row.id).length > 0,
    }),
    startFailure: startFailure ? failureOf(startFailure) : null,
    conversation: row.conversation,
    agent: pooled?.agent.id ?? null,
    pid: pooled?.pid ?? null,
    turns,
    queued,
    limited: sessions.firstRetry(row.id),
    contextPercent,
    cutOff: sessions.cutOff(row.id),
    costUsd: usage.spentIn(row.id),
    rehearsedUsd: usage.rehearsedIn(row.id),
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
