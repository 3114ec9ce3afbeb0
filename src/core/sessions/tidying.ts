import type { AgentId } from '../../contract/index.ts'
import { hasTeammates } from './teammates.ts'
import type { Live } from './world.ts'

const restsAfter = 2000
const longest = 30_000

/**
 * After a turn: how full the context is, and the spool given back. Counting its context costs the CLI as much as a
 * short turn, so it is asked when it rests, and while it never does only now and then.
 */
export function tidySoon(live: Live): void {
  const { clock } = live.world
  live.cancelTidying()
  if (clock.steady() - live.tidiedAt >= longest) return tidy(live)
  live.cancelTidying = clock.after(restsAfter, () => {
    // Teammates inside it would wait for the counting.
    if (live.current || live.stirring || live.world.isPaused() || hasTeammates(live)) return
    tidy(live)
  })
}

function tidy(live: Live): void {
  live.tidiedAt = live.world.clock.steady()
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
