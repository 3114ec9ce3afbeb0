import type { AgentId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { Result } from '../transport/index.ts'
import { announceEnd, endingOf, saidSoFar, writeEnd } from './endings.ts'
import { turnTotals } from './totals.ts'
import { sessionOf, type Effect, type Current, type Live } from './world.ts'

/** The CLI ended a turn. Only a result that answers our message ends ours: subagents and notes give results too. */
export function onResult(live: Live, result: Result): Effect {
  return (append) => {
    const { current } = live
    if (!current || !answersUs(current, result)) return undefined
    if (result.end.how === 'failed' && result.end.reason === 'conversation-unknown') {
      // The process ends by itself now; its exit starts the conversation anew.
      live.world.rows.setBegun.run(0, live.id)
      return undefined
    }
    const ending = endingOf(result.end, current.stopping)
    const { cost, ...tokens } = turnTotals(live, current, result)
    const text = ending.how === 'answered' ? result.text : saidSoFar(live) || result.text
    const { row, rehearsed } = current
    writeDelivered(live, current, append)
    writeEnd(live, { turn: row, ...ending, text, cost, rehearsed }, append)
    const { team } = sessionOf(live)
    live.world.usage.record(
      { turn: row.id, session: live.id, team, costUsd: cost, tokens, rehearsed },
      append,
    )
    return () => {
      announceEnd(live, row, ending.how)
      tidyUp(live)
    }
  }
}

/** A quick agent answers before we hear that it took the message. */
function writeDelivered({ world, id }: Live, { row, agent }: Current, append: Append): void {
  if (row.deliveredAt !== null || agent === undefined) return
  row.deliveredAt = world.clock.now()
  world.rows.setDelivered.run(row.deliveredAt, row.id)
  append({ type: 'turn.delivered', session: id, turn: row.id, agent, data: { agent } })
}

function answersUs({ row }: Current, result: Result): boolean {
  if (result.origin !== undefined || result.isEmpty) return false
  return result.answers.length === 0 || result.answers.includes(row.uuid)
}

/** How full the context is, and the spool given back: after the answer was told, so that nobody waits for it. */
function tidyUp(live: Live): void {
  const agent = live.world.pool.get(live.id)?.agent
  agent
    ?.contextUsage()
    .then(
      ({ percent }) => void (live.contextPercent = percent),
      // An agent that ended meanwhile, or does not know the question, leaves the last value.
      () => undefined,
    )
    .then(() => trimSpool(live, agent.id))
    .catch((error: unknown) => live.world.logger.warn('a spool was not trimmed', { err: error }))
}

function trimSpool({ world }: Live, agent: AgentId): void {
  if (world.isPaused()) return
  const row = world.rows.agentById.get(agent)
  if (row?.endedAt === null) world.trim(agent, row.offset)
}
