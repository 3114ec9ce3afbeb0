import { IrisError, type AgentId } from '../../../contract/index.ts'
import { within } from '../../../platform/clock/index.ts'
import type { Team } from '../../../platform/config/index.ts'
import type { AgentMessage, RunningAgent } from '../../transport/index.ts'
import { sessionOf, type CurrentTurn, type LiveSession, type SessionsContext } from '../context.ts'
import { endNow, type Ended } from '../ending/endings.ts'
import { watch } from '../ending/response-clock.ts'
import { endAgent } from '../ending/stopping.ts'
import {
  beginFetching,
  clearStart,
  hasTeammates,
  mayDeliver,
  noteDelivered,
  noteWaiting,
  removeEnded,
  whileDelivering,
} from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { waitFor } from './failed-starts.ts'
import { isOutdated } from './queue.ts'
import { holdOf, leaveLimit, nextTurn, waitAtLimit } from './retries.ts'
import { startAgent, startBound } from './starting.ts'
import { settleUndelivered } from './undelivered.ts'

const retryLater = 2000
const afterLimit =
  'A limit of the account or of the budget cut you off. You may go on now: look how far you got, then go on where you left off.'
const afterCrash =
  'You were interrupted by a crash. Look how far you got, then go on where you left off. What you were told:'

/** Takes the next queued turn of a session to its agent, unless something runs there or nothing may. */
export async function deliverNext(live: LiveSession): Promise<void> {
  const { context } = live
  if (!mayDeliver(live)) return
  const turn = nextTurn(live)
  if (!turn) return clearStart(live)
  if (sessionOf(live).deletedAt !== null) return
  const hold = holdOf(context, turn)
  if (hold) return waitAtLimit(live, turn, hold)
  leaveLimit(live)
  context.logger.debug('turn is next', { session: live.id, turn: turn.id, attempts: turn.attempts })
  await whileDelivering(live, async () => {
    try {
      await deliver(live, turn)
    } catch (error) {
      settleUndelivered(live, turn, error)
    }
  })
  if (!live.current) context.deliverNext(live)
}

async function deliver(live: LiveSession, turn: TurnRow): Promise<void> {
  const { context } = live
  const { team: name } = sessionOf(live)
  const team = context.team(name)
  const refusal = refusalOf(context, turn, { name, team })
  if (!team || refusal) return refusal && endNow(live, refusal)
  const current = beginFetching(live, turn)
  await renew(live, team)
  if (live.current !== current) return
  // Before a place is taken: nobody is ended to make room for what cannot start.
  if (!context.pool.get(live.id)) await within(context.clock, context.present(team), startBound(context))
  if (live.current !== current) return
  const pooled = await context.pool.acquire({
    session: live.id,
    team: name,
    start: () => startAgent(live, team),
    onFull: () => waitFor(live, turn, 'pool'),
  })
  if (live.current !== current) return
  noteWaiting(live, null)
  await hand(live, current, pooled.agent)
}

/**
 * Ends an agent that was started with other settings, before its next turn: the one that is started for it resumes the
 * conversation with those in force. Not while something would be lost with it.
 */
async function renew(live: LiveSession, team: Team): Promise<void> {
  if (!isOutdated(live, team)) return
  if (hasTeammates(live) || live.context.asks.holding(live.id).length > 0) return
  await endAgent(live, { graceMs: 2000, why: 'settings' })
}

function refusalOf(
  context: SessionsContext,
  turn: TurnRow,
  { name, team }: { name: string; team: Team | undefined },
): Ended | undefined {
  if (!team) return { turn, how: 'failed', text: '', advice: `The team ${name} is no longer in config.yaml.` }
  // One that met a limit before waits for room; one that a person lets run needs none.
  if (turn.retryOf !== null) return undefined
  const over =
    context.usage.overBudget(team.budget, name) ??
    context.usage.overBudget(context.settings().budget) ??
    context.usage.overScope(turn.session)
  if (!over) return undefined
  return { turn, how: 'budget', text: '', advice: `${name} may not go on: ${over}. Raise it in config.yaml.` }
}

/** Puts a turn to its agent. That it is given is committed first, so that a daemon that dies here finds its answer. */
export async function hand(live: LiveSession, current: CurrentTurn, agent: RunningAgent): Promise<void> {
  const { context } = live
  const { row } = current
  if (row.agent !== agent.id) context.rows.setGiven.run(agent.id, row.id)
  watch(live, current, agent.id)
  // What an agent began by itself it was not told.
  if (row.wokenBy !== null) return
  removeEnded(live, [...live.ended.keys()])
  try {
    await agent.send(messageOfTurn(live, row))
  } catch (error) {
    // What becomes of the turn is decided when the agent's exit is heard, or the pipe is found again.
    if (error instanceof IrisError && ['PIPE_AGENT_GONE', 'PIPE_CLOSED'].includes(error.code)) return
    throw error
  }
  context.logger.debug('message put', { turn: row.id, agent: agent.id, characters: row.message.length })
  await recordDelivered(live, current, agent.id)
}

/** The agent works already; that it was reached is committed with its first lines, and told after. */
async function recordDelivered(live: LiveSession, current: CurrentTurn, agent: AgentId): Promise<void> {
  const { context, id } = live
  const { row } = current
  if (live.current !== current || row.deliveredAt !== null) return
  const at = context.clock.now()
  noteDelivered(current, at)
  try {
    await context.log.enqueue(
      { type: 'turn.delivered', session: id, turn: row.id, agent, data: { agent } },
      () => void context.rows.setDelivered.run(at, row.id),
    )
  } catch (error) {
    // The disk is full, but the agent has the message: the turn goes on.
    context.logger.warn('delivery not recorded yet', { turn: row.id, err: error })
    noteDelivered(current, null)
    context.clock.after(retryLater, () => void recordDelivered(live, current, agent))
    return
  }
  context.watchers.get(row.id)?.next({ kind: 'state', status: 'delivered', waitingFor: null })
}

/** Whether the CLI had saved the message when it died is not known, so a turn that goes on carries it again. */
function messageOfTurn(live: LiveSession, row: TurnRow): AgentMessage {
  const { uuid, begunAt, attempts, message, author, knownIn } = row
  const wasBegun = attempts > 0 && begunAt !== null
  // Words of Iris alone, so they are nobody's to fence.
  if (!wasBegun && knownIn === sessionOf(live).conversation) return { uuid, text: afterLimit }
  const text = wasBegun ? `${afterCrash}\n\n${message}` : message
  return { uuid, text, ...(author === 'user' ? {} : { from: author }) }
}
