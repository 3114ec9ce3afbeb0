import { IrisError, type Caller, type Channel, type Message, type MessageId } from '../../contract/index.ts'
import type { Author } from '../../core/channels/index.ts'
import { mayRead, readableBy, roomOf } from './access.ts'
import { answerIn, isAnswer } from './answer-command.ts'
import { authorOf } from './author.ts'
import type { RoomsContext, RoomsDeps, SeatsPort, Wake } from './context.ts'
import { isPriority, prioritizeIn } from './priority-command.ts'
import { createRates } from './rates.ts'
import { refreshTopology } from './topology.ts'
import { calledBy, isTooFar } from './waking.ts'

/** What somebody says in a room. */
interface Said {
  body: string
  origin: 'http' | 'mcp' | 'irc'
  form?: 'message' | 'action' | 'notice'
  replyTo?: MessageId | undefined
  /** Its id, chosen by who says it. */
  message?: MessageId | undefined
}

/** Rooms as a caller has them: what it may read, and what it says under the guards. Every door goes through here. */
export interface Rooms {
  context: RoomsContext
  authorOf(caller: Caller): Author
  mayRead(caller: Caller, channel: Channel): boolean
  readable(caller: Caller): Channel[]
  /** By id, `#name` or `@somebody`; who may not read it learns nothing of it. */
  roomOf(caller: Caller, named: string): Channel
  /** Makes the rooms of the projects of all teams, as far as there are none yet. */
  refresh(): Promise<void>
  /** Has messages wake the seats of organisations too. */
  alsoWakes(seats: SeatsPort): void
  /** Posts what a caller says, if it may and is not too fast; resolves once it is committed. Commands are done instead. */
  say(caller: Caller, channel: Channel, said: Said): Promise<Message>
}

export function createRooms(deps: RoomsDeps): Rooms {
  const context: RoomsContext = { ...deps, rates: createRates(deps.clock), seats: {}, wakes: wakeRows(deps) }
  const author = (caller: Caller) => authorOf(caller, deps.config().teams)
  return {
    context,
    authorOf: author,
    mayRead: (caller, channel) => mayRead(context, caller, channel),
    readable: (caller) => readableBy(context, caller),
    roomOf: (caller, named) => roomOf(context, caller, named),
    refresh: () => refreshTopology(context),
    alsoWakes: (seats) => void (context.seats.port = seats),
    async say(caller, channel, said) {
      if (!mayRead(context, caller, channel))
        throw new IrisError('CHANNEL_UNKNOWN', `There is no room ${channel.name}.`)
      if (isAnswer(said.body)) return answerIn(context, { caller, channel, body: said.body })
      if (isPriority(said.body)) return prioritizeIn(context, { caller, channel, body: said.body })
      context.rates.take(author(caller))
      refuseHops(context, caller, { channel, said })
      return deps.channels.post(toPost(context, caller, { channel, said }))
    },
  }
}

interface Saying {
  channel: Channel
  said: Said
}

function toPost(
  { sessions, config }: RoomsContext,
  caller: Caller,
  { channel: { channel }, said }: Saying,
): Parameters<RoomsContext['channels']['post']>[0] {
  const { session: fromSession } = caller
  const turn = fromSession && sessions.live(fromSession).current?.row.id
  const { body, origin, form = 'message', replyTo, message } = said
  return {
    channel,
    author: authorOf(caller, config().teams),
    body,
    origin,
    form,
    ...(replyTo ? { replyTo } : {}),
    ...(message ? { message } : {}),
    ...(fromSession ? { fromSession } : {}),
    ...(turn ? { turn } : {}),
  }
}

/** An agent that would wake others once too often is told so, and says nothing. */
function refuseHops(context: RoomsContext, caller: Caller, { channel, said }: Saying): void {
  const { session } = caller
  if (!session || !isTooFar(context, channel, session)) return
  const names = context.channels.mentionedIn(
    channel.channel,
    authorOf(caller, context.config().teams),
    said.body,
  )
  if (calledBy(context, channel, { author: caller.name, body: said.body, mentions: names }).length === 0)
    return
  const { hopLimit } = context.config().agent
  throw new IrisError('CHAT_HOPS', `This was passed on ${hopLimit} times without a word from a person.`)
}

function wakeRows({ sql }: RoomsDeps): RoomsContext['wakes'] {
  const put = sql.prepare('INSERT INTO room_wake (turn, message, channel, team) VALUES (?, ?, ?, ?)')
  const get = sql.prepare<Wake>('SELECT turn, message, channel, team FROM room_wake WHERE turn = ?')
  return {
    put: ({ turn, message, channel, team }) => void put.run(turn, message, channel, team),
    get: (turn) => get.get(turn),
  }
}
