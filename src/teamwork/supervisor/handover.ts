import { fence, fencingPrompt, IrisError, toldTask, type Event } from '../../contract/index.ts'
import type { Append } from '../../core/store/index.ts'
import { partsAwaited } from './bringing-in.ts'
import type { OrgContext } from './context.ts'
import { handoffPage, handoffPrompt, lackOf, pageFromLog } from './handoff-page.ts'
import { findSeat, type SeatName } from './pausing.ts'
import { sprintWords } from './recovering.ts'
import type { SeatRow, ShiftRow } from './rows.ts'
import { endShift, startShift, taskKeyOf, tellRooms } from './seats.ts'

/** How often an agent is told to write its handoff before Iris does. */
const maxTries = 2
const maxMarks = 5

/** A handover is due: it is the next turn. */
export function makeDue(
  context: OrgContext,
  seat: SeatRow,
  { reason, percent }: { reason: string; percent: number | null },
): void {
  const { rows, log, clock, sessions } = context
  const shift = rows.shifts.now(seat.id)
  if (!shift || shift.dueAt !== null) return
  log.write((append) => {
    rows.shifts.setDue(shift.id, { at: clock.now(), why: reason })
    const data = { project: seat.project, seat: seat.id, key: seat.key, shift: shift.id, name: shift.name }
    append({ type: 'shift.due', session: seat.session, data: { ...data, reason, percent } })
    if (!sessions.live(seat.session).current) putHandoff(context, seat)
  })
}

/** Goes on with a handover that became due just before a crash. */
export function resumeDue(context: OrgContext, { seat: id, handoff, replacedBy }: ShiftRow): void {
  const { rows, sessions, log } = context
  const seat = rows.seats.get(id)
  if (!seat || handoff !== null || replacedBy !== null || sessions.live(seat.session).current) return
  log.write(() => putHandoff(context, seat))
}

/** Somebody wants a seat handed over. */
export function handOver(context: OrgContext, named: SeatName): string {
  const seat = findSeat(context, named)
  if (seat.pausedAt !== null)
    throw new IrisError('SEAT_STATE_REFUSED', `${seat.key} is paused: let it go on, or replace who has it.`)
  makeDue(context, seat, {
    reason: 'a person asked for it',
    percent: context.gauges.get(seat.session) ?? null,
  })
  return seat.project
}

function putHandoff(context: OrgContext, seat: SeatRow, lack?: string): void {
  const { rows, sessions } = context
  const shift = rows.shifts.now(seat.id)
  if (!shift) return
  const message = handoffPrompt(shift, { branch: branchOf(context, seat), lack })
  const turn = sessions.put({
    session: seat.session,
    message,
    author: 'iris',
    fromSession: null,
    isFirst: true,
  })
  rows.shifts.setHandoff(shift.id, { turn: turn.id, tries: shift.tries + 1 })
}

/** After the turn in which it became due comes the handoff; after the handoff nothing is delivered until it was read. */
export function onTurnEnded(context: OrgContext, { session, turn, data }: Event<'turn.ended'>): void {
  const seat = session && context.rows.seats.ofSession(session)
  const shift = seat && context.rows.shifts.now(seat.id)
  if (!seat || !shift || shift.dueAt === null || shift.replacedBy !== null) return
  if (shift.handoff === null) return putHandoff(context, seat)
  if (shift.handoff !== turn) return
  if (data.retry) context.rows.shifts.setHandoff(shift.id, { turn: data.retry.turn, tries: shift.tries })
  else context.finishSoon(seat.id)
}

/** Whether the agent of a session hands over: its turn is over, and what it works on is not. */
export function isHandingOver({ rows }: OrgContext, session: SeatRow['session']): boolean {
  const seat = rows.seats.ofSession(session)
  const shift = seat && rows.shifts.now(seat.id)
  return shift !== undefined && (shift.handoff !== null || shift.replacedBy !== null)
}

/** Reads the handoff; has it mended once, or writes it; then a successor takes the seat. Safe to do again after a crash. */
export async function finish(context: OrgContext, seat: SeatRow): Promise<void> {
  const { rows, log } = context
  const shift = rows.shifts.now(seat.id)
  if (!shift || (shift.handoff === null && shift.replacedBy === null)) return
  const text = await readHandoff(context, seat, shift)
  const branch = branchOf(context, seat)
  const lack = lackOf(text, branch)
  if (lack !== undefined && shift.tries < maxTries && shift.replacedBy === null)
    return log.write(() => putHandoff(context, seat, lack))
  const isOwn = lack === undefined && text !== undefined
  const page = isOwn ? text : pageFromLog(branch, shift, context.sessions.marks(seat.session, maxMarks))
  if (!isOwn) await writeHandoff(context, seat, { shift, text: page })
  const sprint = seat.kind === 'em' ? await sprintWords(context, seat.project) : ''
  await dropHandoff(context, seat, shift)
  await context.sessions.reboot(seat.session, 'org', (append) =>
    succeed(context, seat, { page, isOwn, sprint, append }),
  )
  context.gauges.delete(seat.session)
}

