import { IrisError, newId, type AgentId } from '../../contract/index.ts'
import { within } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { AgentMessage, RunningAgent } from '../transport/index.ts'
import { holdBackOne } from './bypassing.ts'
import { endNow, saidSoFar, type Ended } from './endings.ts'
import { lose } from './exits.ts'
import { listen } from './listening.ts'
import { makeCurrent, watch } from './current.ts'
import type { AgentRow, TurnRow } from './rows.ts'
import {
  causeOfError,
  clearStart,
  holdStart,
  inVain,
  isGivenUp,
  sayHeld,
  waitFor,
  wordsOf,
  type Vain,
} from './starts.ts'
import { sessionOf, type Current, type Live, type World } from './world.ts'

const retryLater = 2000
const afterCrash =
  'You were interrupted by a crash. Look how far you got, then go on where you left off. What you were told:'

/** Takes the next queued turn of a session to its agent, unless something runs there or nothing may. */
export async function pump(live: Live): Promise<void> {
  const { world } = live
  if (live.pumping || live.current || live.stirring || live.holds > 0 || world.isPaused()) return
  if (live.cancelRetry) return
  const turn = world.rows.nextQueued.get(live.id)
  if (!turn) return clearStart(live)
  if (sessionOf(live).deletedAt !== null) return
  if (world.usage.heldUntil() > 0) return waitFor(live, turn, 'quota')
  live.pumping = true
  try {
    await deliver(live, turn)
  } catch (error) {
    settleUndelivered(live, turn, error)
  } finally {
    live.pumping = false
  }
  if (!live.current) world.pump(live)
}

async function deliver(live: Live, turn: TurnRow): Promise<void> {
  const { world } = live
  const { team: name } = sessionOf(live)
  const team = world.team(name)
  const refusal = refusalOf(world, turn, { name, team })
  if (!team || refusal) return refusal && endNow(live, refusal)
  const current = makeCurrent(world, turn)
  live.current = current
  // Before a place is taken: nobody is ended to make room for what cannot start.
  if (!world.pool.get(live.id)) await within(world.clock, world.present(team), startBound(world))
  if (live.current !== current) return
  const pooled = await world.pool.acquire({
    session: live.id,
    team: name,
    start: () => startAgent(live, team),
    onFull: () => waitFor(live, turn, 'pool'),
  })
  if (live.current !== current) return
  live.waitingFor = null
  await hand(live, current, pooled.agent)
}

function refusalOf(
  world: World,
  turn: TurnRow,
  { name, team }: { name: string; team: Team | undefined },
): Ended | undefined {
  if (!team) return { turn, how: 'failed', text: '', advice: `The team ${name} is no longer in config.yaml.` }
  const over = world.usage.overBudget(team.budget, name) ?? world.usage.overBudget(world.settings().budget)
  if (!over) return undefined
  return { turn, how: 'budget', text: '', advice: `${name} may not go on: ${over}. Raise it in config.yaml.` }
}

/** Puts a turn to its agent. That it is given is committed first, so that a daemon that dies here finds its answer. */
export async function hand(live: Live, current: Current, agent: RunningAgent): Promise<void> {
  const { world } = live
  const { row } = current
  if (row.agent !== agent.id) world.rows.setGiven.run(agent.id, row.id)
  watch(live, current, agent.id)
  // What an agent began by itself it was not told.
  if (row.wokenBy !== null) return
  live.ended.clear()
  try {
    await agent.send(messageOfTurn(row))
  } catch (error) {
    // What becomes of the turn is decided when the agent's exit is heard, or the pipe is found again.
    if (error instanceof IrisError && ['PIPE_AGENT_GONE', 'PIPE_CLOSED'].includes(error.code)) return
    throw error
  }
  await recordDelivered(live, current, agent.id)
}

/** The agent works already; that it was reached is committed with its first lines, and told after. */
async function recordDelivered(live: Live, current: Current, agent: AgentId): Promise<void> {
  const { world, id } = live
  const { row } = current
  if (live.current !== current || row.deliveredAt !== null) return
  row.deliveredAt = world.clock.now()
  try {
    await world.log.enqueue(
      { type: 'turn.delivered', session: id, turn: row.id, agent, data: { agent } },
      () => void world.rows.setDelivered.run(row.deliveredAt, row.id),
    )
  } catch (error) {
    // The disk is full, but the agent has the message: the turn goes on.
    world.logger.warn('delivery not recorded yet', { turn: row.id, err: error })
    row.deliveredAt = null
    world.clock.after(retryLater, () => void recordDelivered(live, current, agent))
    return
  }
  world.watchers.get(row.id)?.next({ kind: 'state', status: 'delivered', waitingFor: null })
}

