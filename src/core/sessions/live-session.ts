import type { AgentId, SessionId, TurnEnding, TurnId, WaitingFor } from '../../contract/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import type { AgentEvent, RunningAgent } from '../transport/index.ts'
import type {
  CurrentTurn,
  EndedFor,
  Listening,
  LiveSession,
  Message,
  SessionsContext,
  StartFailure,
  TeammateCall,
  Words,
} from './context.ts'
import type { TurnRow } from './tables/rows.ts'
import { noteWords, noWords } from './listening/words.ts'

const maxEnded = 50
const maxCalls = 200

/** What only this file may do: everybody else reads. */
type Own<T> = { -readonly [Field in keyof T]: T[Field] }
type OwnTurn = Own<CurrentTurn>
type OwnSession = Own<Omit<LiveSession, 'current'>> & { current: OwnTurn | undefined }

/** A session of which nothing is under way. */
export function idleSession(context: SessionsContext, id: SessionId): LiveSession {
  return {
    context,
    id,
    current: undefined,
    isDelivering: false,
    stopsUnderWay: 0,
    waitingFor: null,
    startFailure: undefined,
    cancelRetry: undefined,
    cancelLook: () => undefined,
    isBeingWoken: false,
    listening: undefined,
    ending: Promise.resolve(),
    endedFor: undefined,
    contextPercent: null,
    tidiedAt: context.clock.steady(),
    cancelTidying: () => undefined,
    isWaking: false,
    ended: new Map(),
    calls: new Map(),
    isLetGo: false,
  }
}

/** Whether something may be delivered: nothing runs there or is about to, is being ended, or waits for the next try. */
export function mayDeliver(live: LiveSession): boolean {
  if (live.isDelivering || live.current || live.isWaking || live.stopsUnderWay > 0) return false
  return !live.cancelRetry && !live.context.isPaused()
}

/** Whether a teammate works inside the agent of a session: then the session is busy. */
export function hasTeammates({ context, id }: LiveSession): boolean {
  return context.rows.livingTeammate.get(id) !== undefined
}

/** Whether something goes on in its process: a turn that runs or begins, or the work of a teammate. */
export function isAtWork(live: LiveSession): boolean {
  return live.current !== undefined || live.isWaking || hasTeammates(live)
}

/** Nobody may end its process: a turn runs or begins, an ask waits, or a teammate works inside it. */
export function isBusy(live: LiveSession): boolean {
  return isAtWork(live) || live.context.asks.holding(live.id).length > 0
}

/** One at a time takes the next turn to the agent. */
export async function whileDelivering(live: OwnSession, work: () => Promise<void>): Promise<void> {
  live.isDelivering = true
  try {
    await work()
  } finally {
    live.isDelivering = false
  }
}

/** Keeps the queue of a session still while its turn or its process is being ended. */
export async function whileStopping<T>(live: OwnSession, work: () => Promise<T>): Promise<T> {
  live.stopsUnderWay += 1
  try {
    return await work()
  } finally {
    live.stopsUnderWay -= 1
    live.context.deliverNext(live)
  }
}

/** Keeps its queue still until the hold is given back. */
export function holdQueue(live: OwnSession): () => void {
  let isHeld = true
  live.stopsUnderWay += 1
  return () => {
    if (!isHeld) return
    isHeld = false
    live.stopsUnderWay -= 1
    live.context.deliverNext(live)
  }
}

/** Somebody waits for its process to take input. */
export async function whileBeingWoken(live: OwnSession, work: () => Promise<void>): Promise<void> {
  live.isBeingWoken = true
  try {
    await work()
  } finally {
    live.isBeingWoken = false
  }
}

/** A turn is next and its agent is fetched. */
export function beginFetching(live: OwnSession, row: TurnRow): CurrentTurn {
  return take(live, row, {})
}

/** The agent began a turn that nobody told it. */
export function takeOwnTurn(live: OwnSession, row: TurnRow): CurrentTurn {
  return take(live, row, { begun: true })
}

/** A turn that an agent had when the daemon died. */
export function takeUpTurn(live: OwnSession, row: TurnRow): CurrentTurn {
  return take(live, row, { agent: row.agent ?? undefined, begun: row.begunAt !== null })
}

function take(live: OwnSession, row: TurnRow, more: Partial<CurrentTurn>): CurrentTurn {
  live.current = { ...newTurn(live.context, row), ...more }
  return live.current
}

/** A turn of which nothing has happened yet. */
export function newTurn({ clock }: SessionsContext, row: TurnRow): CurrentTurn {
  return {
    row,
    agent: undefined,
    ...noWords(),
    heardAt: clock.steady(),
    begun: false,
    countsOn: false,
    rehearsed: false,
    stopping: undefined,
    cancelClock: () => undefined,
  }
}

/** An agent has the turn; from now on its silence counts. */
export function give(
  current: OwnTurn,
  to: { agent: AgentId; at: number; startClock: (() => Cancel) | undefined },
): void {
  current.agent = to.agent
  current.heardAt = to.at
  current.cancelClock()
  if (to.startClock) current.cancelClock = to.startClock()
}

/** That it was reached is written down, or could not be. */
export function noteDelivered({ row }: { row: Own<TurnRow> }, at: number | null): void {
  row.deliveredAt = at
}

