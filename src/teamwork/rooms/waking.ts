import {
  fence,
  fencingPrompt,
  inQuotes,
  whoSaid,
  type Channel,
  type Event,
  type Message,
  type SessionId,
} from '../../contract/index.ts'
import { isPassedOn } from '../orchestrator/index.ts'
import { mayRead } from './access.ts'
import { daemonName } from './author.ts'
import type { RoomsContext, SeatsPort } from './context.ts'

/** What was said shortly before, so that a mention is understood. */
const maxBefore = 6
const maxBeforeChars = 600

const task = 'TASK:'

/** Wakes whom a message calls, in the transaction that posts it: once for each agent, also over a restart. */
export function onPosted(context: RoomsContext, { data }: Event<'message.posted'>): void {
  if (data.form === 'notice' || data.kind === 'daemon') return
  const message = context.channels.message(data.message)
  if (!message) return
  const channel = context.channels.get(data.channel)
  const { teams, seats } = allCalledBy(context, { channel, message, isDirect: data.isDirect })
  if (teams.length + seats.length === 0) return
  if (data.fromSession !== null && isTooFar(context, channel, data.fromSession)) {
    const names = [...teams, ...seats.map(({ name }) => name)].join(', ')
    notice(
      context,
      channel,
      `${names} not woken: agents passed this on too often. A person has to speak first.`,
    )
    return
  }
  const { fromSession } = data
  for (const team of teams) wake(context, { channel, message, team, fromSession })
  for (const { name, session } of seats) wake(context, { channel, message, team: name, session, fromSession })
}

/** Teams and seats that a message calls; a guest calls only where the config lets it. */
function allCalledBy(
  context: RoomsContext,
  { channel, message, isDirect }: { channel: Channel; message: Message; isDirect: boolean },
): { teams: readonly string[]; seats: ReturnType<SeatsPort['called']> } {
  const teams = isCall(message, isDirect) ? calledBy(context, channel, message) : []
  const seats = context.seats.port?.called(channel, message) ?? []
  const isAny = teams.length + seats.length > 0
  return isAny && message.kind === 'guest' && !mayGuestCall(context)
    ? { teams: [], seats: [] }
    : { teams, seats }
}

/** Whether a team can be called by it; most messages call nobody. */
function isCall({ mentions, body }: Message, isDirect: boolean): boolean {
  return mentions.length > 0 || isDirect || body.startsWith(task)
}

/** Only mentions, direct messages and `TASK:` wake, and only who may read the room. */
export function calledBy(
  context: RoomsContext,
  channel: Channel,
  message: Pick<Message, 'author' | 'body' | 'mentions'> & { kind?: Message['kind'] },
): string[] {
  const { teams } = context.config()
  const members = (): string[] => context.channels.members(channel.channel).map(({ name }) => name)
  const isTask =
    message.body.startsWith(task) &&
    message.kind !== 'guest' &&
    context.seats.port?.takesTasks(channel) !== true
  const everyone = channel.kind === 'direct' || isTask
  return [...new Set(everyone ? [...members(), ...message.mentions] : message.mentions)].filter(
    (name) =>
      teams.has(name) && name !== message.author && mayRead(context, { name, kind: 'agent' }, channel),
  )
}

/** A guest of an IRC server wakes agents only where the config lets it, and all guests together only so often. */
function mayGuestCall({ config, rates }: RoomsContext): boolean {
  const { backend, irc } = config().channels
  return backend === 'irc' && irc?.guests === 'call' && rates.takeGuest()
}

/** One count of hops over tells and rooms; a word of a person in the room starts it again. */
export function isTooFar(context: RoomsContext, { channel }: Channel, session: SessionId): boolean {
  const spoke = context.channels.history(channel, { newest: true, limit: 50 }).messages
  const person = spoke.findLast(({ kind }) => kind === 'person' || kind === 'delegate')
  return isPassedOn({ ...context, ...(person ? { resetAt: person.at } : {}) }, session)
}

interface Call {
  channel: Channel
  message: Message
  /** Whose answer is posted. */
  team: string
  /** The session of a seat; a team has one for each room. */
  session?: SessionId
  fromSession: SessionId | null
}

/** Whether it was woken; the room is told why not. */
export function wake(context: RoomsContext, { channel, message, team, session, fromSession }: Call): boolean {
  const { sessions, wakes, log, logger } = context
  try {
    // A part of its own: what fails here does not undo the message.
    log.write(() => {
      const to = session ?? sessions.open(channel.name, team).id
      const text = wordsFor(context, channel, message)
      const turn = sessions.put({ session: to, message: text, author: channel.name, fromSession })
      wakes.put({ turn: turn.id, message: message.message, channel: channel.channel, team })
    })
    return true
  } catch (error) {
    logger.warn('a mention woke nobody', { team, channel: channel.name, err: error })
    notice(context, channel, `${team} could not be woken: its queue is full or its session is gone.`)
    return false
  }
}

/** What Iris tells an agent that was called: who said what where, all of it fenced. */
function wordsFor({ channels }: RoomsContext, channel: Channel, message: Message): string {
  const where =
    channel.kind === 'direct' ? 'in your direct messages' : `in the room ${inQuotes(channel.name)}`
  const range = { before: { seq: message.seq }, limit: maxBefore }
  const before = channels.history(channel.channel, range).messages
  const earlier = before.map(({ author, body }) => `${author}: ${body.slice(0, maxBeforeChars)}`).join('\n')
  return [
    `You were called ${where}. What you answer is posted there as a reply, so answer in a few sentences of Markdown; use chat_read for more of what was said, and chat_send only for other rooms.`,
    fencingPrompt,
    ...(earlier === '' ? [] : [`What was said before:\n${fence(earlier)}`]),
    `${whoSaid(message)} said (${message.message}):\n${fence(message.body)}`,
  ].join('\n\n')
}

/** Something the daemon says in a room; it calls nobody. */
export function notice({ channels }: RoomsContext, { channel, archivedAt }: Channel, body: string): void {
  if (archivedAt !== null) return
  const author = { name: daemonName, kind: 'daemon' } as const
  channels.postNow({ channel, author, body, form: 'notice', origin: 'daemon' })
}
