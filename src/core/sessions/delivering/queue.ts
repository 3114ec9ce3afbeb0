import { IrisError, newId, type AgentId, type Reader, type SessionId } from '../../../contract/index.ts'
import type { Team } from '../../../platform/config/index.ts'
import type { LiveSession, SessionsContext } from '../context.ts'
import { mayDeliver } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { nextTurn } from './retries.ts'

const maxQueued = 1000

/** A turn to be put to a session. */
export interface NewTurn {
  session: SessionId
  message: string
  /** Who wrote it: a team, or `user`. */
  author: string
  fromSession: SessionId | null
  /** Whether the author waits for the answer; undefined when nobody told it. */
  waits?: boolean
  /** Who reads the answer that is waited for. */
  reader?: Reader
  /** Whether it goes before those that wait. */
  isFirst?: boolean
}

/** The agent that will get a turn put now, when it only waits for one: then one commit says both. */
function idleAgent(context: SessionsContext, session: SessionId, name: string): AgentId | null {
  const live = context.live(session)
  if (!mayDeliver(live) || context.usage.heldUntil() > 0 || nextTurn(live)) return null
  const team = context.team(name)
  if (team && isOutdated(live, team)) return null
  return context.pool.get(session)?.agent.id ?? null
}

/** Queues a turn; it is committed when this returns, or when the change around it is. */
export function put(context: SessionsContext, turn: NewTurn): TurnRow {
  const row = putTurn(context, turn)
  context.deliverNext(context.live(turn.session))
  return row
}

function putTurn(context: SessionsContext, turn: NewTurn): TurnRow {
  const { rows, clock } = context
  const { session, message, author, fromSession, waits, reader } = turn
  if (rows.sessionById.get(session)?.deletedAt !== null)
    throw new IrisError('NOT_FOUND', `There is no session ${session}.`)
  if ((rows.queuedCount.get(session)?.count ?? 0) >= maxQueued) {
    throw new IrisError('QUEUE_FULL', `The session has ${maxQueued} turns waiting.`)
  }
  const id = newId('trn', clock.now())
  return context.log.write((append) => {
    const now = clock.now()
    const { caller = author, team = '' } = rows.sessionById.get(session) ?? {}
    const preview = message.slice(0, 300)
    const waiting = waits === undefined ? {} : { waits, ...(waits && reader ? { reader } : {}) }
    const data = { from: caller, to: team, preview, bytes: Buffer.byteLength(message), ...waiting }
    const { seq } = append({ type: 'turn.accepted', session, turn: id, data })
    const agent = idleAgent(context, session, team)
    rows.insertTurn.run(
      id,
      session,
      message,
      globalThis.crypto.randomUUID(),
      author,
      fromSession,
      now,
      seq,
      agent,
    )
    if (turn.isFirst) rows.setFirst.run(id)
    rows.touchSession.run(now, session)
    const row = rows.turnById.get(id)
    if (!row) throw new Error('a turn just made is gone')
    // Whoever goes on by other means no longer answers; what Iris itself carries answers nothing.
    if (author !== 'iris') context.asks.withdrawFound(session, append)
    if (fromSession !== null) context.onTold({ turn: row, step: 'put' }, append)
    return row
  })
}

/** Whether the agent of a session was started with other settings than those in force. */
export function isOutdated({ context, id }: LiveSession, team: Team): boolean {
  const agent = context.pool.get(id)?.agent.id
  const started = agent && context.rows.agentById.get(agent)?.settings
  // One of an older Iris does not say with what it was started.
  return typeof started === 'string' && started !== context.settingsOf(team)
}
