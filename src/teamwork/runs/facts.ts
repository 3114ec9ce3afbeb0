import type { AskId, RunState, SessionId } from '../../contract/index.ts'
import type { TeammateRow, TurnRow } from '../../core/sessions/index.ts'
import type { RunDeps } from './deps.ts'
import type { RunRow } from './rows.ts'

const maxAsks = 20

/** What is so right now; the state of a run and what to do next follow from it. */
export interface Facts {
  row: RunRow
  /** Whether its session was deleted. */
  isDeleted: boolean
  /** Whether the process of the leader lives. */
  isAlive: boolean
  /** The turn the leader is at. */
  current: TurnRow | undefined
  /** A message waits for the leader, or it is beginning a turn by itself. */
  isStirring: boolean
  /** The leader stands still until a teammate ends. */
  isBlocked: boolean
  last: TurnRow | undefined
  inside: readonly TeammateRow[]
  /** What the leader told other teams. */
  told: readonly TurnRow[]
  /** What those made others do, at any depth. */
  below: readonly TurnRow[]
  asks: readonly AskId[]
  turns: number
  cost: number
}

export function readFacts(deps: RunDeps, row: RunRow): Facts {
  const { sessions, asks, usage } = deps
  const { session } = row
  const { current, isWaking } = sessions.live(session)
  const { turns, queued } = sessions.counts(session)
  const inside = sessions.teammates(session)
  const told = sessions.toldBy(session)
  const below = told.length > 0 ? sessions.toldBelow(session) : []
  const last = sessions.lastTurn(session)
  const isAtWork = current !== undefined || isWaking || queued > 0
  const own = isAtWork ? asks.holding(session).map(({ id }) => id) : unanswered(deps, session)
  const theirs = [...told, ...below].filter(isOpen).flatMap((turn) =>
    asks
      .holding(turn.session)
      .filter((ask) => ask.turn === turn.id)
      .map(({ id }) => id),
  )
  return {
    row,
    isDeleted: sessions.byId(session).deletedAt !== null,
    isAlive: sessions.pool.get(session) !== undefined,
    current: current?.row,
    isStirring: isWaking || queued > 0,
    isBlocked:
      inside.some((one) => isOpen(one) && one.isBackground === 0) || sessions.isWaitingForTell(session),
    last,
    inside,
    told,
    below,
    asks: [...own, ...theirs],
    turns,
    cost: [...told, ...below].reduce((sum, turn) => sum + (turn.cost ?? 0), usage.spentIn(session)),
  }
}

/** A leader that asked in words and rests waits for the answer as well. */
function unanswered({ asks }: RunDeps, session: SessionId): AskId[] {
  const { asks: open } = asks.list({ state: 'open', session, limit: maxAsks })
  return open.filter(({ type }) => type === 'blocking').map(({ ask }) => ask)
}

/** What has not ended. */
export function isOpen({ endedAt }: { endedAt: number | null }): boolean {
  return endedAt === null
}

/** Whether anybody works for the leader. */
export function hasWorkers({ inside, told }: Facts): boolean {
  return inside.some(isOpen) || told.some(isOpen)
}

/** The state of a run, from what is so. */
export function stateOf(facts: Facts): RunState {
  const { row, current, isStirring, asks } = facts
  if (row.endedAt !== null) return row.verdict ?? 'failed'
  if (asks.length > 0) return 'waiting_on_you'
  if (current || isStirring) return stateAtWork(facts)
  return hasWorkers(facts) ? 'waiting_on_teammates' : 'idle'
}

/** It has started once its leader has the goal. */
function stateAtWork({ isAlive, current, isBlocked, turns }: Facts): RunState {
  if (!isAlive || (turns <= 1 && current?.deliveredAt === null)) return 'starting'
  return current && isBlocked ? 'waiting_on_teammates' : 'working'
}
