import type { Capability } from './capabilities.ts'
import { createFormat, type Extras, type Format, type Outgoing } from './outgoing.ts'
import type { World } from './world.ts'
import type { Session, Wire } from './presence.ts'

export function createSession(wire: Wire): Session {
  return {
    wire,
    capabilities: new Set(),
    version: 301,
    isNegotiating: false,
    wanted: {},
    login: undefined,
    account: undefined,
    user: undefined,
    batch: undefined,
    answer: undefined,
    batches: 0,
    client: '',
    shownBefore: undefined,
    queuedUpTo: 0,
    sentUpTo: 0,
    seenUpTo: 0,
    replayedUpTo: new WeakMap(),
    askedAt: undefined,
    cancelAsking: undefined,
    isClosed: false,
  }
}

/** The name by which a client is addressed. */
export function addressOf(session: Session): string {
  return session.user?.nick ?? '*'
}

export function has(session: Session, capability: Capability): boolean {
  return session.capabilities.has(capability)
}

/** Sends to one client. What it is sent while its own labelled command is carried out belongs to the answer. */
export function send(world: World, session: Session, message: Outgoing & { extras?: Extras }): void {
  sendFormatted(world, session, {
    format: createFormat(message, world.clock.now()),
    extras: message.extras ?? {},
  })
}

/** The same for a line that is formatted already. */
export function sendFormatted(
  world: World,
  session: Session,
  line: { format: Format; extras: Extras },
): void {
  if (session.isClosed) return
  if (session.answer && world.acting === session) session.answer.push(line)
  else session.wire.write(line.format(session.capabilities, line.extras))
}

/** Sends the same to many clients; it is formatted once for all that see the same of it. */
export function sendAll(world: World, sessions: Iterable<Session>, message: Outgoing): void {
  const format = createFormat(message, world.clock.now())
  for (const session of sessions) sendFormatted(world, session, { format, extras: {} })
}

/** The message of this number is on its way to the client, or is its own. */
export function noteSent(world: World, session: Session, seq: number): void {
  if (seq <= session.queuedUpTo) return
  session.queuedUpTo = seq
  world.shown.note(session)
}

/** A client that says something is alive, and has what it was sent before. */
export function noteHeard(session: Session): void {
  session.seenUpTo = session.sentUpTo
  session.askedAt = undefined
}

/** What is sent meanwhile is no answer: it reaches the client as if it came from another. */
export function passing(session: Session, work: () => void): void {
  const { answer } = session
  session.answer = undefined
  work()
  session.answer = answer
}

/** A numbered reply of the server. */
export function reply(world: World, session: Session, [code, ...params]: readonly string[]): void {
  send(world, session, {
    source: world.settings.name,
    command: code ?? '',
    params: [addressOf(session), ...params],
  })
}

/** A failure that is told by a word: of the command, with what it was about. */
export function fail(world: World, session: Session, params: readonly string[]): void {
  send(world, session, { source: world.settings.name, command: 'FAIL', params })
}

/** A new name for a batch to this client. */
export function nextBatch(session: Session): string {
  session.batches += 1
  return session.batches.toString(36)
}

/** Carries out a labelled command and sends its answer as one. */
export function answering(world: World, session: Session, label: string): () => void {
  session.answer = []
  return () => {
    const lines = session.answer ?? []
    session.answer = undefined
    if (session.isClosed) return
    for (const { format, extras } of labelled(world, session, { lines, label }))
      session.wire.write(format(session.capabilities, extras))
  }
}

type Lines = { format: Format; extras: Extras }[]

function labelled(world: World, session: Session, { lines, label }: { lines: Lines; label: string }): Lines {
  const [first, ...rest] = lines
  const own = (command: string, params: string[]): Format =>
    createFormat({ source: world.settings.name, command, params }, world.clock.now())
  if (!first) return [{ format: own('ACK', []), extras: { label } }]
  const isOneBatch = first.extras.opens !== undefined && lines.at(-1)?.extras.closes === first.extras.opens
  if (rest.length === 0 || isOneBatch) return [{ ...first, extras: { ...first.extras, label } }, ...rest]
  const batch = nextBatch(session)
  return [
    { format: own('BATCH', [`+${batch}`, 'labeled-response']), extras: { label } },
    ...lines.map(({ format, extras }) => ({ format, extras: { ...extras, batch: extras.batch ?? batch } })),
    { format: own('BATCH', [`-${batch}`]), extras: {} },
  ]
}
