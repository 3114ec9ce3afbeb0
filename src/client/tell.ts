import type {
  AskId,
  AskKind,
  CallInput,
  CallName,
  CallOutput,
  EventEnvelope,
  TellOutcome,
  TellStatus,
  TurnId,
  WaitingFor,
} from '../contract/plain.ts'
import type { EventStreamOptions } from './event-stream.ts'
import { untilReached } from './reaching.ts'
import { createSpoken, type ToolUse } from './spoken.ts'

/** What to tell whom. Aborting the signal ends the following, not the turn. */
export interface TellInput extends Pick<EventStreamOptions, 'signal' | 'onState'> {
  to: string
  message: string
  fromTeam?: string
}

/** A step of a tell, in the order it happens; the first is the receipt, the last the end. */
export type TellStep =
  | { kind: 'receipt'; outcome: TellOutcome }
  | { kind: 'state'; status: TellStatus; waitingFor: WaitingFor | null; reason?: string }
  | { kind: 'ask'; ask: AskId; text: string }
  | { kind: 'text'; text: string }
  | ({ kind: 'use' } & ToolUse)
  | { kind: 'end'; outcome: TellOutcome }

interface Daemon {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  events(options: EventStreamOptions): AsyncGenerator<EventEnvelope, void, undefined>
}

/** Puts a message to a team and follows its turn to the end. A lost connection is taken up again; nothing is told twice. */
export async function* followTell(
  daemon: Daemon,
  input: TellInput,
): AsyncGenerator<TellStep, void, undefined> {
  const { to, message, fromTeam, signal, onState } = input
  const { events: after } = await daemon.call('getStatus', {})
  const receipt = await daemon.call('tellTeam', {
    to,
    message,
    timeout: -1,
    waits: true,
    ...(fromTeam ? { fromTeam } : {}),
  })
  yield { kind: 'receipt', outcome: receipt }
  const { session, turn } = receipt
  const spoken = createSpoken()
  const stream = { after, session, ...(signal ? { signal } : {}), ...(onState ? { onState } : {}) }
  for await (const event of daemon.events(stream)) {
    if (event.turn !== turn) continue
    if (event.type === 'turn.ended') {
      yield { kind: 'end', outcome: await untilReached(() => outcomeOf(daemon, turn), signal) }
      return
    }
    yield* stepsIn(event, spoken)
  }
}

function stepsIn(event: EventEnvelope, spoken: ReturnType<typeof createSpoken>): TellStep[] {
  switch (event.type) {
    case 'agent.printed': {
      const { text, uses } = spoken.add(field(event, 'line') ?? '')
      const said: TellStep[] = text === '' ? [] : [{ kind: 'text', text }]
      return [...said, ...uses.map(({ tool, input }) => ({ kind: 'use' as const, tool, input }))]
    }
    case 'turn.delivered':
    case 'turn.resumed':
    case 'ask.answered':
    case 'ask.dismissed':
    case 'ask.withdrawn':
      return [{ kind: 'state', status: 'delivered', waitingFor: null }]
    case 'turn.waiting':
      return waiting(event)
    case 'ask.opened':
      return asking(event)
    default:
      return []
  }
}

function waiting(event: EventEnvelope): TellStep[] {
  // The daemon wrote this event with the schema of its type; both ends ship in one package.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const waitingFor = field(event, 'for') as WaitingFor
  const reason = field(event, 'reason')
  return [{ kind: 'state', status: 'queued', waitingFor, ...(reason && { reason }) }]
}

async function outcomeOf(daemon: Daemon, turn: TurnId): Promise<TellOutcome> {
  const ended = await daemon.call('getTurn', { turn })
  return {
    status: ended.how ?? 'delivered',
    turn,
    session: ended.session,
    from: ended.from,
    to: ended.to,
    text: ended.answer ?? '',
    final: ended.final,
    cut: ended.cut,
    waitingFor: null,
    ask: null,
    advice: ended.advice,
    rehearsed: ended.rehearsed,
    durationMs: (ended.endedAt ?? ended.acceptedAt) - ended.acceptedAt,
    queuedMs: (ended.deliveredAt ?? ended.endedAt ?? ended.acceptedAt) - ended.acceptedAt,
    waitedMs: ended.waitedMs,
  }
}

/** Only an ask for which the agent stands still stops the turn. */
function asking(event: EventEnvelope): TellStep[] {
  const { data } = event
  const holds = typeof data === 'object' && data !== null && 'holds' in data && data.holds === true
  if (!holds) return []
  // As above: written with its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kind = field(event, 'kind') as AskKind
  const status = kind === 'permission' ? 'needs_permission' : 'needs_answer'
  return [
    { kind: 'state', status, waitingFor: kind },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    { kind: 'ask', ask: field(event, 'ask') as AskId, text: field(event, 'text') ?? '' },
  ]
}

function field({ data }: EventEnvelope, key: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const value: unknown = Object.entries(data).find(([name]) => name === key)?.[1]
  return typeof value === 'string' ? value : undefined
}
