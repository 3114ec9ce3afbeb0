import type { Observable } from 'rxjs'
import type {
  AskId,
  Caller,
  Reader,
  Session,
  SessionCursor,
  SessionId,
  TeamSummary,
  TellOutcome,
  Turn,
  TurnEnding,
  TurnId,
  TurnMark,
  WaitingFor,
} from '../../contract/index.ts'
import type { Speaker } from '../../core/inbox/index.ts'
import type { AgentLine } from '../../core/transport/index.ts'

export type { Caller } from '../../contract/index.ts'

/** How long the caller waits: not at all, to the end, or so many ms counted from the call. */
export type Patience = { until: 'accepted' } | { until: 'ended' } | { until: 'ended'; within: number }

/** How the way a caller came in names what to do next. */
export interface Ways {
  /** How an ask is answered, as in “answer it with …”. */
  answer(ask: AskId): string
  /** How the answer of a team is read, as in “read it with …”. */
  read(team: string): string
  /** How all that was said in a turn is read. */
  readAll(turn: TurnId): string
}

/** A tell under way. The receipt is committed before this is returned. */
export interface Telling {
  turn: TurnId
  session: SessionId
  /** Every line of the agent as it comes, and changes of state; completes when the turn ends. */
  progress$: Observable<TellProgress>
  /** What the caller gets within its patience. */
  outcome: Promise<TellOutcome>
  /** The caller went away: `outcome` is given up and never comes; the turn goes on. */
  stopWaiting(): void
}

/** What a waiting caller can be shown. */
export type TellProgress =
  | { kind: 'state'; status: TellOutcome['status']; waitingFor: TellOutcome['waitingFor'] }
  | { kind: 'line'; line: AgentLine }

/** Which part of an answer: so many characters at most, from a place on instead of the end. */
export interface AnswerPart {
  most?: number | undefined
  from?: number | undefined
}

/** A page of turns, newest last. */
export interface TurnSlice {
  turns: Turn[]
  /** Pass as `after` to go on; null at the end. */
  next: TurnId | null
}

/** Which turn was ended and how, or what to do when none was. */
interface Cancelled {
  turn: TurnId | null
  how: TurnEnding | null
  advice: string | null
}

/** Which of the turns that met a limit and wait to be taken up again. */
export interface Limited {
  team?: string | undefined
  turn?: TurnId | undefined
}

/** Decisions between teams: what every way in (MCP, HTTP, CLI) calls. A team means the session of the caller with it. */
export interface Orchestrator {
  teams(filter?: { name?: string }): TeamSummary[]
  /** The sessions that were used last, at most 500. */
  sessions(filter?: { team?: string }): Session[]
  /** All of them, slice by slice, the last used first; `next` is where the next slice begins. */
  sessionSlice(wanted: { team?: string; before?: SessionCursor; limit: number }): {
    sessions: Session[]
    next: SessionCursor | null
  }
  /** One session, also a deleted one, with its newest turns in short. */
  session(id: SessionId, limit: number): { session: Session; deletedAt: number | null; turns: TurnMark[] }
  tell(
    caller: Caller,
    input: {
      to: string
      message: string
      patience: Patience
      fromTeam?: string
      waits?: boolean
      reader?: Reader
      /** How many characters of the answer the caller takes. */
      most?: number
      ways?: Ways
    },
  ): Telling
  /** The same for many callers at once: tells of the same moment share a commit. */
  tellBatched(...tell: Parameters<Orchestrator['tell']>): Promise<Telling>
  /** Starts the agent without a model call; `ready` once it takes input. */
  wake(caller: Caller, team: string): Promise<{ session: Session; wasAwake: boolean }>
  wakeAll(caller: Caller): Promise<{ team: string; awake: boolean; error: string | null }[]>
  /** Ends the agent; refused while it works, also in a teammate, unless forced, which ends a turn as `stopped`. */
  sleep(
    caller: Caller,
    team: string,
    options: { force: boolean },
  ): Promise<{ session: Session | null; wasAwake: boolean }>
  isAwake(caller: Caller, team: string): { awake: boolean; session: Session | null }
  /** The turns of a session, oldest first, in pages. */
  report(caller: Caller, query: { team: string; after?: TurnId; limit?: number; most?: number }): TurnSlice
  /** One turn, with the end of its answer or what comes from a place in it on. */
  findTurn(turn: TurnId, part?: AnswerPart): Turn
  /** What an open turn of a session waits for, if for anything but its agent's work. */
  waitingFor(session: SessionId, turn: TurnId): WaitingFor | null
  /** What the agent had said in a turn when the event of a number was written. */
  saidBefore(turn: TurnId, seq: number): string
  /** Who asks when the agent of a session does, and at what. */
  speaker(session: SessionId): Speaker
  /** Interrupts the running turn, which then ends as `stopped`, or the one named; one that waits is dropped as `cancelled`. */
  cancel(caller: Caller, team: string, turn?: TurnId): Promise<Cancelled>
  /** Drops a turn that waits; one that has begun is left alone. */
  drop(caller: Caller, team: string, turn: TurnId): Promise<Pick<Cancelled, 'how'> & { turn: TurnId }>
  /** Lets what met a limit run now: of one team or of all, or that one turn; says which. */
  retry(caller: Caller, of: Limited): { turns: TurnId[] }
  /** Drops what met a limit, so that it is not taken up again; says which. */
  leave(of: Limited): Promise<{ turns: TurnId[] }>
  /** Ends the agent and starts a new conversation in the same session. */
  reboot(caller: Caller, team: string): Promise<Session>
  /** Ends the agent, drops queued turns as `deleted` and forgets the session; the log stays. */
  remove(caller: Caller, team: string): Promise<{ session: SessionId | null }>
  /** The exact command that opens a copy of the conversation in a terminal. */
  fork(caller: Caller, team: string): { command: string; cwd: string; conversation: string }
  /** Whoever waits for a tell gets at once what there is; the turns go on. */
  close(): Promise<void>
}
