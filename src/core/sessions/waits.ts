import type { SessionId } from '../../contract/index.ts'
import type { TurnRow } from './rows.ts'
import type { World } from './world.ts'

type Waits = Pick<World, 'rows' | 'watchers'>

/** Whether the agent of a session waits for a tell of its own; one that only took the receipt does not. */
export function isWaitingForTell(world: Waits, session: SessionId): boolean {
  return world.rows.openTold.all(session).some(({ id }) => isAwaited(world, id))
}

/** Every session whose agent waits for this one, at first or at second hand; each is looked at once. */
export function waitersOf(world: Waits, session: SessionId): ReadonlySet<SessionId> {
  const found = new Set<SessionId>()
  const next = [session]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const { id, fromSession } of world.rows.openToldTo.all(at)) {
      if (found.has(fromSession) || !isAwaited(world, id)) continue
      found.add(fromSession)
      next.push(fromSession)
    }
  }
  return found
}

/** The wait of an agent is over; its silence counts from now on. */
export function noteWaitOver(world: World, { fromSession }: TurnRow): void {
  if (fromSession === null || !world.pool.get(fromSession)) return
  const { current } = world.live(fromSession)
  if (current) current.heardAt = world.clock.steady()
}

function isAwaited({ watchers }: Waits, turn: TurnRow['id']): boolean {
  return watchers.get(turn)?.observed ?? false
}