/** The CLI is at a turn: ours, or one that it began by itself. */
export function noteBegun(live: OwnSession): void {
  if (live.current) live.current.begun = true
  else live.isWaking = true
}

/** What the agent began was not ours: ours is still to begin. */
export function notBegun(current: OwnTurn): void {
  current.begun = false
}

/** As above; what was said so far was said in that turn. */
export function beginAnew(current: OwnTurn): void {
  Object.assign(current, { begun: false, ...noWords() })
}

/** What was said so far, as it was read back. */
export function restoreWords(current: OwnTurn, words: Words): void {
  Object.assign(current, words)
}

/** The agent gave a sign of life. */
export function noteHeard({ current, context }: OwnSession): void {
  if (current) current.heardAt = context.clock.steady()
}

/** What the agent says in the turn; returns the message when one was finished. */
export function hear(live: OwnSession, event: AgentEvent): Message | undefined {
  noteHeard(live)
  return live.current && noteWords(live.current, event)
}

/** The turn is being ended: this is how it ends, whatever its agent makes of it. */
export function noteStopping(current: OwnTurn, how: TurnEnding): void {
  current.stopping = how
}

/** The turn has ended. */
export function noteEnded(live: OwnSession, turn: TurnId): void {
  if (live.current?.row.id !== turn) return
  putBack(live)
  live.waitingFor = null
}

/** The turn has no agent any more and waits in the queue as before. */
export function putBack(live: OwnSession): void {
  live.current?.cancelClock()
  live.current = undefined
}

/** What the next turn of the queue waits for. */
export function noteWaiting(live: OwnSession, what: WaitingFor | null): void {
  live.waitingFor = what
}

/** Its agent does not start; until the next try nothing is delivered. */
export function holdStarts(live: OwnSession, failure: StartFailure, cancelRetry: Cancel): void {
  live.startFailure = failure
  live.cancelRetry?.()
  live.cancelRetry = cancelRetry
}

/** The next try may come. */
export function allowStart(live: OwnSession): void {
  live.cancelRetry?.()
  live.cancelRetry = undefined
}

/** Something started, or nothing is left to start for. */
export function clearStart(live: OwnSession): void {
  allowStart(live)
  live.startFailure = undefined
  if (live.waitingFor === 'agent') live.waitingFor = null
}

/** How to stop looking whether a limit still holds the next turn, once that has begun. */
export function lookAgain(live: OwnSession, cancelLook: Cancel): void {
  live.cancelLook = cancelLook
}

/** The agent is about to begin a turn by itself. */
export function expectTurn(live: OwnSession): void {
  live.isWaking = true
}

/** What it began by itself is over, or never came. */
export function expectNoTurn(live: OwnSession): void {
  live.isWaking = false
}

/** A teammate ended, and whether the agent was notified of it. */
export function addEnded(live: OwnSession, words: string, isNotified: boolean): void {
  const [oldest] = live.ended.keys()
  const isFull = live.ended.size >= maxEnded && oldest !== undefined
  const kept = [...live.ended].filter(([before]) => !isFull || before !== oldest)
  live.ended = new Map(kept).set(words, isNotified)
}

/** These were told to the agent. */
export function removeEnded(live: OwnSession, taken: readonly string[]): void {
  live.ended = new Map([...live.ended].filter(([words]) => !taken.includes(words)))
}

/** A teammate is set to work. */
export function noteCall(live: OwnSession, toolUse: string, call: TeammateCall): void {
  live.calls = new Map(live.calls.size >= maxCalls ? [] : live.calls).set(toolUse, call)
}

/** Whose output is read from now on; what was read before is no longer. */
export function listenTo(live: OwnSession, agent: RunningAgent, position: number): Listening {
  live.listening?.subscription?.unsubscribe()
  live.listening = { agent, position, subscription: undefined }
  return live.listening
}

/** How to stop reading. */
export function noteSubscription(
  listening: Own<Listening>,
  subscription: NonNullable<Listening['subscription']>,
): void {
  listening.subscription = subscription
}

/** How far the output was handed to the log. */
export function notePosition(listening: Own<Listening>, position: number): void {
  listening.position = position
}

/** Iris ends a process. */
export function noteEndedFor(live: OwnSession, agent: AgentId, why: EndedFor): void {
  live.endedFor = { agent, why }
}

/** A new process waits for this too. */
export function noteEnding(live: OwnSession, ended: Promise<unknown>): void {
  live.ending = Promise.all([live.ending, ended])
}

/** How full the context of the agent is. */
export function noteContext(live: OwnSession, percent: number | null): void {
  live.contextPercent = percent
}

/** The context is counted now. */
export function noteTidied(live: OwnSession): void {
  live.tidiedAt = live.context.clock.steady()
}

/** The context will be counted; a count that was to come before will not. */
export function tidyLater(live: OwnSession, cancelTidying: Cancel): void {
  live.cancelTidying = cancelTidying
}

/** Nothing more is done for it here; its agent works on in the pipe. */
export function letGo(live: OwnSession): void {
  live.isLetGo = true
  live.listening?.subscription?.unsubscribe()
  live.current?.cancelClock()
  live.cancelTidying()
  live.cancelRetry?.()
  live.cancelLook()
}
