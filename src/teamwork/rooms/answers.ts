import { maxMessageBytes, type Channel, type Event, type TurnId } from '../../contract/index.ts'
import type { RoomsContext, Wake } from './context.ts'
import { notice } from './waking.ts'

/** What the turn of a mention came to goes back into its room, in the transaction that ends it. */
export function onTurnEnded(context: RoomsContext, { turn, data }: Event<'turn.ended'>): void {
  const wake = turn && context.wakes.get(turn)
  if (!turn || !wake) return
  if (data.retry) {
    // It is taken up again later: that turn answers.
    context.wakes.put({ ...wake, turn: data.retry.turn })
    return
  }
  const channel = context.channels.get(wake.channel)
  if (channel.archivedAt !== null) return
  if (data.how === 'answered') reply(context, wake, channel)
  else notice(context, channel, `${wake.team} did not answer: ${data.how}. ${data.advice ?? ''}`.trim())
}

function reply(context: RoomsContext, { turn, message, team, channel }: Wake, room: Channel): void {
  const { channels, sessions } = context
  const row = sessions.turn(turn)
  const body = cut(row.answer ?? '')
  if (body.trim() === '' || hasSpoken(context, room, { team, turn, message })) return
  channels.postNow({
    channel,
    author: { name: team, kind: 'agent' },
    body,
    origin: 'daemon',
    replyTo: message,
    turn,
    fromSession: row.session,
  })
}

/** An agent that answered in the room by itself says it only once. */
function hasSpoken(
  { channels }: RoomsContext,
  { channel }: Channel,
  { team, turn, message }: { team: string; turn: TurnId; message: Wake['message'] },
): boolean {
  const since = channels.history(channel, { after: { message }, limit: 200 }).messages
  return since.some((one) => one.author === team && one.origin === 'mcp' && one.turn === turn)
}

function cut(text: string): string {
  return Buffer.byteLength(text) <= maxMessageBytes
    ? text
    : `${text.slice(0, maxMessageBytes / 4)}\n\n… (cut)`
}
