import { IrisError } from '../../../contract/index.ts'
import { within } from '../../../platform/clock/index.ts'
import type { Team } from '../../../platform/config/index.ts'
import type { RunningAgent } from '../../transport/index.ts'
import { sessionOf, type LiveSession } from '../context.ts'
import { endAgent } from '../ending/stopping.ts'
import { clearStart, whileBeingWoken } from '../live-session.ts'
import { startAgent } from './starting.ts'

/** Starts the agent of a session without a model call. */
export async function wake(live: LiveSession): Promise<void> {
  const { team: name } = sessionOf(live)
  const team = live.context.team(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  const { pool } = live.context
  // A tell waits for a place, because it has something to do there.
  if (!pool.get(live.id) && !pool.isStarting(live.id) && !pool.hasRoom())
    throw new IrisError('TEAM_BUSY', `No slot is free for ${name}: every agent is busy.`)
  await whileBeingWoken(live, async () => {
    if (!pool.get(live.id)) await live.context.present(team)
    const pooled = await pool.acquire({
      session: live.id,
      team: team.name,
      start: () => startAgent(live, team),
      onFull: () => undefined,
    })
    await takesInput(live, pooled.agent, team)
  })
  clearStart(live)
  live.context.deliverNext(live)
}

/** A process that never takes input is ended; one that was given a turn meanwhile has the turn's own clock. */
async function takesInput(live: LiveSession, agent: RunningAgent, team: Team): Promise<void> {
  const late = (): IrisError =>
    new IrisError('AGENT_DID_NOT_ANSWER', `${team.name} did not take input within its sessionInitTimeout.`)
  try {
    await within(live.context.clock, agent.ready(), { limit: team.sessionInitTimeout, late })
  } catch (error) {
    if (!live.current) await endAgent(live, { graceMs: 0, why: 'silent' })
    throw error
  }
}
