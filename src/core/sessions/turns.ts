import { IrisError, newId, type AgentId, type SessionId } from '../../contract/index.ts'
import type { TurnRow } from './rows.ts'
import type { World } from './world.ts'

const mostQueued = 1000

/** A turn to be put to a session. */
export interface NewTurn {
  session: SessionId
  message: string
  /** Who wrote it: a team, or `user`. */
  author: string
  fromSession: SessionId | null
  /** Whether the author waits for the answer. */
  waits?: boolean
}

/** The agent that will get a turn put now, when it only waits for one: then one commit says both. */
function idleAgent(world: World, session: SessionId): AgentId | null {
  const { current, pumping, stirring, holds } = world.live(session)
  if (current || pumping || stirring || holds > 0 || world.isPaused() || world.usage.heldUntil() > 0)
    return null
  if (world.rows.nextQueued.get(session)) return null
  return world.pool.get(session)?.agent.id ?? null
}

/** Queues a turn; it is committed when this returns, or when the change around it is. */
export function put(world: World, turn: NewTurn): TurnRow {
  const row = putTurn(world, turn)
  world.pump(world.live(turn.session))
  return row
}

function putTurn(world: World, turn: NewTurn): TurnRow {
  const { rows, clock } = world
  const { session, message, author, fromSession, waits = false } = turn
  if (rows.sessionById.get(session)?.deletedAt !== null)
    throw new IrisError('NOT_FOUND', `There is no session ${session}.`)
  if ((rows.queuedCount.get(session)?.count ?? 0) >= mostQueued) {
    throw new IrisError('QUEUE_FULL', `The session has ${mostQueued} turns waiting.`)
  }
  const id = newId('trn', clock.now())
  return world.log.write((append) => {
    const now = clock.now()
    const { caller = author, team = '' } = rows.sessionById.get(session) ?? {}
    const preview = message.slice(0, 300)
    const data = { from: caller, to: team, preview, bytes: Buffer.byteLength(message), waits }
    const { seq } = append({ type: 'turn.accepted', session, turn: id, data })
    const agent = idleAgent(world, session)
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
    rows.touchSession.run(now, session)
    const row = rows.turnById.get(id)
    if (!row) throw new Error('a turn just made is gone')
    // Whoever goes on by other means no longer answers; what Iris itself carries answers nothing.
    if (author !== 'iris') world.asks.withdrawFound(session, append)
    if (fromSession !== null) world.onTold({ turn: row, step: 'put' }, append)
    return row
  })
}
