import type { AgentId } from '../../contract/index.ts'
import { startResponseClock } from './response-clock.ts'
import type { TurnRow } from './rows.ts'
import { sessionOf, type Current, type Live, type World } from './world.ts'

/** Starts the response clock of a turn that an agent has. */
export function watch(live: Live, current: Current, agent: AgentId): void {
  const { world } = live
  const limit = world.team(sessionOf(live).team)?.responseTimeout
  current.agent = agent
  current.heardAt = world.clock.steady()
  current.cancelClock()
  if (limit !== undefined) current.cancelClock = startResponseClock(live, current, limit)
}

/** A turn as a session takes it up. */
export function makeCurrent(world: World, row: TurnRow): Current {
  return {
    row,
    agent: undefined,
    said: '',
    partial: '',
    heardAt: world.clock.steady(),
    begun: false,
    countsOn: false,
    rehearsed: false,
    stopping: undefined,
    cancelClock: () => undefined,
  }
}
