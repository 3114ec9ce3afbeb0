import type { CoordinatorAction, RulingId } from '../../../contract/index.ts'
import { coordinateDoor } from '../../../core/rules/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { askAbout, withdrawAsk } from './asking.ts'
import { about, minutesSince, type CoordinatorContext } from './context.ts'
import type { ConcernRow } from './rows.ts'

const minute = 60_000

type Inputs = Parameters<typeof coordinateDoor.decide>[0]
export type NewConcern = Pick<ConcernRow, 'subject' | 'kind' | 'about' | 'team' | 'build' | 'session'>

/** Something new is in hand. */
export function open({ clock }: CoordinatorContext, concern: NewConcern): ConcernRow {
  const now = clock.now()
  return {
    ...concern,
    action: 'WATCH',
    why: '',
    ruling: null,
    times: 0,
    openedAt: now,
    decidedAt: now,
    againMs: null,
    ask: null,
    askedAt: null,
    answer: 'none',
    interrupts: 0,
    restarts: 0,
    escalations: 0,
    preempted: 0,
    doneAt: null,
    turn: null,
    wants: [],
    by: null,
    isDue: 0,
    endedAt: null,
  }
}

/** Decides what to do about a concern, and does what is done in the database; the rest is written down to be done after it. */
export function decide(context: CoordinatorContext, row: ConcernRow, append: Append): void {
  if (row.kind === 'conflict' || row.endedAt !== null) return
  const inputs = inputsOf(context, row, row.kind)
  const outcome = coordinateDoor.decide(inputs)
  const againMs = outcome.again_min === null ? null : Math.ceil(outcome.again_min * minute)
  const { action, why } = outcome
  // That it goes on as before is no news, and no ruling.
  if (action === 'WATCH' && row.action === 'WATCH' && row.why === why && row.times > 0)
    return context.rows.put({ ...row, decidedAt: context.clock.now(), againMs })
  const ruling = context.rulings.keep(coordinateDoor, { inputs, outcome, about: row.about })
  const decided = note(context, row, { action, why, ruling, againMs })
  const done = deeds[action](context, decided, append)
  context.rows.put(done)
  tell(done, append)
  context.wake()
}

/** What was decided, and how often in a row. */
export function note(
  { clock }: Pick<CoordinatorContext, 'clock'>,
  row: ConcernRow,
  decided: { action: CoordinatorAction; why: string; ruling: RulingId | null; againMs: number | null },
): ConcernRow {
  const times = row.action === decided.action ? row.times + 1 : 1
  return { ...row, ...decided, times, decidedAt: clock.now() }
}

export function tell(row: ConcernRow, append: Append): void {
  const { action, why, ruling, ask, times } = row
  append({ type: 'coordinator.decided', data: { ...about(row), action, why, ruling, ask, times } })
}

/** It is over: nobody needs to answer any more. */
export function end(context: CoordinatorContext, row: ConcernRow, reason: string): void {
  if (row.endedAt !== null) return
  withdrawAsk(context, row, reason)
  context.rows.put({ ...row, isDue: 0, againMs: null, endedAt: context.clock.now() })
  context.wake()
}

function inputsOf(context: CoordinatorContext, row: ConcernRow, kind: Inputs['kind']): Inputs {
  const { interrupts, restarts, escalations, preempted, doneAt, answer, askedAt } = row
  const alert = row.subject.startsWith('alr_') ? alertOf(context, row) : undefined
  return {
    kind,
    minutes: minutesSince(context, alert?.since ?? row.openedAt),
    known: alert?.isKnown ?? false,
    turn: openTurn(context, row) !== null,
    ask: answer,
    ask_min: minutesSince(context, askedAt),
    reminded: isReminded(context, row),
    can_restart: kind === 'component' && context.watch.watch.canRestart(row.about),
    done: { interrupts, restarts, escalations, preempted: preempted === 1 },
    done_min: minutesSince(context, doneAt),
  }
}

function alertOf(
  { watch }: CoordinatorContext,
  { subject }: ConcernRow,
): { since: number; isKnown: boolean } {
  // Only ids of alerts begin so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { since, acknowledgedAt } = watch.alerts.get(subject as `alr_${string}`)
  return { since, isKnown: acknowledgedAt !== null }
}

function openTurn({ sessions }: CoordinatorContext, { session }: ConcernRow): ConcernRow['turn'] {
  const turn = session === null ? undefined : sessions.lastTurn(session)
  return turn?.endedAt === null ? turn.id : null
}

function isReminded({ inbox }: CoordinatorContext, { kind, ask }: ConcernRow): boolean {
  return kind === 'decision' && ask !== null && inbox.view(ask).type === 'blocking'
}

type Deed = (context: CoordinatorContext, row: ConcernRow, append: Append) => ConcernRow

/** What a decision changes at once; `isDue` has the rest done after the commit. */
const deeds: Readonly<Record<ReturnType<typeof coordinateDoor.decide>['action'], Deed>> = {
  WATCH: (context, row) => (row.answer === 'open' && isKnown(context, row) ? putAway(context, row) : row),
  ESCALATE: (context, row) => {
    const asked = row.kind === 'decision' ? row : askAbout(context, row)
    return { ...asked, escalations: row.escalations + 1 }
  },
  INTERRUPT(context, row) {
    const asked = withdrawAsk(context, row, 'its agent was interrupted')
    const turn = openTurn(context, row)
    return { ...asked, turn, interrupts: row.interrupts + 1, isDue: 1, doneAt: row.decidedAt }
  },
  RESTART: (_, row) => ({ ...row, restarts: row.restarts + 1, isDue: 1, doneAt: row.decidedAt }),
  PREEMPT(context, row, append) {
    context.leases.settle(append)
    return { ...row, preempted: 1, doneAt: row.decidedAt }
  },
}

function isKnown(context: CoordinatorContext, row: ConcernRow): boolean {
  return row.subject.startsWith('alr_') && alertOf(context, row).isKnown
}

function putAway(context: CoordinatorContext, row: ConcernRow): ConcernRow {
  return withdrawAsk(context, row, 'somebody knows of it')
}
