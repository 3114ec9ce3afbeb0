import type { Channel, ChannelId, Message } from '../../../contract/index.ts'
import type { IrcContext } from './context.ts'
import { channelFor, nickOfGuest } from './names.ts'
import type { Waiting } from './outbox.ts'
import type { Pace } from './pace.ts'
import type { Past } from './past.ts'
import { Uncertain } from './proofs.ts'
import type { Speaker, Speakers } from './speakers.ts'
import { again, multilineOf, partsOf, roomFor } from './wording.ts'

const maxRefusals = 3
const refusedMs = 2000

/** Says what waits, each room in its order, each part once the part before it is proved. */
export interface Sending {
  /** Something waits, or somebody can speak who could not. */
  look(): void
  close(): Promise<void>
}

interface State {
  context: IrcContext
  speakers: Speakers
  past: Past
  /** Nothing waits for this room any more. */
  onSaid: (room: Channel) => void
  pace: Pace
  busy: Map<string, Promise<void>>
}

/** A message with where it is to be said, and by whom. */
interface Saying {
  row: Waiting
  room: Channel
  message: Message
  target: string
  speaker: Speaker
}

export function createSending(
  context: IrcContext,
  deps: Pick<State, 'speakers' | 'past' | 'pace' | 'onSaid'>,
): Sending {
  const state: State = { context, ...deps, busy: new Map() }
  return {
    look() {
      if (state.pace.isStopped()) return
      for (const place of context.outbox.places()) if (!state.busy.has(place)) begin(state, place)
    },
    async close() {
      state.pace.stop()
      await Promise.all(state.busy.values())
    },
  }
}

function begin(state: State, place: string): void {
  const work = sayAll(state, place)
    .catch((error: unknown) => state.context.logger.warn('the outbox failed', { place, err: error }))
    .finally(() => state.busy.delete(place))
  state.busy.set(place, work)
}

/** Ends when nothing waits, or nobody can speak: whoever changes that looks again. */
async function sayAll(state: State, place: string): Promise<void> {
  const { outbox, channels } = state.context
  for (let row = outbox.next(place); row && !state.pace.isStopped(); row = outbox.next(place)) {
    // As it was put there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const room = channels.find(place as ChannelId)
    const message = channels.message(row.message)
    if (!room || !message) outbox.done(row.seq)
    else if (!(await sayNext(state, { row, room, message }))) return
    if (room && !outbox.next(place)) state.onSaid(room)
  }
}

/** Says the next part of a message; false when nobody can now. */
async function sayNext(state: State, wanted: Pick<Saying, 'row' | 'room' | 'message'>): Promise<boolean> {
  const { room, message, row } = wanted
  const target = targetOf(room, message)
  if (target === undefined) return giveUp(state, wanted, 'Nobody is there to say it to.')
  const author = { name: message.author, kind: message.kind }
  const speaker = state.speakers.speakerFor(author, room.kind === 'direct' ? undefined : target)
  if (!speaker) return false
  const saying = { ...wanted, target, speaker }
  return state.pace.oneAtATime(speaker.connection, async () => {
    const parts = plannedParts(state, saying)
    const text = parts[row.said]
    if (text === undefined) return finish(state, row)
    const isUncertain = row.sent === row.said
    if (isUncertain && (await wasSaid(state, saying, text))) return proved(state, row, parts)
    await state.pace.allowed(speaker.connection)
    // Whoever went meanwhile was given nothing.
    if (state.pace.isStopped() || !speaker.connection.greeting()) return false
    state.context.outbox.sending(row.seq, row.said, parts)
    return give(state, saying, { parts, text: isUncertain ? marked(text) : text })
  })
}

