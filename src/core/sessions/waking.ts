import { newId, type AgentId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { AgentEvent, AgentLine, Result } from '../transport/index.ts'
import { makeCurrent, watch } from './current.ts'
import { takeEnded } from './expecting.ts'
import type { TurnRow } from './rows.ts'
import { sessionOf, type Live } from './world.ts'

const byTeammate = 'task-notification'
const byItself = 'agent'

/** Whether a line is part of a turn that nobody told: its agent was woken, by a teammate that ended or wrote to it. */
export function beginsTurn(live: Live, agent: AgentId, { event }: AgentLine): boolean {
  if (live.current || live.holds > 0 || event.subagent || !isWork(event)) return false
  return live.world.pool.get(live.id)?.agent.id === agent
}

/** The CLI begins a turn also to take note of something; only what calls the model is one. */
function isWork(event: AgentEvent): boolean {
  if (event.kind === 'status') return event.status === 'requesting'
  return event.kind === 'said' || event.kind === 'tool-returned'
}

/** Makes a turn of what an agent began by itself; from here on the session is at it, as at any other. */
export function beginTurn(live: Live, agent: AgentId): void {
  const { world } = live
  const row = world.log.write((append) => insert(live, { agent, by: wakerOf(live) }, append))
  const current = { ...makeCurrent(world, row), begun: true }
  live.current = current
  watch(live, current, agent)
}

/** A turn the agent began just when ours reached it: it is known by its result only, and ours comes after it. */
export function recordForeign(live: Live, agent: AgentId, append: Append): TurnRow {
  return insert(live, { agent, by: wakerOf(live) }, append)
}

/** The result knows better what woke the agent than we did. */
export function noteWaker({ world }: Live, { id, wokenBy }: TurnRow, { origin }: Result): void {
  if (wokenBy !== null && origin !== undefined && origin !== wokenBy) world.rows.setWokenBy.run(origin, id)
}

function wakerOf({ ended }: Live): string {
  return ended.size > 0 ? byTeammate : byItself
}

function insert(live: Live, { agent, by }: { agent: AgentId; by: string }, append: Append): TurnRow {
  const { world, id: session } = live
  const id = newId('trn', world.clock.now())
  const now = world.clock.now()
  const teammates = takeEnded(live)
  const { seq } = append({ type: 'turn.woken', session, turn: id, agent, data: { by, agent, teammates } })
  const message = teammates.join('\n') || 'It went on by itself.'
  const { caller } = sessionOf(live)
  const uuid = globalThis.crypto.randomUUID()
  world.rows.insertWoken.run(id, session, message, uuid, caller, now, seq, agent, now, now, by)
  const row = world.rows.turnById.get(id)
  if (!row) throw new Error('a turn just made is gone')
  return row
}
