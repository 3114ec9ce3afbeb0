import { dayTime, newId, type Retry, type TurnEnding, type TurnId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import { lookAgain, noteWaiting } from '../live-session.ts'
import { byHand, type RetryRow, type TurnRow } from '../tables/rows.ts'
import { waitFor } from './failed-starts.ts'
import { sessionOf, type LiveSession, type SessionsContext } from '../context.ts'

const minute = 60_000
/** After the first, second, … time that a turn meets a limit of which nobody says when it ends. */
const pauses = [5, 15, 30, 60].map((minutes) => minutes * minute)
/** So often in a row by itself; a limit that lasts five hours is outlived by it. */
const maxTries = 8

/** What keeps a turn from its agent, and until when as far as that is known. */
export type Hold = Pick<Retry, 'for' | 'until' | 'byHand'>

/** The turn that will take up again one that meets a limit. */
export interface NewRetry {
  id: TurnId
  /** See TurnRow. */
  dueAt: number | null
  hold: Hold
}

/** What becomes of a turn that ends so: taken up again, when it met a limit. */
export function retryAfter(live: LiveSession, turn: TurnRow, how: TurnEnding): NewRetry | undefined {
  if (how !== 'quota' && how !== 'budget') return undefined
  const { context } = live
  const id = newId('trn', context.clock.now())
  const dueAt = dueAfter(live, turn, how)
  const row = { retryOf: turn.id, dueAt, releasedAt: null, session: live.id }
  return { id, dueAt, hold: holdOf(context, row) ?? { for: how, until: null, byHand: false } }
}

/** When it is due, whatever holds it besides; a budget that is not ours may never have room again. */
function dueAfter({ context, id }: LiveSession, turn: TurnRow, how: 'quota' | 'budget'): number | null {
  if (how === 'budget') return spentIn(context, id).length > 0 ? null : byHand
  const tries = triesOf(context, turn)
  if (tries >= maxTries) return byHand
  if (context.usage.heldUntil() > 0) return null
  // Wall time: the end of a limit is a date, and so is what stands for it.
  return context.clock.now() + (pauses[Math.min(tries, pauses.length) - 1] ?? minute)
}

/** How often in a row it was tried by itself; what a person let run begins the count anew. */
function triesOf({ rows }: SessionsContext, turn: TurnRow): number {
  let tries = 1
  for (
    let at: TurnRow | undefined = turn;
    at?.retryOf && at.releasedAt === null && tries < maxTries;
    tries += 1
  )
    at = rows.turnById.get(at.retryOf)
  return tries
}

/** Puts it into the queue where the one it takes up stood, in the transaction that ends that one. */
export function putRetry(
  live: LiveSession,
  turn: TurnRow,
  { retry, append }: { retry: NewRetry; append: Append },
): void {
  const { rows, clock, onTold } = live.context
  const { caller, team } = sessionOf(live)
  const bytes = Buffer.byteLength(turn.message)
  const data = { from: caller, to: team, preview: turn.message.slice(0, 300), bytes, waits: false }
  const accepted = { session: live.id, turn: retry.id, data: { ...data, retryOf: turn.id } }
  const { seq } = append({ type: 'turn.accepted', ...accepted })
  rows.insertRetry.run(retry.id, globalThis.crypto.randomUUID(), clock.now(), seq, retry.dueAt, turn.id)
  const row = rows.turnById.get(retry.id)
  if (row?.fromSession) onTold({ turn: row, step: 'put' }, append)
}

/** When it runs again and as which turn, for whoever reads how it ended. */
export function retryWords({ clock }: SessionsContext, { id, hold }: NewRetry): string {
  if (hold.byHand) return `It waits as ${id} until a person lets it run again.`
  const again = hold.until === null ? 'when there is room' : dayTime(hold.until, clock.now())
  return `It runs again on its own ${again}, as ${id}; do not tell it again.`
}

/** The turn of a session that goes out next: what is taken up again first, but what a budget refuses is refused at once. */
export function nextTurn({ context, id }: LiveSession): TurnRow | undefined {
  const { rows } = context
  const retry = rows.nextRetry.get(id)
  if (!retry) return rows.nextFresh.get(id)
  return holdOf(context, retry)?.for === 'budget' ? (rows.nextFresh.get(id) ?? retry) : retry
}

/** What holds a turn back now: nothing once a person let it run. */
export function holdOf(
  context: SessionsContext,
  turn: Pick<TurnRow, 'session' | 'retryOf' | 'dueAt' | 'releasedAt'>,
): Hold | undefined {
  const { retryOf, dueAt, releasedAt, session } = turn
  const { usage, clock, rows } = context
  if (releasedAt !== null) return undefined
  if (dueAt === byHand && retryOf !== null)
    return {
      for: rows.turnById.get(retryOf)?.how === 'budget' ? 'budget' : 'quota',
      until: null,
      byHand: true,
    }
  // Wall time: see dueAfter.
  const until = Math.max(usage.heldUntil(), dueAt ?? 0)
  if (until > clock.now()) return { for: 'quota', until, byHand: false }
  const spent = retryOf === null ? [] : spentIn(context, session)
  if (spent.length === 0) return undefined
  return { for: 'budget', until: spent.includes('total') ? null : tomorrow(clock.now()), byHand: false }
}

/** The spans whose budget the team of a session, or all teams together, have spent. */
function spentIn(
  { rows, team: teamOf, usage, settings }: SessionsContext,
  session: TurnRow['session'],
): ('day' | 'total')[] {
  const team = teamOf(rows.sessionById.get(session)?.team ?? '')
  if (!team) return []
  return [...usage.budgetUse(team.budget, team.name), ...usage.budgetUse(settings().budget)]
    .filter(({ spentUsd, limitUsd }) => spentUsd >= limitUsd)
    .map(({ span }) => span)
}

function tomorrow(now: number): number {
  const midnight = new Date(now)
  return midnight.setHours(24, 0, 0, 0)
}

/** Says what a turn waits for, and looks again: at its date, or within a minute, because budgets and clocks are set. */
export function waitAtLimit(live: LiveSession, turn: TurnRow, hold: Hold): void {
  const { clock, usage, deliverNext } = live.context
  waitFor(live, turn, hold.for)
  live.cancelLook()
  // When the account limit ends, every queue is told.
  if (usage.heldUntil() > 0) return
  // Wall time: see dueAfter.
  const left = (hold.until ?? Infinity) - clock.now()
  const pause = Math.min(Math.max(left, 1), minute)
  lookAgain(
    live,
    clock.after(pause, () => deliverNext(live)),
  )
}

/** No limit holds the next turn any more. */
export function leaveLimit(live: LiveSession): void {
  live.cancelLook()
  if (live.waitingFor === 'quota' || live.waitingFor === 'budget') noteWaiting(live, null)
}

/** A turn that waits to be taken up again, with what it waits for; one that nothing holds any more is about to go out. */
export function retryFrom(context: SessionsContext, row: RetryRow | undefined): Retry | undefined {
  if (!row) return undefined
  const hold = holdOf(context, row) ?? { for: 'quota', until: null, byHand: false }
  const { id, retryOf, preview, acceptedAt } = row
  return { turn: id, retryOf, preview, since: acceptedAt, ...hold }
}

/** Lets a turn run though a limit holds it, on a person's word; false when nothing holds it there. */
export function release(live: LiveSession, turn: TurnId, by: string): boolean {
  const { context, id } = live
  const isDone = context.log.write((append) => {
    if (context.rows.setReleased.run(context.clock.now(), turn, id).changes === 0) return false
    append({ type: 'turn.released', session: id, turn, data: { by } })
    return true
  })
  if (isDone) context.deliverNext(live)
  return isDone
}
