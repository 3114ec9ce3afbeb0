import { inQuotes, type Channel, type Event, type SessionId, type TurnId } from '../../contract/index.ts'
import { asBlock } from './blocks.ts'
import type { RoomsContext } from './context.ts'
import { notice } from './waking.ts'

/** What somebody on a task is told, or tells another team, is said in the room of the task too; it wakes nobody. */
export function mirrorTell(context: RoomsContext, { turn, data }: Event<'turn.accepted'>): void {
  if (!context.config().channels.mirrorTells || !turn || data.retryOf) return
  const room = roomOfTurn(context, turn)
  if (!room) return
  const { message } = context.sessions.turn(turn)
  notice(context, room, `${inQuotes(data.from)} told ${inQuotes(data.to)}:\n\n${asBlock(message)}`)
}

/** And what came of it. */
export function mirrorAnswer(context: RoomsContext, { turn, data }: Event<'turn.ended'>): void {
  if (!context.config().channels.mirrorTells || !turn || data.retry) return
  const room = roomOfTurn(context, turn)
  if (!room) return
  const { session, answer } = context.sessions.turn(turn)
  const { team, caller } = context.sessions.byId(session)
  const who = `${inQuotes(team)} ${data.how === 'answered' ? 'answered' : `ended (${data.how}) for`} ${inQuotes(caller)}`
  const words = (answer ?? '').trim()
  notice(context, room, words === '' ? `${who}.` : `${who}:\n\n${asBlock(words)}`)
}

/** The room of the task that a turn is about: that of who was told, or of who told it. */
function roomOfTurn({ sessions, channels }: RoomsContext, turn: TurnId): Channel | undefined {
  const { session, fromSession } = sessions.turn(turn)
  const keyOf = (id: SessionId | null): string | undefined =>
    id === null ? undefined : /^task\/(.+)$/.exec(sessions.byId(id).caller)?.[1]
  const key = keyOf(session) ?? keyOf(fromSession)
  return key === undefined ? undefined : channels.byName(`#work-${key}`)
}
