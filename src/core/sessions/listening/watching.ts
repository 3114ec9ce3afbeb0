import { EMPTY, finalize, Subject, type Observable } from 'rxjs'
import type { SessionId, TurnId } from '../../../contract/index.ts'
import type { SessionsContext, TurnProgress } from '../context.ts'
import { noteHeard } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'

/** Where the progress of an open turn is told; made when first wanted, gone when the turn ends. */
export function watcherOf(context: SessionsContext, turn: TurnId): Subject<TurnProgress> {
  const known = context.watchers.get(turn) ?? new Subject<TurnProgress>()
  context.watchers.set(turn, known)
  return known
}

/** What happens in a turn from now on; a turn that has ended completes at once. */
export function progressOf(context: SessionsContext, turn: TurnId): Observable<TurnProgress> {
  const row = context.rows.turnById.get(turn)
  if (!row || row.endedAt !== null) return EMPTY
  return watcherOf(context, turn).pipe(finalize(() => noteWaitOver(context, row)))
}

type Waits = Pick<SessionsContext, 'rows' | 'watchers'>

/** Whether the agent of a session waits for a tell of its own; one that only took the receipt does not. */
export function isWaitingForTell(context: Waits, session: SessionId): boolean {
  return context.rows.openTold.all(session).some(({ id }) => isAwaited(context, id))
}

/** Every session whose agent waits for this one, at first or at second hand; each is looked at once. */
export function waitersOf(context: Waits, session: SessionId): ReadonlySet<SessionId> {
  const found = new Set<SessionId>()
  const next = [session]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const { id, fromSession } of context.rows.openToldTo.all(at)) {
      if (found.has(fromSession) || !isAwaited(context, id)) continue
      found.add(fromSession)
      next.push(fromSession)
    }
  }
  return found
}

/** The wait of an agent is over; its silence counts from now on. */
function noteWaitOver(context: SessionsContext, { fromSession }: TurnRow): void {
  if (fromSession === null || !context.pool.get(fromSession)) return
  noteHeard(context.live(fromSession))
}

function isAwaited({ watchers }: Waits, turn: TurnRow['id']): boolean {
  return watchers.get(turn)?.observed ?? false
}