/** The handoff of somebody who was replaced may still wait; it is not for the successor. */
async function dropHandoff({ sessions }: OrgContext, { session }: SeatRow, shift: ShiftRow): Promise<void> {
  const { handoff } = shift
  if (handoff === null || sessions.turn(handoff).endedAt !== null) return
  if (sessions.live(session).current?.row.id !== handoff) await sessions.drop(session, handoff)
}

async function readHandoff(
  { wiki, logger }: OrgContext,
  seat: SeatRow,
  shift: ShiftRow,
): Promise<string | undefined> {
  try {
    const pages = await wiki.of(seat.project)
    return (await pages.read(handoffPage(shift)))?.text
  } catch (error) {
    logger.warn('a handoff could not be read', { seat: seat.id, err: error })
    return undefined
  }
}

/** A wiki that is away loses nothing: the successor is told the text itself. */
async function writeHandoff(
  { wiki, logger }: OrgContext,
  seat: SeatRow,
  { shift, text }: { shift: ShiftRow; text: string },
): Promise<void> {
  try {
    const pages = await wiki.of(seat.project)
    const page = handoffPage(shift)
    const known = await pages.read(page)
    const by = {
      author: { name: 'irisd', kind: 'agent', task: null },
      why: `Handoff of ${shift.name}`,
    } as const
    await pages.change(page, { do: 'write', text, revision: known?.revision }, by)
    wiki.changed(seat.project)
  } catch (error) {
    logger.warn('a handoff could not be written', { seat: seat.id, err: error })
  }
}

/** What a successor starts from. */
interface Succession {
  page: string
  isOwn: boolean
  sprint: string
}

/** In one transaction with the new conversation: one leaves, the next comes, and its first turn is to read the page. */
function succeed(
  context: OrgContext,
  seat: SeatRow,
  { page, isOwn, sprint, append }: Succession & { append: Append },
): void {
  const { rows, sessions } = context
  const shift = rows.shifts.now(seat.id)
  if (!shift || rows.seats.get(seat.id)?.closedAt !== null) return
  const how = shift.replacedBy === null ? (isOwn ? 'handed_over' : 'written_for') : 'replaced'
  const left = handoffPage(shift)
  tellRooms(context, seat, leavingWords(context, seat, { shift, left }))
  endShift(context, seat, { shift, how, page: left, append })
  const next = startShift(context, seat, append)
  tellRooms(context, seat, `${next.name} takes over from ${shift.name}.`)
  const message = successorPrompt(context, seat, { from: shift.name, left, page, sprint })
  sessions.put({ session: seat.session, message, author: 'iris', fromSession: null, isFirst: true })
}

/** The branch that whoever has a seat works on; undefined for the engineering manager. */
function branchOf(context: OrgContext, seat: SeatRow): string | undefined {
  return seat.task === null ? undefined : `task/${taskKeyOf(context, seat)}`
}

function leavingWords(
  context: OrgContext,
  seat: SeatRow,
  { shift: { name, replacedBy }, left }: { shift: ShiftRow; left: string },
): string {
  const place = seat.kind === 'em' ? '' : ` ${taskKeyOf(context, seat)}`
  return replacedBy === null
    ? `${name} hands${place} over: see [[${left}]].`
    : `${name} was replaced${place && ` in${place}`} by ${replacedBy}: see [[${left}]].`
}

function successorPrompt(
  context: OrgContext,
  seat: SeatRow,
  { from, left, page, sprint }: Omit<Succession, 'isOwn'> & { from: string; left: string },
): string {
  const { tasks } = context
  const awaited = partsAwaited(context, seat.session)
  const goOn =
    seat.task === null
      ? `Read the page Sprint. ${sprint}\n\nThen read what is unread with chat_inbox, do what is due, and go on.`
      : `${toldTask(tasks.get(seat.task))}\n\nIts checkout is your folder, as ${from} left it on the branch task/${tasks.get(seat.task).key}: look at what changed there first. Then go on until the task is done; Iris runs its check and commits for you. When you are done, say in one or two sentences what you did.`
  return [
    `You take over from ${from}, who left this seat. What ${from} left you (the wiki page \`${left}\`):`,
    fencingPrompt,
    fence(page, { most: 40_000 }),
    goOn,
    ...(awaited === null
      ? []
      : [`${awaited} You are told when they are done, and what they did is merged here.`]),
  ].join('\n\n')
}
