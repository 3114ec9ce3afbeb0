import type { Cancel } from '../../../platform/clock/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import { createConnection, type Connection } from './connection.ts'
import type { IrcContext } from './context.ts'
import { foldName, nickFor } from './names.ts'

/** Servers let one address have so many connections, or fewer. */
const maxConnections = 50
/** What many servers allow; those that allow less say so when somebody comes in, and cut. */
const maxNick = 30

/** Who speaks on the server, and with which words before each line. */
export interface Speaker {
  connection: Connection
  prefix: string
  /** Under which nick the server passes it on for somebody without a connection. */
  relayedAs?: string
}

/** The connections of agents, each with a nick of its own. */
export interface Speakers {
  /** Has somebody there, in this channel. */
  bring(name: string, channel: string): void
  takeOut(name: string, channel: string): void
  names(): string[]
  /** Whoever can speak for this author in this channel now; undefined while nobody can. */
  speakerFor(author: { name: string; kind: string }, channel: string | undefined): Speaker | undefined
  /** Whose nick this is. */
  byNick(nick: string): Connection | undefined
  /** The server does not relay there: who has no connection is named before each line instead. */
  relayRefused(channel: string): void
  count(): number
  problems(): string[]
  close(): void
}

interface Own {
  name: string
  connection: Connection
  nick: string
  /** It is no longer waited for. */
  isLate: boolean
  cancel: Cancel
}

interface State {
  context: IrcContext
  own: Map<string, Own>
  unrelayed: Set<string>
  hear: { onDirect: (name: string, message: IrcMessage) => void; onChange: () => void }
}

export function createSpeakers(context: IrcContext, hear: State['hear']): Speakers {
  const state: State = { context, own: new Map(), unrelayed: new Set(), hear }
  const all = (): Own[] => [...state.own.values()]
  return {
    bring: (name, channel) => ownOf(state, name)?.connection.join(channel),
    takeOut: (name, channel) => state.own.get(foldName(name))?.connection.part(channel),
    names: () => all().map(({ name }) => name),
    speakerFor: (author, channel) => speakerFor(state, author, channel),
    byNick: (nick) => all().find((mine) => foldName(mine.nick) === foldName(nick))?.connection,
    relayRefused: (channel) => void state.unrelayed.add(foldName(channel)),
    count: () => all().filter(({ connection }) => connection.greeting()).length,
    problems: () =>
      all().flatMap(({ name, connection }) =>
        connection.greeting() ? [] : [`${name}: ${connection.reason()}`],
      ),
    close() {
      for (const { connection, cancel } of all()) {
        cancel()
        connection.close()
      }
    },
  }
}

function speakerFor(
  state: State,
  { name, kind }: { name: string; kind: string },
  channel: string | undefined,
): Speaker | undefined {
  const { listener } = state.context
  const isIn = (one: Connection): boolean =>
    one.greeting() !== undefined && (channel === undefined || one.isIn(channel))
  // Iris itself must hear the room, or it would not know its own words from those of others.
  if (!listener || !isIn(listener)) return undefined
  const mine = kind === 'agent' || kind === 'person' ? ownOf(state, name) : undefined
  if (mine && channel !== undefined) mine.connection.join(channel)
  if (mine && isIn(mine.connection)) return { connection: mine.connection, prefix: '' }
  if (mine && !mine.isLate) return undefined
  return throughIris(state, listener, { name, channel })
}

/** The connection of Iris speaks for itself, for the daemon, and for whoever has none. */
function throughIris(
  { context: { settings }, unrelayed }: State,
  connection: Connection,
  { name, channel }: { name: string; channel: string | undefined },
): Speaker {
  if (name === 'iris' || name === 'irisd') return { connection, prefix: '' }
  const relays = connection.greeting()?.capabilities.get('draft/relaymsg')
  const isRelayed =
    settings.identity === 'relaymsg' && channel !== undefined && !unrelayed.has(foldName(channel))
  if (relays === undefined || !isRelayed) return { connection, prefix: `<${name}> ` }
  const nick = nickFor(name, { style: settings.nicks, max: maxNick })
  return { connection, prefix: '', relayedAs: `${nick}${relays.slice(0, 1) || '/'}iris` }
}

function ownOf(state: State, name: string): Own | undefined {
  const { context, own } = state
  if (context.settings.identity !== 'connection') return undefined
  return own.get(foldName(name)) ?? (own.size < maxConnections ? open(state, name) : undefined)
}

function open(state: State, name: string): Own {
  const { context, hear } = state
  const { clock, place, timing, settings, nicks, keyOf } = context
  const nick = nickFor(name, { style: settings.nicks, max: maxNick })
  const { password, accounts } = settings
  const own = Object.hasOwn(accounts, name) ? accounts[name] : undefined
  const account = own === undefined ? undefined : { name: nick, password: own }
  const login = { nick, realname: `${name}, an agent of Iris`, password, account }
  const connection = createConnection({
    clock,
    place,
    timing,
    login,
    keyOf,
    onUp() {
      made.cancel()
      made.isLate = false
      made.nick = connection.greeting()?.nick ?? nick
      nicks.add(made.nick)
      hear.onChange()
    },
    onDown() {
      nicks.left(made.nick)
      waitFor(state, made)
      hear.onChange()
    },
    onIn: () => hear.onChange(),
    onMessage: (message) => take(state, made, message),
  })
  const made: Own = { name, nick, isLate: false, cancel: () => undefined, connection }
  state.own.set(foldName(name), made)
  waitFor(state, made)
  return made
}

function waitFor({ context: { clock, timing }, hear }: State, mine: Own): void {
  mine.cancel()
  if (mine.isLate) return
  mine.cancel = clock.after(timing.lateMs, () => {
    mine.isLate = true
    hear.onChange()
  })
}

function take({ context: { nicks }, hear }: State, mine: Own, message: IrcMessage): void {
  const nick = mine.connection.greeting()?.nick ?? ''
  if (nick !== mine.nick) {
    nicks.left(mine.nick)
    nicks.add(nick)
    mine.nick = nick
  }
  const isSaid = message.command === 'PRIVMSG' || message.command === 'NOTICE'
  if (isSaid && foldName(message.params[0] ?? '') === foldName(nick)) hear.onDirect(mine.name, message)
}
