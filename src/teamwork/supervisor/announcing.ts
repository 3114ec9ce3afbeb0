import type { Channel } from '../../contract/index.ts'
import { daemonName } from '../rooms/index.ts'
import { emKey, type OrgContext } from './context.ts'
import type { DispatchRow, SeatRow } from './rows.ts'

/** Something the daemon says in a room; it calls nobody. */
export function notice(
  { channels }: Pick<OrgContext, 'channels'>,
  room: Channel | undefined,
  body: string,
): void {
  if (!room || room.archivedAt !== null) return
  const author = { name: daemonName, kind: 'daemon' } as const
  channels.postNow({ channel: room.channel, author, body, form: 'notice', origin: 'daemon' })
}

/** Says something in the standup of a project. */
export function tellStandup(context: OrgContext, project: string, body: string): void {
  notice(context, context.channels.byName(`#standup-${project}`), body)
}

type Given = Pick<DispatchRow, 'project' | 'lead'>

/** Says something in the room in which a task was given out: the standup, or that of a manager. */
export function tellRoomOf(context: OrgContext, { project, lead }: Given, body: string): void {
  const seat = lead === null ? undefined : context.rows.seats.get(lead)
  if (seat) notice(context, context.channels.byName(`#work-${seat.key}`), body)
  else tellStandup(context, project, body)
}

/** Wakes whoever gave a task out with news of it, in the transaction that brings them. */
export function wakeGiver(context: OrgContext, { project, lead }: Given, message: string): void {
  wake(
    context,
    lead === null ? context.rows.seats.byKey(project, emKey) : context.rows.seats.get(lead),
    message,
  )
}

/** Wakes the engineering manager with news, in the transaction that brings them. */
export function wakeEm(context: OrgContext, project: string, message: string): void {
  wakeGiver(context, { project, lead: null }, message)
}

function wake(context: OrgContext, seat: SeatRow | undefined, message: string): void {
  const { rows, sessions, logger, log } = context
  if (seat?.closedAt !== null || rows.orgs.get(seat.project)?.stoppedAt !== null) return
  try {
    // A part of its own: what fails here does not undo what happened.
    log.write(() => sessions.put({ session: seat.session, message, author: 'iris', fromSession: null }))
  } catch (error) {
    logger.warn('a seat was not woken', { project: seat.project, seat: seat.key, err: error })
  }
}
