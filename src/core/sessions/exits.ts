import type { AgentId } from '../../contract/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import { sessionOf, type Current, type Live } from './world.ts'

const mostResumes = 3

/** Decides about the turn of an agent that is gone: over, or taken up again in a new process. */
export function afterExit(live: Live, agent: AgentId): void {
  const { current } = live
  if (!current) return live.world.pump(live)
  if (current.row.agent !== null && current.row.agent !== agent) return
  if (!current.begun && current.row.attempts === 0) return startOver(live, current)
  const team = live.world.team(sessionOf(live).team)
  if (team?.onCrash === 'resume' && current.row.attempts < mostResumes && !current.stopping) {
    return resume(live, current, agent)
  }
  const how = current.stopping ?? 'agent_died'
  endNow(live, { turn: current.row, how, text: saidSoFar(live), rehearsed: current.rehearsed })
  live.world.pump(live)
}

/** The CLI refuses a conversation it knows as new, and one it does not know as resumed; then the other way is tried once. */
function startOver(live: Live, current: Current): void {
  const { begun } = sessionOf(live)
  live.world.rows.setBegun.run(begun ? 0 : 1, live.id)
  again(live, current)
}

function resume(live: Live, current: Current, agent: AgentId): void {
  const { id } = current.row
  const attempt = current.row.attempts + 1
  live.world.log.write((append) =>
    append({ type: 'turn.resumed', session: live.id, turn: id, data: { agent, attempt } }),
  )
  again(live, current)
}

function again(live: Live, current: Current): void {
  current.cancelClock()
  live.current = undefined
  live.world.rows.setAttempts.run(current.row.attempts + 1, current.row.id)
  live.world.pump(live)
}
