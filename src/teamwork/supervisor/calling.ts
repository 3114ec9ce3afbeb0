import type { CallerSeat, Channel, Message, SessionId } from '../../contract/index.ts'
import { mentionsIn } from '../../core/channels/index.ts'
import type { SeatsPort } from '../rooms/index.ts'
import { emKey, type OrgContext } from './context.ts'
import type { SeatRow } from './rows.ts'
import { roomsOf, taskKeyOf } from './seats.ts'
import { readTaskWords } from './task-words.ts'

/** Which seats a message calls: by the name of who has it or had it, directly, or as a person's `TASK:`. */
export function createSeatsPort(context: OrgContext): SeatsPort {
  const { rows } = context
  const isRunning = (project: string): boolean => rows.orgs.get(project)?.stoppedAt === null
  return {
    called(channel, message) {
      const { project } = channel
      const seats =
        channel.kind === 'direct'
          ? directSeats(context, channel.between)
          : project === null
            ? []
            : rows.seats.open(project)
      const isTask =
        channel.kind === 'project' && isFromPerson(message.kind) && message.body.startsWith('TASK:')
      const given = givenTo(context, channel, message)
      return seats
        .filter((seat) => isRunning(seat.project) && seat.restsSince === null && seat.id !== given?.id)
        .map((seat) => ({ seat, names: namesOf(context, seat) }))
        .filter(({ names }) => !names.includes(message.author))
        .filter(
          ({ seat, names }) =>
            channel.kind === 'direct' ||
            (isTask && seat.key === emKey) ||
            (mayBeIn(context, seat, channel) && mentionsIn(message.body, names).length > 0),
        )
        .map(({ seat, names }) => ({ session: seat.session, name: names[0] ?? seat.key }))
    },
    managerOf(project) {
      const seat = isRunning(project) ? rows.seats.byKey(project, emKey) : undefined
      const name = seat && namesOf(context, seat)[0]
      return seat && name !== undefined ? { session: seat.session, name } : undefined
    },
    takesTasks: ({ project }) => project !== null && isRunning(project),
    asker(session) {
      const seat = rows.seats.ofSession(session)
      return seat && { name: askerName(context, seat), isLed: seat.kind !== 'em' }
    },
    named(name) {
      const seat = seatNamed(context, name)
      return seat && namesOf(context, seat)[0]
    },
  }
}

const isFromPerson = (kind: string): boolean => kind === 'person' || kind === 'delegate'

/** Managers and workers have rooms of their own; the engineering manager has all of its project. */
function mayBeIn(context: OrgContext, seat: SeatRow, { channel }: Pick<Channel, 'channel'>): boolean {
  return seat.kind === 'em' || roomsOf(context, seat).some((room) => room.channel === channel)
}

/** The worker whom a manager names in front of a `TASK:` in its room; it gets the task, and is not called besides. */
function givenTo(
  context: OrgContext,
  channel: Channel,
  { author, body }: Pick<Message, 'author' | 'body'>,
): SeatRow | undefined {
  const manager = channel.kind === 'work' ? seatNamed(context, author) : undefined
  if (manager?.kind !== 'manager' || channel.name !== `#work-${manager.key}`) return undefined
  const name = readTaskWords(body, manager.project)?.name
  return name ? workerNamed(context, manager, name) : undefined
}

/** The worker of a manager that has this name, or had it. */
export function workerNamed(context: OrgContext, manager: SeatRow, name: string): SeatRow | undefined {
  const seat = seatNamed(context, name)
  return seat?.lead === manager.id ? seat : undefined
}

function directSeats(context: OrgContext, between: readonly string[]): SeatRow[] {
  return between.flatMap((name) => seatNamed(context, name) ?? [])
}

/** The open seat that somebody of this name has, or had. */
export function seatNamed({ rows }: OrgContext, name: string): SeatRow | undefined {
  const shift = rows.shifts.named(name)
  const seat = shift && rows.seats.get(shift.seat)
  return seat?.closedAt === null ? seat : undefined
}

/** Who had a seat; the one who has it now first. */
export function namesOf({ rows }: OrgContext, seat: SeatRow): string[] {
  const names = rows.shifts.of(seat.id).map(({ name }) => name)
  // A name that went to somebody else is no longer this seat's.
  return names.filter((name, place) => place === 0 || rows.shifts.named(name)?.seat === seat.id)
}

/** How whoever has a seat, or had it, is called where a question is told. */
export function askerName(context: OrgContext, seat: SeatRow): string {
  const [name = seat.key] = namesOf(context, seat)
  return seat.kind === 'em' ? name : `${name} (${taskKeyOf(context, seat)})`
}

/** Who calls from a session, when it is a seat. */
export function callerSeat(context: OrgContext, session: SessionId): CallerSeat | undefined {
  const seat = context.rows.seats.ofSession(session)
  const [name, ...before] = seat ? namesOf(context, seat) : []
  if (!seat || name === undefined) return undefined
  const names = [name, ...before]
  if (seat.kind === 'em') return { name, names, leads: seat.project }
  return { name, names, ...(seat.kind === 'manager' && seat.task !== null ? { manages: seat.task } : {}) }
}
