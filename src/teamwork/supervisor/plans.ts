import { inQuotes, type Event, type SessionId } from '../../contract/index.ts'
import { tellStandup } from './announcing.ts'
import { namesOf } from './calling.ts'
import { limitsOf, type OrgContext } from './context.ts'
import type { PlanRow, SeatRow } from './rows.ts'
import { tellRooms } from './seats.ts'

const page = (key: string): string => `Tasks/${key}`
const maxPlan = 50_000

/** A manager wrote its plan: it is announced, or, where plans are approved, the manager waits from here on. */
export function onPageChanged(context: OrgContext, { data }: Event<'page.changed'>): void {
  const { rows } = context
  const [, key = ''] = /^Tasks\/([^/]+)$/.exec(data.page) ?? []
  const seat = rows.seats.byKey(data.project, key)
  if (seat?.kind !== 'manager' || data.how === 'deleted') return
  if (!namesOf(context, seat).includes(data.author.name)) return
  const known = rows.plans.get(seat.id)
  if (known && known.state !== 'sent_back') return
  const isApproved = limitsOf(context, seat.project).plans === 'approve'
  rows.plans.put({ seat: seat.id, state: isApproved ? 'wanted' : 'announced', ask: null })
  if (!isApproved) tellRooms(context, seat, `The plan of ${key} is on [[${data.page}]].`)
}

/** Whether a manager waits for its plan to be approved: its turn is over, and its task is not. */
export function isPlanOpen({ rows }: OrgContext, session: SessionId): boolean {
  const seat = rows.seats.ofSession(session)
  const state = seat && rows.plans.get(seat.id)?.state
  return state === 'wanted' || state === 'asked'
}

/** Asks the person for every plan that waits, each once. Safe to do again after a crash. */
export async function askForPlans(context: OrgContext): Promise<void> {
  for (const plan of context.rows.plans.wanted()) {
    const seat = context.rows.seats.get(plan.seat)
    if (!seat || seat.closedAt !== null) context.rows.plans.remove(plan.seat)
    else await askForPlan(context, seat, plan)
  }
}

async function askForPlan(context: OrgContext, seat: SeatRow, plan: PlanRow): Promise<void> {
  const { sessions, wiki, log, rows, inbox } = context
  // Who writes on after the plan is stopped: nothing is done before the yes.
  await sessions.cancel(seat.session)
  const pages = await wiki.of(seat.project)
  const text = (await pages.read(page(seat.key)))?.text ?? ''
  const [name = seat.key] = namesOf(context, seat)
  log.write(() => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'plan',
      type: 'blocking',
      text: text.slice(0, maxPlan) || `See the wiki page ${page(seat.key)}.`,
      tags: ['plan', 'approval', seat.key],
      team: rows.orgs.get(seat.project)?.team ?? seat.project,
      caller: seat.key,
      session: seat.session,
    })
    rows.plans.put({ ...plan, state: 'asked', ask: ask.id })
    tellRooms(context, seat, `${name} waits for your yes to the plan [[${page(seat.key)}]].`)
  })
}

/** The manager goes on, or plans again, in the transaction that answers. */
export function onPlanAnswered(context: OrgContext, { data }: Event<'ask.answered'>): void {
  const { rows, sessions } = context
  const plan = rows.plans.byAsk(data.ask)
  const seat = plan && rows.seats.get(plan.seat)
  if (plan?.state !== 'asked' || seat?.closedAt !== null) return
  rows.plans.put({ ...plan, state: data.allow === true ? 'approved' : 'sent_back' })
  const words = context.inbox.view(data.ask).answer?.text
  const said = words ? ` The person said: ${inQuotes(words)}.` : ''
  const message =
    data.allow === true
      ? `Your plan was approved.${said} Go on with the next step.`
      : `Your plan was sent back.${said} Change the page ${page(seat.key)} accordingly, then end your turn; do nothing else before it is approved.`
  sessions.put({ session: seat.session, message, author: 'iris', fromSession: null, isFirst: true })
}

/** What a manager says at the end of a turn is told in the standup by Iris, when it told nothing there itself. */
export function onManagerRests(context: OrgContext, { session, turn, data }: Event<'turn.ended'>): void {
  const { rows, sessions } = context
  const seat = session && rows.seats.ofSession(session)
  if (seat?.kind !== 'manager' || !turn || data.how !== 'answered') return
  const shift = rows.shifts.now(seat.id)
  if (!shift || shift.dueAt !== null || isPlanOpen(context, seat.session)) return
  if (hasPosted(context, seat.project, { name: shift.name, since: sessions.turn(turn).acceptedAt })) return
  const words = data.preview.split('\n', 1)[0]?.slice(0, 200) ?? ''
  tellStandup(context, seat.project, `${shift.name} on ${seat.key}: ${words}`)
}

/** Whether somebody of this name has said something in the standup. */
function hasPosted(
  { channels }: OrgContext,
  project: string,
  { name, since }: { name: string; since: number },
): boolean {
  const room = channels.byName(`#standup-${project}`)?.channel
  const said = room ? channels.history(room, { newest: true, limit: 50 }).messages : []
  return said.some(({ author, at }) => author === name && at >= since)
}