async function give(
  state: State,
  saying: Saying,
  { parts, text }: { parts: readonly string[]; text: string },
): Promise<boolean> {
  const { row, message, target, speaker } = saying
  try {
    const maxBytes = roomFor({ nick: nickOfSpeaker(speaker), target })
    const plain = message.form === 'notice' ? 'NOTICE' : 'PRIVMSG'
    const how =
      speaker.relayedAs === undefined
        ? ({ command: plain, params: [target] } as const)
        : ({ command: 'RELAYMSG', params: [target, speaker.relayedAs] } as const)
    const proof = await speaker.connection.say({ ...how, text, maxBytes })
    if (proof.isProved) {
      await passedOn(state, speaker)
      return proved(state, row, parts)
    }
    state.context.outbox.refused(row.seq)
    if (speaker.relayedAs !== undefined && row.said === 0) {
      state.speakers.relayRefused(target)
      return true
    }
    if (row.refusals + 1 >= maxRefusals) return giveUp(state, saying, proof.reason)
    await state.pace.pause(refusedMs)
    return true
  } catch (error) {
    // It may have been said. It stays the first of its room until somebody is there again.
    if (error instanceof Uncertain) return false
    throw error
  }
}

/** Asked by the connection of Iris: many servers let one that speaks wait for its next answer. */
async function passedOn({ context: { listener } }: State, { connection }: Speaker): Promise<void> {
  try {
    await (listener ?? connection).passedOn()
  } catch (error) {
    if (!(error instanceof Uncertain)) throw error
    await connection.passedOn()
  }
}

function proved({ context: { outbox } }: State, row: Waiting, parts: readonly string[]): boolean {
  if (row.said + 1 >= parts.length) outbox.done(row.seq)
  else outbox.proved(row.seq, row.said)
  return true
}

function finish({ context: { outbox } }: State, row: Waiting): boolean {
  outbox.done(row.seq)
  return true
}

function giveUp({ context }: State, { row, room }: Pick<Saying, 'row' | 'room'>, reason: string): boolean {
  const { log, logger, outbox, server } = context
  logger.warn('a message was not said on irc', { room: room.name, message: row.message, reason })
  log.write((append) => {
    outbox.giveUp(row.seq, reason)
    append({ type: 'bridge.gave_up', data: { server, message: row.message, room: room.name, reason } })
  })
  return true
}

/** The parts as they were cut when the first was given; before that, as they fit who speaks now. */
function plannedParts({ context }: State, { row, room, message, target, speaker }: Saying): string[] {
  // Written by this folder alone, as a list of texts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (row.said > 0 && row.parts !== null) return JSON.parse(row.parts) as string[]
  const { prefix, connection, relayedAs } = speaker
  const isOwn = prefix === '' && relayedAs === undefined
  return partsOf(message, {
    maxBytes: roomFor({ nick: nickOfSpeaker(speaker), target }),
    prefix,
    maxLines: context.settings.maxLines,
    room: room.name,
    multiline: isOwn ? multilineOf(connection.greeting()?.capabilities) : undefined,
  })
}

function nickOfSpeaker({ connection, relayedAs }: Speaker): string {
  return relayedAs ?? connection.greeting()?.nick ?? ''
}

/** Whether the server's own past has it. */
async function wasSaid({ past }: State, { room, target, speaker }: Saying, text: string): Promise<boolean> {
  if (room.kind === 'direct' || !past.isOffered()) return false
  const nick = nickOfSpeaker(speaker)
  const found = await past.ask(target, 'LATEST', '*', '100')
  return found.some(
    ({ params, source }) =>
      source?.startsWith(`${nick}!`) && (params.at(-1) === text || params.at(-1) === marked(text)),
  )
}

/** It may have been said already: who reads it knows. */
function marked(text: string): string {
  return text.startsWith('\u0001ACTION ') ? text.replace('ACTION ', `ACTION ${again}`) : `${again}${text}`
}

/** The channel of a room; for direct messages the nick of the guest. */
function targetOf(room: Channel, { author }: Message): string | undefined {
  if (room.kind !== 'direct') return channelFor(room.name)
  const other = room.between.find((name) => name !== author)
  return other === undefined ? undefined : nickOfGuest(other)
}
