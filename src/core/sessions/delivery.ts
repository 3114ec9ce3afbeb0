import { newId } from '../../contract/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { RunningAgent } from '../transport/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import { listen } from './listening.ts'
import { startResponseClock } from './response-clock.ts'
import type { TurnRow } from './rows.ts'
import { sessionOf, type Current, type Live, type World } from './world.ts'

export async function pump(live: Live): Promise<void> {
  if (live.pumping || live.current || live.world.isPaused()) return
  const turn = live.world.rows.nextQueued.get(live.id)
  if (!turn) return
  live.pumping = true
  try {
    await deliver(live, turn)
  } catch (error) {
    live.world.logger.error('delivery failed', { turn: turn.id, err: error })
    endNow(live, { turn: turn, how: 'failed', text: saidSoFar(live), advice: messageOf(error) })
  } finally {
    live.pumping = false
  }
  if (!live.current) await pump(live)
}

async function deliver(live: Live, turn: TurnRow): Promise<void> {
  const held = live.world.usage.heldUntil()
  if (held > 0) return waitForQuota(live, held)
  const session = sessionOf(live)
  const team = live.world.team(session.team)
  if (!team)
    return endNow(live, {
      turn: turn,
      how: 'failed',
      text: '',
      advice: `The team ${session.team} is no longer in config.yaml.`,
    })
  const over = live.world.usage.overBudget(team.name, team.budget)
  if (over)
    return endNow(live, {
      turn: turn,
      how: 'budget',
      text: '',
      advice: `${team.name} may not go on: ${over}. Raise it in config.yaml.`,
    })

  const current = makeCurrent(live.world, turn)
  live.current = current
  const pooled = await live.world.pool.acquire({
    session: live.id,
    team: team.name,
    start: () => startAgent(live, team),
    onFull: () => waitFor(live, 'pool'),
  })
  if (live.current !== current) return
  live.waitingFor = null
  await send(live, current, pooled.agent)
  current.cancelClock = startResponseClock(live, current, team.responseTimeout)
}

/** A turn taken up again after a crash goes on with other words and another uuid: its message was delivered before. */
async function send(live: Live, current: Current, agent: RunningAgent): Promise<void> {
  const { row } = current
  const session = sessionOf(live)
  const isRepeat = row.attempts > 0 && session.begun === 1
  const message = isRepeat
    ? {
        uuid: globalThis.crypto.randomUUID(),
        text: 'You were interrupted by a crash. Go on where you left off.',
      }
    : { uuid: row.uuid, text: row.message, ...(row.author === 'user' ? {} : { from: row.author }) }
  current.heardAt = live.world.clock.now()
  try {
    await agent.send(message)
  } catch (error) {
    // The exit of the agent, which the listener sees, says what becomes of the turn.
    live.world.logger.warn('agent did not take the message', { turn: row.id, why: messageOf(error) })
    return
  }
  if (live.current !== current) return
  live.world.log.write((append) => {
    live.world.rows.setDelivered.run(live.world.clock.now(), agent.id, row.id)
    append({
      type: 'turn.delivered',
      session: live.id,
      turn: row.id,
      agent: agent.id,
      data: { agent: agent.id },
    })
  })
  live.world.watchers.get(row.id)?.next({ kind: 'state', status: 'delivered', waitingFor: null })
}

/** Starts the process of a session: resumed when the CLI has a transcript, new otherwise. */
export async function startAgent(live: Live, team: Team): Promise<RunningAgent> {
  await live.ending
  const session = sessionOf(live)
  const id = newId('agt', live.world.clock.now())
  live.world.rows.insertAgent.run(id, live.id, team.name, session.conversation, live.world.clock.now())
  try {
    const how = session.begun ? ('resumed' as const) : ('new' as const)
    const { agent, pid } = await live.world.launch({
      id,
      session,
      team,
      conversation: { how, id: session.conversation },
    })
    const data = { team: team.name, pid, command: [team.claudePath], rehearsed: false }
    live.world.log.write((append) => append({ type: 'agent.started', session: live.id, agent: id, data }))
    listen(live, agent)
    return agent
  } catch (error) {
    live.world.rows.setAgentEnded.run(live.world.clock.now(), id)
    throw error
  }
}

export function makeCurrent(world: World, row: TurnRow): Current {
  return {
    row,
    said: [],
    partial: '',
    heardAt: world.clock.now(),
    begun: false,
    rehearsed: false,
    stopping: undefined,
    cancelClock: () => undefined,
  }
}

function waitForQuota(live: Live, until: number): void {
  if (live.waitingFor === 'quota') return
  waitFor(live, 'quota')
  live.world.clock.after(until - live.world.clock.now() + 50, () => {
    live.waitingFor = null
    live.world.pump(live)
  })
}

function waitFor(live: Live, what: 'pool' | 'quota'): void {
  const turn = live.current?.row ?? live.world.rows.nextQueued.get(live.id)
  if (!turn) return
  live.waitingFor = what
  live.world.log.write((append) =>
    append({ type: 'turn.waiting', session: live.id, turn: turn.id, data: { for: what } }),
  )
  live.world.watchers.get(turn.id)?.next({ kind: 'state', status: 'queued', waitingFor: what })
}
