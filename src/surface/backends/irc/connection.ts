import type { Cancel, Clock } from '../../../platform/clock/index.ts'
import { formatMessage, type IrcMessage } from '../../irc/index.ts'
import { createHandshake, type Greeting, type Handshake, type Login } from './handshake.ts'
import { createMembership, type Membership } from './membership.ts'
import { createProofs, Uncertain, type Proof, type Proofs } from './proofs.ts'
import { createRounds, type Rounds } from './rounds.ts'
import { sayAnswered, type Said } from './saying.ts'
import type { Timing } from './timing.ts'
import { openWire, type Wire, type WirePlace } from './wire.ts'

export interface ConnectionDeps {
  clock: Clock
  place: WirePlace
  login: Login
  timing: Timing
  keyOf: (channel: string) => string | undefined
  onUp: () => void
  onDown: (reason: string) => void
  onMessage: (message: IrcMessage) => void
  /** It came into a channel: everything that is said there from now on is heard. */
  onIn: (channel: string) => void
}

/** Somebody of Iris on the server, who comes back for ever. */
export interface Connection extends Pick<Membership, 'join' | 'part' | 'isIn' | 'problems'> {
  /** What the server said of itself, while connected. */
  greeting(): Greeting | undefined
  /** Why it is not connected. */
  reason(): string
  send(command: string, ...params: string[]): void
  /** Settles once the server has answered it. One at a time; fails with `Uncertain` when the connection ends first. */
  say(said: Said): Promise<Proof>
  /** Another connection of ours heard what this one said. */
  heard(said: { target: string; text: string }): void
  /**
   * Settles once the server has written to everybody what it had taken before this call; fails with `Uncertain` when the
   * connection ends first.
   */
  passedOn(): Promise<void>
  close(): void
}

/** A connection from its first byte to its last. */
interface Life {
  wire: Wire
  handshake: Handshake
  proofs: Proofs
  rounds: Rounds
  isUp: boolean
  heardAt: number
  upAt: number
}

interface State extends ConnectionDeps {
  membership: Membership
  life: Life | undefined
  failures: number
  reason: string
  isClosed: boolean
  count: number
  cancel: Cancel
}

export function createConnection(deps: ConnectionDeps): Connection {
  const send = (command: string, ...params: string[]): void =>
    state.life?.wire.send(formatMessage({ source: undefined, command, params }))
  const membership = createMembership({ ...deps, send })
  const state: State = {
    ...deps,
    membership,
    life: undefined,
    failures: 0,
    reason: 'Not connected yet.',
    isClosed: false,
    count: 0,
    cancel: () => undefined,
  }
  dial(state)
  return {
    ...membership,
    greeting: () => (state.life?.isUp ? state.life.handshake.greeting : undefined),
    reason: () => state.reason,
    send,
    say: (said) => say(state, said),
    heard: (said) => state.life?.proofs.heard(said),
    passedOn: () => passedOn(state),
    close() {
      state.isClosed = true
      state.cancel()
      membership.down()
      if (state.life?.isUp) send('QUIT', 'Iris stops')
      state.life?.wire.end('Iris stops.')
    },
  }
}

function dial(state: State): void {
  const { clock, timing } = state
  const wire = openWire(state.place, {
    onOpen: () => state.life?.handshake.begin(),
    onMessage: (message) => state.life && take(state, state.life, message),
    onEnd: (why) => ended(state, why),
  })
  const handshake = createHandshake(state.login, {
    send: (line) => wire.send(line),
    fail: (why) => wire.end(why),
  })
  const now = clock.steady()
  const rounds = createRounds((token) => wire.send(`PING ${token}`))
  state.life = { wire, handshake, proofs: createProofs(), rounds, isUp: false, heardAt: now, upAt: now }
  state.cancel = clock.after(timing.idleMs, () => look(state))
}

function ended(state: State, why: string): void {
  const { life, clock, timing } = state
  if (!life) return
  state.life = undefined
  state.reason = why
  state.cancel()
  state.membership.down()
  if (life.isUp && clock.steady() - life.upAt >= timing.steadyMs) state.failures = 0
  state.failures += 1
  life.proofs.lose(why)
  life.rounds.lose(why)
  if (state.isClosed) return
  state.cancel = clock.after(retryAfter(timing, state.failures), () => dial(state))
  state.onDown(why)
}

function retryAfter({ firstRetryMs, maxRetryMs }: Timing, failures: number): number {
  const most = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 16))
  // Many connections that were dropped at once do not come back at once.
  return Math.ceil(most * (0.75 + Math.random() / 4))
}

function take(state: State, life: Life, message: IrcMessage): void {
  life.heardAt = state.clock.steady()
  const { command, params } = message
  if (command === 'PING') return life.wire.send(formatMessage({ source: undefined, command: 'PONG', params }))
  if (command === 'ERROR') return life.wire.end(params.at(-1) ?? 'The server ended the connection.')
  life.proofs.take(message)
  life.rounds.take(message)
  if (life.isUp) {
    state.membership.take(message, life.handshake.greeting)
    state.onMessage(message)
  } else if (life.handshake.take(message)) {
    life.isUp = true
    life.upAt = state.clock.steady()
    state.membership.up()
    state.onUp()
  }
}

/** A server that says nothing is asked; one that does not answer is gone. */
function look(state: State): void {
  const { life, clock, timing } = state
  if (!life) return
  const silent = clock.steady() - life.heardAt
  if (silent >= timing.idleMs * 2 || (!life.isUp && silent >= timing.idleMs))
    return life.wire.end('The server does not answer.')
  if (silent >= timing.idleMs) life.wire.send('PING still-there')
  state.cancel = clock.after(timing.idleMs / 2, () => look(state))
}

async function say(state: State, said: Said): Promise<Proof> {
  state.count += 1
  return answered(state, ({ wire, proofs, handshake }) =>
    sayAnswered(said, {
      token: `iris${state.count}`,
      hasLabels: handshake.greeting.capabilities.has('labeled-response'),
      proofs,
      send: (line) => wire.send(line),
    }),
  )
}

/**
 * A server answers who speaks before it has written to everybody else, so that this answer proves nothing when the server
 * is killed then. A question that is put after that answer is answered only when everything before it was written (ADR 132).
 */
function passedOn(state: State): Promise<void> {
  return answered(state, ({ rounds }) => rounds.pass())
}

/** What a server does not answer in time ends the connection, and with it the wait. */
async function answered<T>(state: State, ask: (life: Life) => Promise<T>): Promise<T> {
  const { life, clock, timing } = state
  if (!life?.isUp) throw new Uncertain(state.reason)
  const stop = clock.after(timing.answerMs, () => life.wire.end('The server did not answer in time.'))
  try {
    return await ask(life)
  } finally {
    stop()
  }
}
