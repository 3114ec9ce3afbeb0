import type { Result } from '../transport/index.ts'
import { announceEnd, endingOf, saidSoFar, writeEnd } from './endings.ts'
import { sessionOf, type Effect, type Current, type Live } from './world.ts'

/** The CLI ended a turn. Only a result that answers our message ends ours: subagents and notes give results too. */
export function onResult(live: Live, result: Result): Effect {
  return (append) => {
    const { current } = live
    if (!current || !answersUs(current, result)) return undefined
    const ending = endingOf(result.end, current.stopping)
    if (result.end.how === 'failed' && result.end.reason === 'conversation-unknown') {
      // The process ends by itself now; its exit starts the conversation anew.
      live.world.rows.setBegun.run(0, live.id)
      return undefined
    }
    const cost = costOf(live, result)
    const text = ending.how === 'answered' ? result.text : saidSoFar(live) || result.text
    const { rehearsed } = current
    writeEnd(live, { turn: current.row, ...ending, text, cost, rehearsed }, append)
    const { team } = sessionOf(live)
    const tokens = result.usage
    live.world.usage.record(
      { turn: current.row.id, session: live.id, team, costUsd: cost, tokens, rehearsed },
      append,
    )
    return () => announceEnd(live, current.row, ending.how)
  }
}

function answersUs({ row }: Current, result: Result): boolean {
  if (result.origin !== undefined || result.isEmpty) return false
  return result.answers.length === 0 || row.attempts > 0 || result.answers.includes(row.uuid)
}

/** The CLI counts up; some versions start at 0 after a resume, others go on. The difference is this turn's. */
function costOf(live: Live, { totalCost }: Result): number {
  const { cumulativeCost } = sessionOf(live)
  live.world.rows.setCumulativeCost.run(totalCost, live.id)
  return totalCost >= cumulativeCost ? totalCost - cumulativeCost : totalCost
}
