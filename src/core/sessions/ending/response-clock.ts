import type { AgentId } from '../../../contract/index.ts'
import type { Cancel } from '../../../platform/clock/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import { endAgent } from './stopping.ts'
import { isWaitingForTell } from '../listening/watching.ts'
import { sessionOf, type CurrentTurn, type LiveSession } from '../context.ts'
import { give, hasTeammates, whileStopping } from '../live-session.ts'

const retryAfter = 2000
const teammateSilence = 30 * 60_000

/** An agent has the turn: from now on its silence is watched. */
export function watch(live: LiveSession, current: CurrentTurn, agent: AgentId): void {
  const { clock, team } = live.context
  const limit = team(sessionOf(live).team)?.responseTimeout
  const startClock = limit === undefined ? undefined : () => startResponseClock(live, current, limit)
  give(current, { agent, at: clock.steady(), startClock })
}

/** Watches for an agent's silence. One timer per turn: a line only notes the time, and an open ask or tell of its own stops the clock. */
function startResponseClock(live: LiveSession, current: CurrentTurn, limit: number): Cancel {
  const { clock, asks, logger } = live.context
  let cancel = live.isLetGo ? () => undefined : clock.after(limit, check)
  return () => cancel()

  function check(): void {
    if (live.current !== current) return
    const isWaiting = asks.holding(live.id).length > 0 || isWaitingForTell(live.context, live.id)
    const left = isWaiting ? limit : current.heardAt + silence() - clock.steady()
    if (left > 0) cancel = clock.after(left, check)
    else giveUp()
  }

  /** Who waits for a teammate is not silent for nothing: a long command of the teammate prints nothing. */
  function silence(): number {
    return hasTeammates(live) ? Math.max(limit, teammateSilence) : limit
  }

  function giveUp(): void {
    whileStopping(live, () => end(live, current)).catch((error: unknown) => {
      logger.error('a silent turn could not be ended', { turn: current.row.id, err: error })
      if (!live.isLetGo) cancel = clock.after(retryAfter, check)
    })
  }
}

async function end(live: LiveSession, current: CurrentTurn): Promise<void> {
  const { row, rehearsed } = current
  endNow(live, { turn: row, how: 'response_timeout', text: saidSoFar(live), rehearsed })
  await endAgent(live, { graceMs: 0, why: 'silent' })
}
