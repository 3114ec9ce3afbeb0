import { readFileSync } from 'node:fs'
import type { BridgeState, Channel } from '../../../contract/index.ts'
import { isLoopback, type IrcMessage } from '../../irc/index.ts'
import type { Backend, BackendDeps } from '../backend.ts'
import type { IrcContext, IrcSettings } from './context.ts'
import { followRoom, isForServer } from './following.ts'
import { createHeardRows } from './heard.ts'
import { createListening, type Listening } from './listening.ts'
import { channelFor, foldName, nickOf } from './names.ts'
import { createOutbox } from './outbox.ts'
import { createOwnNicks } from './own-nicks.ts'
import { createPace } from './pace.ts'
import { createPast } from './past.ts'
import { createSending } from './sending.ts'
import { createSpeakers, type Speakers } from './speakers.ts'
import { usualTiming, type Timing } from './timing.ts'
import type { WirePlace } from './wire.ts'

const maxProblems = 20

/** The rooms on an IRC server that is there already; SQLite stays their record (ADR 132). */
export function createIrc(deps: BackendDeps, settings: IrcSettings, timing: Timing = usualTiming): Backend {
  const context = contextOf(deps, settings, timing)
  const { channels, logger, outbox } = context
  const past = createPast(context)
  const pace = createPace(deps.clock, settings.flood)
  const listening = createListening(context, {
    past,
    pace,
    tell: (message, text) => tell(context, speakers, { message, text }),
    onSaid: (message) => heardFrom(speakers, message),
    onChange: () => sending.look(),
  })
  const speakers = createSpeakers(context, {
    onDirect: (name, message) => listening.direct(name, message),
    onChange: () => sending.look(),
  })
  const onSaid = (room: Channel): void => followRoom(context, speakers, room)
  const sending = createSending(context, { speakers, past, pace, onSaid })
  let isClosed = false
  const news = channels.news$.subscribe((told) => {
    if (told.kind === 'posted') sending.look()
    else if (told.kind === 'changed') listening.changed(told.channel)
    else if (told.kind !== 'read' && context.listener) followRoom(context, speakers, told.channel)
  })
  return { start, carry: (posted) => carry(context, posted), state, close }

  async function start(): Promise<void> {
    if (isClosed || context.listener) return
    listening.start()
    await deps.rooms.refresh().catch((error: unknown) => logger.warn('rooms were not seen', { err: error }))
    forgetUncarried(context)
    for (const room of channels.list()) followRoom(context, speakers, room)
  }

  function state(): BridgeState {
    const { listener, server } = context
    const isConnected = listener?.greeting() !== undefined
    return {
      backend: 'irc',
      server,
      isConnected,
      since: listening.since(),
      reason: isConnected ? null : (listener?.reason() ?? null),
      ...outbox.counts(),
      connections: Number(isConnected) + speakers.count(),
      problems: isConnected ? problemsOf(context, listening, speakers) : [],
    }
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    news.unsubscribe()
    const ended = sending.close()
    speakers.close()
    context.listener?.close()
    past.fail()
    await ended
  }
}

/** Says it to whoever said something, from whom it was said to. */
function tell(
  { listener }: IrcContext,
  speakers: Speakers,
  { message, text }: { message: IrcMessage; text: string },
): void {
  const nick = nickOf(message)
  const asked = speakers.byNick(message.params[0] ?? '') ?? listener
  if (nick !== undefined) asked?.send('NOTICE', nick, text)
}

/** What one of ours said was heard by another. */
function heardFrom(speakers: Speakers, message: IrcMessage): void {
  const [target = '', text = ''] = message.params
  speakers.byNick(nickOf(message) ?? '')?.heard({ target, text })
}

function contextOf(deps: BackendDeps, settings: IrcSettings, timing: Timing): IrcContext {
  const { sql } = deps
  const place = placeOf(settings)
  return {
    ...deps,
    settings,
    timing,
    place,
    server: `${settings.host}:${place.port}`,
    keyOf: keysOf(settings),
    listener: undefined,
    outbox: createOutbox(sql),
    heard: createHeardRows(sql),
    nicks: createOwnNicks(deps),
    bridged: new Map(),
    isHeard: new Set(),
  }
}

function problemsOf({ listener }: IrcContext, listening: Listening, speakers: Speakers): string[] {
  const all = [...(listener?.problems() ?? []), ...listening.problems(), ...speakers.problems()]
  return all.slice(0, maxProblems)
}

function keysOf({ keys }: IrcSettings): IrcContext['keyOf'] {
  const byChannel = new Map(Object.entries(keys).map(([room, key]) => [foldName(channelFor(room)), key]))
  return (channel) => byChannel.get(foldName(channel))
}

function placeOf({ host, port, tls = !isLoopback(host), ca }: IrcSettings): WirePlace {
  const trusted = ca === undefined ? undefined : readFileSync(ca, 'utf8')
  return { host, tls, port: port ?? (tls ? 6697 : 6667), ca: trusted }
}

/** Puts what was said into the outbox, in the transaction that records it. The oldest of too many is given up. */
function carry(context: IrcContext, { message, number, channel }: Parameters<Backend['carry']>[0]): void {
  const { channels, outbox, log, server, settings, isHeard } = context
  if (isHeard.has(message) || !isForServer(context, channels.get(channel))) return
  outbox.add({ seq: number, message, place: channel })
  for (const old of outbox.beyond(settings.outbox)) {
    const room = channels.list().find(({ channel: id }) => id === old.place)?.name ?? ''
    const reason = `More than ${settings.outbox} messages waited.`
    outbox.giveUp(old.seq, reason)
    log.write((append) =>
      append({ type: 'bridge.gave_up', data: { server, message: old.message, room, reason } }),
    )
  }
}

/** Rooms that the settings no longer name have nothing to say there. */
function forgetUncarried(context: IrcContext): void {
  const { channels, outbox } = context
  for (const room of channels.list().filter((one) => !isForServer(context, one)))
    for (let row = outbox.next(room.channel); row; row = outbox.next(room.channel)) outbox.done(row.seq)
}
