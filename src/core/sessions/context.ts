import type { Subject, Subscription } from 'rxjs'
import type {
  AgentId,
  SessionId,
  TellStatus,
  TurnEnding,
  TurnId,
  WaitingFor,
  TurnWriting,
} from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Settings, Team } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { AskRow, Asks, PolicyAnswer } from '../inbox/index.ts'
import type { Pool } from '../pool/index.ts'
import type { Append, EventLog } from '../store/index.ts'
import type { AgentEvent, AgentLine, Conversation, RunningAgent } from '../transport/index.ts'
import type { Usage } from '../usage/index.ts'
import type { AgentRow, SessionRow, TurnRow } from './tables/rows.ts'
import type { Rows } from './tables/statements.ts'

/** A change of state that belongs into the same transaction as its line; returns what to do after the commit. */
export type Effect = (append: Append) => (() => void) | undefined

/** A step of a tell from one session to another. */
export interface Told {
  turn: TurnRow
  step: 'put' | { ended: TurnEnding; text: string; isAwaited: boolean }
}

/** What a watcher of a turn is shown. */
export type TurnProgress =
  | { kind: 'state'; status: TellStatus; waitingFor: WaitingFor | null }
  | { kind: 'asked'; ask: AskRow }
  | { kind: 'line'; line: AgentLine }

/** What an agent did in a session, as it is heard. */
export interface HeardEvent {
  session: SessionId
  event: AgentEvent
}

/** Something the agent said, with the number of the line that has it once that is recorded. */
export interface Message {
  text: string
  seq: number | null
}

/** The words of one turn. */
export interface Words {
  /** What was said, how many characters that is, and the message that is still being written. */
  said: Message[]
  chars: number
  partial: string
  /** Whether this CLI goes on counting cost where a resumed conversation left off. */
  countsOn: boolean
  rehearsed: boolean
}

/** The turn a session is at, from when its agent is fetched until it ends. */
export interface CurrentTurn extends Readonly<Words> {
  readonly row: Readonly<TurnRow>
  /** To whom it was given; undefined while its agent is fetched. */
  readonly agent: AgentId | undefined
  /** When the agent was last heard, by the steady clock, for the response clock. */
  readonly heardAt: number
  /** Whether the agent has begun this turn. */
  readonly begun: boolean
  /** How the turn ends when the interrupt we sent takes effect. */
  readonly stopping: TurnEnding | undefined
  readonly cancelClock: Cancel
}

/** The reading of one agent's output. */
export interface Listening {
  readonly agent: RunningAgent
  /** The end of the last line handed to the log; the next line is recorded only if that one was. */
  readonly position: number
  readonly subscription: Subscription | undefined
}

/** Why the agent of a session does not start: from the first failure until one has begun a turn. */
export interface StartFailure {
  reason: string
  advice: string
  since: number
  tries: number
  /** The turn that was to begin. */
  turn: TurnId
  /** How many processes ran in vain for it; what could not even be started is no fault of the turn and does not count. */
  starts: number
}

/** Why Iris ended a process. */
export type EndedFor = 'room' | 'idle' | 'stopped' | 'silent' | 'settings'

/** What the call that sets a teammate to work says of it. */
export interface TeammateCall {
  name: string | null
  isBackground: boolean
}

/**
 * What a session is doing right now; everything here can be rebuilt from the tables and the pipe. It is read anywhere
 * and changed only by the functions of live-session.ts.
 */
