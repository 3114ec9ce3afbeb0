import { IrisError, newId, type AgentId } from '../../../contract/index.ts'
import { within } from '../../../platform/clock/index.ts'
import type { Team } from '../../../platform/config/index.ts'
import type { RunningAgent } from '../../transport/index.ts'
import { sessionOf, type LiveSession, type SessionsContext } from '../context.ts'
import { lose } from '../ending/exits.ts'
import { listen } from '../listening/listening.ts'
import { noteEnding } from '../live-session.ts'
import type { AgentRow } from '../tables/rows.ts'
import { holdBackOne } from './config-changes.ts'

/** Starts the process of a session: resumed when the CLI has a transcript, new otherwise. */
export async function startAgent(
  live: LiveSession,
  team: Team,
): Promise<{ agent: RunningAgent; pid: number | null }> {
  const { context } = live
  const bound = startBound(context)
  const begunAt = context.clock.steady()
  await within(context.clock, live.ending, bound)
  const session = sessionOf(live)
  if (session.deletedAt !== null) throw new IrisError('NOT_FOUND', `The session ${live.id} was deleted.`)
  const former = context.rows.livingAgentOf.get(live.id)
  if (former) await within(context.clock, endFormer(live, former.id), bound)
  const id = newId('agt', context.clock.now())
  const { conversation, begun } = session
  const asksNobody = team.grantPermission === 'yes'
  const now = context.clock.now()
  const settings = context.settingsOf(team)
  context.rows.insertAgent.run(id, live.id, team.name, conversation, begun, now, asksNobody ? 1 : 0, settings)
  const how = begun ? ('resumed' as const) : ('new' as const)
  context.logger.debug('agent starts', { session: live.id, agent: id, conversation: how, asksNobody })
  const launching = context.launch({ id, session, team, conversation: { how, id: conversation } })
  try {
    const started = await within(context.clock, launching, bound)
    context.logger.debug('agent runs', { agent: id, pid: started.pid, ms: context.clock.steady() - begunAt })
    recordStart(live, { id, team: team.name }, started.pid)
    listen(live, started.agent, 0)
    holdBackOne(context, started.agent)
    return started
  } catch (error) {
    // Also one that comes too late; until it is gone no other may start.
    const gone = launching.catch(() => undefined).then(() => undo(live, id))
    noteEnding(live, gone)
    throw error
  }
}

/** A row has a pid once its start is in the log, and not before. */
export function recordStart(
  live: LiveSession,
  { id, team }: Pick<AgentRow, 'id' | 'team'>,
  pid: number | null,
): void {
  const { context } = live
  const command = [context.team(team)?.claudePath ?? 'claude']
  context.log.write((append) => {
    context.rows.setPid.run(pid, id)
    append({ type: 'agent.started', session: live.id, agent: id, data: { team, pid: pid ?? 0, command } })
  })
}

/** A process whose end could not be recorded, or that outlived its closing: it must go before another takes its place. */
async function endFormer(live: LiveSession, former: AgentId): Promise<void> {
  if (!(await live.context.drop(former)))
    throw new IrisError('AGENT_DID_NOT_END', `${former} still holds the conversation.`)
  lose(live, former)
}

/** Ends a process whose start failed. A row that stays open is found by the next start. */
async function undo({ context }: LiveSession, agent: AgentId): Promise<void> {
  try {
    if (await context.drop(agent)) context.rows.setAgentEnded.run(context.clock.now(), agent)
  } catch (error) {
    context.logger.warn('a failed start is not recorded yet', { agent, err: error })
  }
}

/** How long a start may take. */
export function startBound({ settings }: SessionsContext): { limit: number; late: () => IrisError } {
  return { limit: settings().spawnTimeout, late: notStarted }
}

function notStarted(): IrisError {
  return new IrisError('AGENT_DID_NOT_ANSWER', 'The process did not start within settings.spawnTimeout.')
}