/** Whether the CLI had saved the message when it died is not known, so a turn that goes on carries it again. */
function messageOfTurn({ uuid, begunAt, attempts, message, author }: TurnRow): AgentMessage {
  const wasBegun = attempts > 0 && begunAt !== null
  const text = wasBegun ? `${afterCrash}\n\n${message}` : message
  return { uuid, text, ...(author === 'user' ? {} : { from: author }) }
}

/** When not even the failure can be recorded (the disk is full) the turn stays queued, and the queue is tried again. */
function settleUndelivered(live: Live, turn: TurnRow, error: unknown): void {
  try {
    onUndelivered(live, turn, error)
  } catch (unrecorded) {
    if (live.current?.row.id === turn.id) {
      live.current.cancelClock()
      live.current = undefined
    }
    throw unrecorded
  }
}

function onUndelivered(live: Live, turn: TurnRow, error: unknown): void {
  const { world } = live
  const isOver = world.rows.turnById.get(turn.id)?.endedAt !== null
  if (isOver || (live.current && live.current.row.id !== turn.id)) return
  world.logger.error('delivery failed', { turn: turn.id, err: error })
  if (error instanceof IrisError && error.code === 'BODY_TOO_LARGE') return fail(live, turn, messageOf(error))
  const vain = inVain(live, causeOfError(error))
  recordFailure(live, vain)
  holdStart(live, vain)
  if (isGivenUp(vain)) return fail(live, turn, wordsOf(vain.cause))
  live.current?.cancelClock()
  live.current = undefined
  sayHeld(live, turn, vain)
}

function fail(live: Live, turn: TurnRow, advice: string): void {
  endNow(live, { turn, how: 'failed', text: saidSoFar(live), advice })
}

/** Once for each reason: a folder that is away for a night is looked for ten thousand times. */
function recordFailure(live: Live, { cause, failure }: Vain): void {
  const { reason, advice } = cause
  if (live.startFailure?.reason === reason) return
  const data = { team: sessionOf(live).team, reason, advice, tries: failure.tries }
  live.world.log.write((append) => append({ type: 'agent.start_failed', session: live.id, data }))
}

/** Starts the process of a session: resumed when the CLI has a transcript, new otherwise. */
export async function startAgent(
  live: Live,
  team: Team,
): Promise<{ agent: RunningAgent; pid: number | null }> {
  const { world } = live
  const bound = startBound(world)
  await within(world.clock, live.ending, bound)
  const session = sessionOf(live)
  if (session.deletedAt !== null) throw new IrisError('NOT_FOUND', `The session ${live.id} was deleted.`)
  const former = world.rows.livingAgentOf.get(live.id)
  if (former) await within(world.clock, endFormer(live, former.id), bound)
  const id = newId('agt', world.clock.now())
  const { conversation, begun } = session
  const bypasses = world.mayBypass(team)
  const now = world.clock.now()
  world.rows.insertAgent.run(id, live.id, team.name, conversation, begun, now, bypasses ? 1 : 0)
  const how = begun ? ('resumed' as const) : ('new' as const)
  const launching = world.launch({ id, session, team, conversation: { how, id: conversation }, bypasses })
  try {
    const started = await within(world.clock, launching, bound)
    recordStart(live, { id, team: team.name }, started.pid)
    listen(live, started.agent, 0)
    holdBackOne(world, started.agent)
    return started
  } catch (error) {
    // Also one that comes too late; until it is gone no other may start.
    const gone = launching.catch(() => undefined).then(() => undo(live, id))
    live.ending = Promise.all([live.ending, gone])
    throw error
  }
}

/** A row has a pid once its start is in the log, and not before. */
export function recordStart(
  live: Live,
  { id, team }: Pick<AgentRow, 'id' | 'team'>,
  pid: number | null,
): void {
  const { world } = live
  const command = [world.team(team)?.claudePath ?? 'claude']
  world.log.write((append) => {
    world.rows.setPid.run(pid, id)
    append({ type: 'agent.started', session: live.id, agent: id, data: { team, pid: pid ?? 0, command } })
  })
}

/** A process whose end could not be recorded, or that outlived its closing: it must go before another takes its place. */
async function endFormer(live: Live, former: AgentId): Promise<void> {
  if (!(await live.world.drop(former)))
    throw new IrisError('AGENT_DID_NOT_END', `${former} still holds the conversation.`)
  lose(live, former)
}

/** Ends a process whose start failed. A row that stays open is found by the next start. */
async function undo({ world }: Live, agent: AgentId): Promise<void> {
  try {
    if (await world.drop(agent)) world.rows.setAgentEnded.run(world.clock.now(), agent)
  } catch (error) {
    world.logger.warn('a failed start is not recorded yet', { agent, err: error })
  }
}

function startBound({ settings }: World): { limit: number; late: () => IrisError } {
  return { limit: settings().spawnTimeout, late: notStarted }
}

function notStarted(): IrisError {
  return new IrisError('AGENT_DID_NOT_ANSWER', 'The process did not start within settings.spawnTimeout.')
}