export interface LiveSession {
  readonly context: SessionsContext
  readonly id: SessionId
  readonly current: CurrentTurn | undefined
  readonly isDelivering: boolean
  /** How many are ending its turn or process at the moment; until they are done nothing is delivered. */
  readonly stopsUnderWay: number
  readonly waitingFor: WaitingFor | null
  /** Why its agent does not start, while it does not; nothing is delivered before the next try. */
  readonly startFailure: StartFailure | undefined
  readonly cancelRetry: Cancel | undefined
  /** Stops looking whether a limit still holds its next turn. */
  readonly cancelLook: Cancel
  /** Somebody wakes it and waits for its process to take input. */
  readonly isBeingWoken: boolean
  readonly listening: Listening | undefined
  /** The end of the former process, which a new one must wait for. */
  readonly ending: Promise<unknown>
  /** Which process Iris ended last, and why. */
  readonly endedFor: { agent: AgentId; why: EndedFor } | undefined
  /** How full the agent's context was when it last rested. */
  readonly contextPercent: number | null
  /** When that was asked for, or when this began, by the steady clock. */
  readonly tidiedAt: number
  readonly cancelTidying: Cancel
  /** The agent has begun a turn that nobody told it, or is about to; until its result nothing is delivered. */
  readonly isWaking: boolean
  /** Which teammates ended since the last turn, in words, and whether the agent was notified: they wake it. */
  readonly ended: ReadonlyMap<string, boolean>
  readonly calls: ReadonlyMap<string, TeammateCall>
  /** Nothing more is done for it here: it is removed, or the daemon stops. */
  readonly isLetGo: boolean
}

/** All agents the pipe has, running or not, with their pids; null when the pipe died before it knew. */
export type KnownAgents = ReadonlyMap<string, number | null>

/** What the functions of this folder work with. */
export interface SessionsContext {
  log: EventLog
  rows: Rows
  clock: Clock
  pool: Pool
  usage: Usage
  asks: Asks
  logger: Logger
  settings: () => Settings
  team: (name: string) => Team | undefined
  /** Rejects when the folder or the CLI of a team is not there. */
  present: (team: Team) => Promise<void>
  /** What the config gives an agent of this team at its start, as a keyed hash. */
  settingsOf: (team: Team) => string
  /** Where a folder really is, links followed, as far as that is known. */
  realOf: (folder: string) => string
  /** Starts a process for a session; resolves when it runs. */
  launch: (input: {
    id: AgentId
    session: SessionRow
    team: Team
    conversation: Conversation
  }) => Promise<{ agent: RunningAgent; pid: number | null }>
  attach: (row: AgentRow) => RunningAgent
  known: () => Promise<KnownAgents>
  /** What the agent of a session may or may not do for its duty, whatever its team says; undefined where its team decides. */
  permits: (session: SessionRow, asked: { tool: string; input: unknown }) => PolicyAnswer | undefined
  /** Passes an ask to the session of the caller; told when the mode is `forward`. */
  onForward: (ask: AskRow) => void
  /** Hears of tells from session to session, in the transaction that records each step. */
  onTold: (told: Told, append: Append) => void
  live: (session: SessionId) => LiveSession
  watchers: Map<TurnId, Subject<TurnProgress>>
  /** What agents write, piece by piece. */
  writing: Subject<TurnWriting>
  /** What agents say, do and are told by their tools, each line once. */
  heard: Subject<HeardEvent>
  /** Before recovery and while closing nothing is started. */
  isPaused: () => boolean
  /** The exit of an agent is recorded; its spool may go. */
  forget: (agent: AgentId) => void
  /** What an agent printed before an offset is recorded; the pipe need not keep it. */
  trim: (agent: AgentId, before: number) => void
  /** Ends an agent in the pipe that no session knows; resolves with whether it is gone, rejects when the pipe cannot say. */
  drop: (agent: string) => Promise<boolean>
  /** Takes the next queued turn of a session to its agent, if nothing runs there. Safe to call at any time. */
  deliverNext: (live: LiveSession) => void
}

/** What sessions are given: storage, time, config, and the ways to start and find agents. */
export interface SessionDeps extends Pick<
  SessionsContext,
  | 'log'
  | 'clock'
  | 'usage'
  | 'asks'
  | 'logger'
  | 'team'
  | 'present'
  | 'settingsOf'
  | 'realOf'
  | 'launch'
  | 'attach'
  | 'known'
  | 'forget'
  | 'trim'
  | 'drop'
  | 'permits'
  | 'onForward'
  | 'onTold'
> {
  sql: Sql
  settings: () => Settings
}

/** The row of a session that is there. */
export function sessionOf({ context, id }: LiveSession): SessionRow {
  const row = context.rows.sessionById.get(id)
  if (!row) throw new Error(`session ${id} is gone`)
  return row
}
