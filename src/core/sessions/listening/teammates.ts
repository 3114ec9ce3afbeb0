import type { AgentId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { AgentEvent, AgentLine, Part } from '../../transport/index.ts'
import type { TeammateRow } from '../tables/rows.ts'
import { expectWake } from './own-turns.ts'
import { hasTeammates, noteCall } from '../live-session.ts'
import type { Effect, LiveSession } from '../context.ts'

type SubagentStep = Extract<AgentEvent, { kind: 'subagent-step' }>
type Returned = Extract<AgentEvent, { kind: 'tool-returned' }>
type Ending = NonNullable<TeammateRow['how']>

const maxText = 2000
const endings: Readonly<Record<string, Ending>> = {
  completed: 'completed',
  failed: 'failed',
  killed: 'stopped',
  stopped: 'stopped',
}

/** What a line says of the teammates inside an agent: one is set to work, goes on, or ends. */
export function onTeammates(live: LiveSession, agent: AgentId, { event }: AgentLine): Effect | undefined {
  if (event.kind === 'subagent-step') return onStep(live, agent, event)
  if (event.kind === 'said')
    return event.subagent ? onSubagentSaid(live, event) : noteCalls(live, event.parts)
  if (event.kind === 'tool-returned' && !event.subagent) return onReturned(live, agent, event)
  return undefined
}

/** What a teammate is called: its own name, else its role. */
export function calledOf({ name, role, description }: TeammateRow): string {
  return name ?? role ?? description
}

/** The name of the teammate the CLI knows by an id; null when it is none of ours. */
export function nameOfTeammate({ context, id }: LiveSession, subagent: string | undefined): string | null {
  const found = subagent === undefined ? undefined : context.rows.teammate.get(id, subagent)
  return found ? calledOf(found) : null
}

/** With its process every teammate inside it is gone. */
export function endTeammates(live: LiveSession, agent: AgentId, append: Append): void {
  for (const teammate of live.context.rows.livingTeammates.all(live.id)) {
    if (teammate.agent !== agent) continue
    live.context.rows.setLost.run(live.id, teammate.id)
    end(live, { teammate, how: 'stopped', summary: 'The process it worked in has ended.' }, append)
  }
}

function onStep(live: LiveSession, agent: AgentId, step: SubagentStep): Effect | undefined {
  if (step.step === 'started') {
    // Long commands have steps too.
    return step.type === 'local_agent' ? (append) => start(live, { agent, step }, append) : undefined
  }
  const teammate = live.context.rows.teammate.get(live.id, step.id)
  if (!teammate) return undefined
  if (step.step === 'progressed') return (append) => progress(live, { teammate, step }, append)
  return onEnd(live, teammate, step)
}

function start(
  { context, id, calls }: LiveSession,
  { agent, step }: { agent: AgentId; step: Pick<SubagentStep, 'id' | 'toolUse' | 'role' | 'description'> },
  append: Append,
): undefined {
  const { toolUse = null, role = null } = step
  const description = cut(step.description ?? '')
  const { name, isBackground } = calls.get(toolUse ?? '') ?? { name: null, isBackground: false }
  const now = context.clock.now()
  const who = [step.id, id, agent, toolUse, name, role, description, description]
  context.rows.insertTeammate.run(...who, isBackground ? 1 : 0, now, now)
  const row = context.rows.teammate.get(id, step.id)
  const called = row ? calledOf(row) : description
  const data = { teammate: step.id, form: 'inside' as const, role, name: called, description }
  append({ type: 'teammate.started', session: id, agent, data: { ...data, session: null, turn: null } })
}

function progress(
  { context, id }: LiveSession,
  { teammate, step }: { teammate: TeammateRow; step: SubagentStep },
  append: Append,
): undefined {
  const activity = cut(step.description ?? teammate.activity)
  const tokens = step.tokens ?? null
  context.rows.setActivity.run(activity, tokens, id, teammate.id)
  const data = { teammate: teammate.id, activity, tokens }
  append({ type: 'teammate.progressed', session: id, agent: teammate.agent, data })
}

/** The CLI tells an end twice, as an update and as a notification; the first ends it, the other may tell more. */
function onEnd(live: LiveSession, teammate: TeammateRow, step: SubagentStep): Effect | undefined {
  const told = endings[step.status ?? '']
  if (!told) return undefined
  if (teammate.endedAt !== null) return step.step === 'ended' ? onNotified(live, teammate, step) : undefined
  const how = told === 'completed' && teammate.fault !== null ? 'failed' : told
  const summary = teammate.fault ?? teammate.report ?? cut(step.summary ?? '')
  return (append) => {
    end(live, { teammate, how, summary, tokens: step.tokens }, append)
    const isNotified = step.step === 'ended'
    return teammate.isBackground === 1
      ? () => expectWake(live, wakes({ ...teammate, how }), isNotified)
      : undefined
  }
}

/** Ends that come together are told to the agent one after the other, and each wakes it. */
function onNotified(live: LiveSession, teammate: TeammateRow, { summary }: SubagentStep): Effect {
  const { context, id } = live
  return () => {
    if (summary !== undefined && teammate.fault === null && teammate.report === null)
      context.rows.setSummary.run(cut(summary), id, teammate.id)
    return teammate.isBackground === 1 ? () => expectWake(live, wakes(teammate), true) : undefined
  }
}

function wakes(teammate: TeammateRow): string {
  return `${calledOf(teammate)} (${teammate.description}) ${teammate.how ?? ''}`
}

function end(
  live: LiveSession,
  ended: { teammate: TeammateRow; how: Ending; summary: string; tokens?: number | undefined },
  append: Append,
): undefined {
  const { context, id } = live
  const { teammate, how, summary, tokens = null } = ended
  const now = context.clock.now()
  if (context.rows.setTeammateEnded.run(now, how, summary, tokens, id, teammate.id).changes === 0) return
  const data = { teammate: teammate.id, how, summary, tokens: tokens ?? teammate.tokens }
  append({ type: 'teammate.ended', session: id, agent: teammate.agent, data })
}

/** Its name, and whether its agent waits for it, stand only in the call that sets a teammate to work. */
function noteCalls(live: LiveSession, parts: readonly Part[]): undefined {
  for (const part of parts) {
    if (part.type !== 'tool' || !['Agent', 'Task'].includes(part.name)) continue
    const { name, run_in_background: isBackground } = part.input
    noteCall(live, part.toolUse, {
      name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : null,
      isBackground: isBackground === true,
    })
  }
}

/** A call that returned while its teammate still works was made in the background; one that woke a teammate says so. */
function onReturned(live: LiveSession, agent: AgentId, { results, detail }: Returned): Effect | undefined {
  const [first] = results
  const again = first && sentBack(live, detail)
  if (again) return (append) => sendBack(live, { agent, teammate: again, toolUse: first.toolUse }, append)
  if (!hasTeammates(live)) return undefined
  const { context, id } = live
  return () => {
    for (const { toolUse } of results) context.rows.setBackground.run(id, toolUse)
    return undefined
  }
}

/** Newer CLIs begin anew with a teammate that is sent back; older ones tell it only as the result of the call. */
function sentBack({ context, id }: LiveSession, detail: unknown): TeammateRow | undefined {
  if (typeof detail !== 'object' || detail === null || !('resumedAgentId' in detail)) return undefined
  const teammate = context.rows.teammate.get(id, String(detail.resumedAgentId))
  return teammate?.endedAt == null ? undefined : teammate
}

function sendBack(
  live: LiveSession,
  { agent, teammate, toolUse }: { agent: AgentId; teammate: TeammateRow; toolUse: string },
  append: Append,
): undefined {
  noteCall(live, toolUse, { name: teammate.name, isBackground: true })
  const { id, role, description } = teammate
  const step = { id, toolUse, role: role ?? undefined, description }
  start(live, { agent, step }, append)
}

/** Its last words are its report; older CLIs say in the notification only that it has finished. */
function onSubagentSaid(
  { context, id }: LiveSession,
  event: Extract<AgentEvent, { kind: 'said' }>,
): Effect | undefined {
  const { error, subagent, parts } = event
  if (!subagent) return undefined
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  if (words === '' && error === undefined) return undefined
  return () => {
    if (words !== '') context.rows.setReport.run(cut(words), id, subagent.toolUse)
    if (error !== undefined) context.rows.setFault.run(cut(words || error), id, subagent.toolUse)
    return undefined
  }
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}
