import { dayTime, money, type Event, type OrgBudget } from '../../contract/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import { notice, tellStandup } from './announcing.ts'
import { emKey, limitsOf, type OrgContext } from './context.ts'
import type { HeldRow, SeatRow } from './rows.ts'

/** A limit may be raised, and a clock be set: whether something is still held is looked at this often. */
const lookEvery = 60_000

/** Counts what a seat uses for it and for its project, besides what its session counts for. */
export function countForOrg({ usage }: OrgContext, { project, key, session }: SeatRow): void {
  usage.alsoCountFor(session, [seatScope(project, key), projectScope(project)])
}

const seatScope = (project: string, key: string) => ({ kind: 'seat', name: `${project} ${key}` }) as const
const projectScope = (project: string) => ({ kind: 'project', name: project }) as const

/** What an organisation used in all, also seats that closed long ago. */
export function usedInAll({ usage }: OrgContext, project: string): number {
  return usage.usedBy(projectScope(project)).usd
}

/** Each budget of an organisation with what was spent of it: of each seat a day, of the project a day and in all. */
export function budgetsOf(context: OrgContext, project: string): OrgBudget[] {
  const { rows, usage, clock } = context
  const { agent, day, total } = limitsOf(context, project).budget
  // Wall time: a budget a day is that of a date.
  const today = new Date(clock.now()).setHours(0, 0, 0, 0)
  const scope = projectScope(project)
  return [
    ...(total === undefined
      ? []
      : [{ of: 'project', seat: null, limitUsd: total, spentUsd: usage.usedBy(scope).usd } as const]),
    ...(day === undefined
      ? []
      : [{ of: 'day', seat: null, limitUsd: day, spentUsd: usage.usedBy(scope, today).usd } as const]),
    ...(agent === undefined
      ? []
      : rows.seats.open(project).map(
          ({ key }) =>
            ({
              of: 'agent',
              seat: key,
              limitUsd: agent,
              spentUsd: usage.usedBy(seatScope(project, key), today).usd,
            }) as const,
        )),
  ]
}

/** Holds organisations and seats whose budget is spent, and lets them go on when it is not any more. */
export interface Budgets {
  /** Looks at the budgets of a project again. */
  look(project: string): void
  /** A seat opened while its project is held. */
  holdNew(seat: SeatRow): void
  /** Until when a project as a whole is held, and why; undefined when it is not. */
  held(project: string): HeldRow | undefined
  close(): void
}

export function createBudgets(context: OrgContext): Budgets {
  const { rows, clock, signal } = context
  let cancel: Cancel = () => undefined
  // Before anything is delivered: a hold outlives the daemon.
  for (const held of rows.held.all()) holdSeats(context, held)
  lookLater()
  return {
    look(project) {
      if (signal.aborted) return
      compare(context, project)
      lookLater()
    },
    holdNew(seat) {
      const held = rows.held.get(seat.project, '')
      if (held) context.holdSeat(seat, reasonOf(held))
    },
    held: (project) => rows.held.get(project, ''),
    close: () => cancel(),
  }

  function lookLater(): void {
    cancel()
    if (signal.aborted || rows.held.all().length === 0) return
    cancel = clock.after(lookEvery, () => {
      for (const project of new Set(rows.held.all().map((held) => held.project))) compare(context, project)
      lookLater()
    })
  }
}

/** Holds whose budget is spent, and lets go whose budget has room again. */
function compare(context: OrgContext, project: string): void {
  const { rows } = context
  const spent = budgetsOf(context, project).filter(({ limitUsd, spentUsd }) => spentUsd >= limitUsd)
  // What lasts longest counts for the whole; a seat has one of its own.
  const wanted = new Map(spent.toReversed().map((one) => [one.seat ?? '', one]))
  for (const held of rows.held.of(project)) if (!wanted.has(held.seat)) release(context, held)
  for (const [seat, budget] of wanted) if (!rows.held.get(project, seat)) hold(context, project, budget)
}

function hold(context: OrgContext, project: string, { of, seat, limitUsd }: OrgBudget): void {
  const { rows, clock, log } = context
  const until = of === 'project' ? null : tomorrow(clock.now())
  const held: HeldRow = { project, seat: seat ?? '', budget: of, limitUsd, until, since: clock.now() }
  log.write((append) => {
    rows.held.put(held)
    append({ type: 'org.held', data: { project, seat, budget: of, limitUsd, until } })
    say(context, held, heldWords(held, clock.now()))
  })
  holdSeats(context, held)
}

function release(context: OrgContext, held: HeldRow): void {
  const { project, seat, budget } = held
  const whose = seat === '' ? 'the budget again: the organisation goes on' : `the budget of ${seat} again`
  context.log.write((append) => {
    context.rows.held.remove(project, seat)
    append({ type: 'org.released', data: { project, seat: seat === '' ? null : seat, budget } })
    say(context, held, `There is room in ${whose}.`)
  })
  for (const one of seatsOf(context, held)) context.releaseSeat(one, reasonOf(held))
}

function say(context: OrgContext, { project, seat }: HeldRow, words: string): void {
  if (seat !== '' && seat !== emKey) return tellStandup(context, project, words)
  notice(context, context.channels.byName(`#project-${project}`), words)
}

function holdSeats(context: OrgContext, held: HeldRow): void {
  for (const seat of seatsOf(context, held)) context.holdSeat(seat, reasonOf(held))
}

function seatsOf({ rows }: OrgContext, { project, seat }: HeldRow): SeatRow[] {
  return rows.seats.open(project).filter(({ key }) => seat === '' || key === seat)
}

const reasonOf = ({ seat }: HeldRow): string =>
  seat === '' ? 'the budget of the organisation' : 'its budget'

/** Why an organisation or a seat is held, and until when. */
export function heldWords({ seat, budget, limitUsd, until }: HeldRow, now: number): string {
  const whose = seat === '' ? 'The organisation' : seat
  const span = budget === 'project' ? 'in all' : 'a day'
  const again =
    until === null
      ? 'when its budget is raised (`org.budget`)'
      : `${dayTime(until, now)}, or when it is raised`
  return `${whose} rests: its budget of ${money(limitUsd)} ${span} is spent. Nothing is lost, and it goes on ${again}.`
}

function tomorrow(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0)
}

/** Use was recorded: the budgets of its seat's project are looked at. */
export function onUsage(context: OrgContext, { session }: Event<'usage.recorded'>): void {
  const seat = session && context.rows.seats.lastOfSession(session)
  if (seat) context.lookAtBudgets(seat.project)
}
