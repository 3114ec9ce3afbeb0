import type { AgentId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { AgentEvent, AgentLine, Part } from '../transport/index.ts'
import type { TeammateRow } from './rows.ts'
import { expectWake } from './expecting.ts'
import type { Effect, Live } from './world.ts'

type Task = Extract<AgentEvent, { kind: 'task' }>
type Returned = Extract<AgentEvent, { kind: 'tool-returned' }>
type Ending = NonNullable<TeammateRow['how']>

const mostCalls = 200
const longestText = 2000
const endings: Readonly<Record<string, Ending>> = {
  completed: 'completed',
  failed: 'failed',
  killed: 'stopped',
  stopped: 'stopped',
}

/** What a line says of the teammates inside an agent: one is set to work, goes on, or ends. */
export function onTeammates(live: Live, agent: AgentId, { event }: AgentLine): Effect | undefined {
  if (event.kind === 'task') return onTask(live, agent, event)
  if (event.kind === 'said')
    return event.subagent ? onSubagentSaid(live, event) : noteCalls(live, event.parts)
  if (event.kind === 'tool-returned' && !event.subagent) return onReturned(live, agent, event)
  return undefined
}

/** Whether a teammate works inside the agent of a session: then the session is busy. */
export function hasTeammates({ world, id }: Live): boolean {
  return world.rows.livingTeammate.get(id) !== undefined
}

/** What a teammate is called: its own name, else its role. */
export function calledOf({ name, role, description }: TeammateRow): string {
  return name ?? role ?? description
}

/** The name of the teammate the CLI knows by an id; null when it is none of ours. */
export function nameOfTeammate({ world, id }: Live, task: string | undefined): string | null {
  const found = task === undefined ? undefined : world.rows.teammate.get(id, task)
  return found ? calledOf(found) : null
}

/** With its process every teammate inside it is gone. */
export function endTeammates(live: Live, agent: AgentId, append: Append): void {
  for (const teammate of live.world.rows.livingTeammates.all(live.id)) {
    if (teammate.agent !== agent) continue
    live.world.rows.setLost.run(live.id, teammate.id)
    end(live, { teammate, how: 'stopped', summary: 'The process it worked in has ended.' }, append)
  }
}

function onTask(live: Live, agent: AgentId, task: Task): Effect | undefined {
  if (task.step === 'started') {
    // Long commands are tasks too.
    return task.type === 'local_agent' ? (append) => start(live, { agent, task }, append) : undefined
  }
  const teammate = live.world.rows.teammate.get(live.id, task.task)
  if (!teammate) return undefined
  if (task.step === 'progressed') return (append) => progress(live, { teammate, task }, append)
  return onEnd(live, teammate, task)
}

function start(
  { world, id, calls }: Live,
  { agent, task }: { agent: AgentId; task: Pick<Task, 'task' | 'toolUse' | 'role' | 'description'> },
  append: Append,
): undefined {
  const { toolUse = null, role = null } = task
  const description = cut(task.description ?? '')
  const { name, isBackground } = calls.get(toolUse ?? '') ?? { name: null, isBackground: false }
  const now = world.clock.now()
  const who = [task.task, id, agent, toolUse, name, role, description, description]
  world.rows.insertTeammate.run(...who, isBackground ? 1 : 0, now, now)
  const row = world.rows.teammate.get(id, task.task)
  const called = row ? calledOf(row) : description
  const data = { teammate: task.task, form: 'inside' as const, role, name: called, description }
  append({ type: 'teammate.started', session: id, agent, data: { ...data, session: null, turn: null } })
}

function progress(
  { world, id }: Live,
  { teammate, task }: { teammate: TeammateRow; task: Task },
  append: Append,
): undefined {
  const activity = cut(task.description ?? teammate.activity)
  const tokens = task.tokens ?? null
  world.rows.setActivity.run(activity, tokens, id, teammate.id)
  const data = { teammate: teammate.id, activity, tokens }
  append({ type: 'teammate.progressed', session: id, agent: teammate.agent, data })
}

/** The CLI tells an end twice, as an update and as a notification; the first ends it, the other may tell more. */
function onEnd(live: Live, teammate: TeammateRow, task: Task): Effect | undefined {
  const told = endings[task.status ?? '']
  if (!told) return undefined
  if (teammate.endedAt !== null) return task.step === 'ended' ? onNotified(live, teammate, task) : undefined
  const how = told === 'completed' && teammate.fault !== null ? 'failed' : told
  const summary = teammate.fault ?? reportOf(live, teammate) ?? cut(task.summary ?? '')
  return (append) => {
    end(live, { teammate, how, summary, tokens: task.tokens }, append)
    const isNotified = task.step === 'ended'
    return teammate.isBackground === 1
      ? () => expectWake(live, wakes({ ...teammate, how }), isNotified)
      : undefined
  }
}

/** Ends that come together are told to the agent one after the other, and each wakes it. */
function onNotified(live: Live, teammate: TeammateRow, { summary }: Task): Effect {
  const { world, id } = live
  return () => {
    if (summary !== undefined && teammate.fault === null && reportOf(live, teammate) === undefined)
      world.rows.setSummary.run(cut(summary), id, teammate.id)
    return teammate.isBackground === 1 ? () => expectWake(live, wakes(teammate), true) : undefined
  }
}

function wakes(teammate: TeammateRow): string {
  return `${calledOf(teammate)} (${teammate.description}) ${teammate.how ?? ''}`
}

/** Its last words are its report; older CLIs say in the notification only that it has finished. */
function reportOf({ calls }: Live, { toolUse }: TeammateRow): string | undefined {
  return calls.get(toolUse ?? '')?.report
}

function end(
  live: Live,
  ended: { teammate: TeammateRow; how: Ending; summary: string; tokens?: number | undefined },
  append: Append,
): undefined {
  const { world, id } = live
  const { teammate, how, summary, tokens = null } = ended
  const now = world.clock.now()
  if (world.rows.setTeammateEnded.run(now, how, summary, tokens, id, teammate.id).changes === 0) return
  const data = { teammate: teammate.id, how, summary, tokens: tokens ?? teammate.tokens }
  append({ type: 'teammate.ended', session: id, agent: teammate.agent, data })
}

/** Its name, and whether its agent waits for it, stand only in the call that sets a teammate to work. */
function noteCalls({ calls }: Live, parts: readonly Part[]): undefined {
  for (const part of parts) {
    if (part.type !== 'tool' || !['Agent', 'Task'].includes(part.name)) continue
    const { name, run_in_background: isBackground } = part.input
    if (calls.size >= mostCalls) calls.clear()
    calls.set(part.toolUse, {
      name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : null,
      isBackground: isBackground === true,
    })
  }
}

/** A call that returned while its teammate still works was made in the background; one that woke a teammate says so. */
function onReturned(live: Live, agent: AgentId, { results, detail }: Returned): Effect | undefined {
  const [first] = results
  const again = first && sentBack(live, detail)
  if (again) return (append) => sendBack(live, { agent, teammate: again, toolUse: first.toolUse }, append)
  if (!hasTeammates(live)) return undefined
  const { world, id } = live
  return () => {
    for (const { toolUse } of results) world.rows.setBackground.run(id, toolUse)
    return undefined
  }
}

/** Newer CLIs begin the task of a teammate that is sent back anew; older ones tell it only as the result of the call. */
function sentBack({ world, id }: Live, detail: unknown): TeammateRow | undefined {
  if (typeof detail !== 'object' || detail === null || !('resumedAgentId' in detail)) return undefined
  const teammate = world.rows.teammate.get(id, String(detail.resumedAgentId))
  return teammate?.endedAt == null ? undefined : teammate
}

function sendBack(
  live: Live,
  { agent, teammate, toolUse }: { agent: AgentId; teammate: TeammateRow; toolUse: string },
  append: Append,
): undefined {
  live.calls.set(toolUse, { name: teammate.name, isBackground: true })
  const { id, role, description } = teammate
  const task = { task: id, toolUse, role: role ?? undefined, description }
  start(live, { agent, task }, append)
}

function onSubagentSaid(
  { world, id, calls }: Live,
  event: Extract<AgentEvent, { kind: 'said' }>,
): Effect | undefined {
  const { error, subagent, parts } = event
  if (!subagent) return undefined
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const call = calls.get(subagent.toolUse)
  if (call && words !== '') call.report = cut(words)
  if (error === undefined) return undefined
  return () => {
    world.rows.setFault.run(cut(words || error), id, subagent.toolUse)
    return undefined
  }
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}
