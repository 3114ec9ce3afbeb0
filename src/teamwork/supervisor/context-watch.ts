import type { SessionId } from '../../contract/index.ts'
import type { HeardEvent } from '../../core/sessions/index.ts'
import { limitsOf, type OrgContext } from './context.ts'
import { makeDue } from './handover.ts'
import type { SeatRow } from './rows.ts'

/** What the CLI keeps free of a window before it compacts by itself: 167,000 of 200,000 tokens may be used. */
const keptFree = 33_000
const usualWindow = 200_000
const longWindow = 1_000_000
/** So much below that, in percent of the window, a turn is interrupted that does not end by itself. */
const margin = 5

type SaidEvent = Extract<HeardEvent['event'], { kind: 'said' }>

/** Reads how full the conversations of seats are from the usage of every model answer. */
export function createContextWatch(context: OrgContext): (heard: HeardEvent) => void {
  const windows = new Map<string, number>()
  const windowOf = new Map<SessionId, number>()
  const atWork = new Map<SessionId, Set<string>>()
  return ({ session, event }) => {
    if (event.kind === 'result')
      for (const [model, { contextWindow }] of Object.entries(event.models))
        if (contextWindow !== undefined) windows.set(model, contextWindow)
    if (event.subagent) return
    if (event.kind === 'said' && event.read !== undefined) onSaid(session, event, event.read)
    if (event.kind === 'tool-returned') onReturned(session, event.results)
    if (event.kind === 'compacted') onCompacted(session)
  }

  function onSaid(session: SessionId, said: SaidEvent, read: number): void {
    const seat = context.rows.seats.ofSession(session)
    if (!seat) return
    const window = windows.get(said.model) ?? (said.model.includes('[1m]') ? longWindow : usualWindow)
    const percent = (read / window) * 100
    windowOf.set(session, window)
    context.gauges.set(session, percent)
    const tools = atWork.get(session) ?? new Set()
    for (const part of said.parts) if (part.type === 'tool') tools.add(part.toolUse)
    atWork.set(session, tools)
    if (percent >= limitsOf(context, seat.project).handOverAt)
      makeDue(context, seat, { reason: `your conversation is ${Math.round(percent)}% full`, percent })
  }

  /** Between two steps nothing is cut in the middle. */
  function onReturned(session: SessionId, results: readonly { toolUse: string }[]): void {
    const tools = atWork.get(session)
    for (const { toolUse } of results) tools?.delete(toolUse)
    const seat = context.rows.seats.ofSession(session)
    if (!seat || (tools?.size ?? 0) > 0) return
    if (isToBeInterrupted(seat)) interrupt(seat)
  }

  function isToBeInterrupted(seat: SeatRow): boolean {
    const shift = context.rows.shifts.now(seat.id)
    if (!shift || shift.dueAt === null || shift.handoff !== null) return false
    const percent = context.gauges.get(seat.session) ?? 0
    // Somebody asked for it, or the CLI is about to compact.
    return percent < limitsOf(context, seat.project).handOverAt || percent >= interruptAt(seat)
  }

  function interruptAt({ session }: SeatRow): number {
    const window = windowOf.get(session) ?? usualWindow
    return ((window - keptFree) / window) * 100 - margin
  }

  function interrupt({ session }: SeatRow): void {
    context.sessions
      .cancel(session)
      .catch((error: unknown) => context.logger.warn('a turn was not interrupted', { session, err: error }))
  }

  function onCompacted(session: SessionId): void {
    const seat = context.rows.seats.ofSession(session)
    if (seat) makeDue(context, seat, { reason: 'the CLI compacted your conversation', percent: null })
  }
}
