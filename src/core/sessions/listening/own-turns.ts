import { newId, type AgentId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { AgentEvent, AgentLine, Result } from '../../transport/index.ts'
import { watch } from '../ending/response-clock.ts'
import { addEnded, expectNoTurn, expectTurn, removeEnded, takeOwnTurn } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { sessionOf, type LiveSession } from '../context.ts'

const wakesWithin = 1500
const byTeammate = 'task-notification'
const byItself = 'agent'

/** Whether a line is part of a turn that nobody told: its agent was woken, by a teammate that ended or wrote to it. */
export function beginsTurn(live: LiveSession, agent: AgentId, { event }: AgentLine): boolean {
  if (live.current || live.stopsUnderWay > 0 || event.subagent || !isWork(event)) return false
  return live.context.pool.get(live.id)?.agent.id === agent
}

/** The CLI begins a turn also to take note of something; only what calls the model is one. */
function isWork(event: AgentEvent): boolean {
  if (event.kind === 'status') return event.status === 'requesting'
  return event.kind === 'said' || event.kind === 'tool-returned'
}

/** Makes a turn of what an agent began by itself; from here on the session is at it, as at any other. */
export function beginTurn(live: LiveSession, agent: AgentId): void {
  const { context } = live
  const row = context.log.write((append) => insert(live, { agent, by: wakerOf(live) }, append))
  watch(live, takeOwnTurn(live, row), agent)
}

/** A turn the agent began just when ours reached it: it is known by its result only, and ours comes after it. */
export function recordForeign(live: LiveSession, agent: AgentId, append: Append): TurnRow {
  return insert(live, { agent, by: wakerOf(live) }, append)
}

/** The result knows better what woke the agent than we did. */
export function noteWaker({ context }: LiveSession, { id, wokenBy }: TurnRow, { origin }: Result): void {
  if (wokenBy !== null && origin !== undefined && origin !== wokenBy) context.rows.setWokenBy.run(origin, id)
}

function wakerOf({ ended }: LiveSession): string {
  return ended.size > 0 ? byTeammate : byItself
}

function insert(live: LiveSession, { agent, by }: { agent: AgentId; by: string }, append: Append): TurnRow {
  const { context, id: session } = live
  const id = newId('trn', context.clock.now())
  const now = context.clock.now()
  const teammates = takeEnded(live)
  const { seq } = append({ type: 'turn.woken', session, turn: id, agent, data: { by, agent, teammates } })
  const message = teammates.join('\n') || 'It went on by itself.'
  const { caller } = sessionOf(live)
  const uuid = globalThis.crypto.randomUUID()
  context.rows.insertWoken.run(id, session, message, uuid, caller, now, seq, agent, now, now, by)
  const row = context.rows.turnById.get(id)
  if (!row) throw new Error('a turn just made is gone')
  return row
}

/** A teammate in the background ended, so the CLI is about to begin a turn by itself: what is put now would end up in that turn. */
export function expectWake(live: LiveSession, ended: string, isNotified: boolean): void {
  addEnded(live, ended, isNotified)
  if (!live.current) holdBack(live)
}

/** Whose ends the turn that begins now is about: those the agent was notified of. The others will wake it anew. */
function takeEnded(live: LiveSession): string[] {
  const { ended } = live
  const notified = [...ended.keys()].filter((words) => ended.get(words))
  const taken = notified.length > 0 ? notified : [...ended.keys()]
  removeEnded(live, taken)
  return taken
}

/** Holds the queue back until the agent has begun, or has not in good time: it may have heard of the end during its turn. */
export function holdBack(live: LiveSession): void {
  const { context } = live
  const last = [...live.ended.keys()].at(-1)
  expectTurn(live)
  context.clock.after(wakesWithin, () => {
    if (live.current || [...live.ended.keys()].at(-1) !== last) return
    removeEnded(live, [...live.ended.keys()])
    expectNoTurn(live)
    if (!context.isPaused()) context.deliverNext(live)
  })
}
