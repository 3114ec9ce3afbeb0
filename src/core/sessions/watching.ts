import { EMPTY, finalize, Subject, type Observable } from 'rxjs'
import type { TurnId } from '../../contract/index.ts'
import { noteWaitOver } from './waits.ts'
import type { TurnProgress, World } from './world.ts'

/** Where the progress of an open turn is told; made when first wanted, gone when the turn ends. */
export function watcherOf(world: World, turn: TurnId): Subject<TurnProgress> {
  const known = world.watchers.get(turn) ?? new Subject<TurnProgress>()
  world.watchers.set(turn, known)
  return known
}

/** What happens in a turn from now on; a turn that has ended completes at once. */
export function progressOf(world: World, turn: TurnId): Observable<TurnProgress> {
  const row = world.rows.turnById.get(turn)
  if (!row || row.endedAt !== null) return EMPTY
  return watcherOf(world, turn).pipe(finalize(() => noteWaitOver(world, row)))
}
