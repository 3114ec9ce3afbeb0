import type { AgentId, SessionId, TurnEnding, TurnId } from '../../../contract/index.ts'

/** The conversation of one caller with one team. `begun`: the CLI has a transcript to resume. `total`: see totals.ts. */
export interface SessionRow {
  id: SessionId
  caller: string
  team: string
  conversation: string
  begun: number
  total: string | null
  createdAt: number
  lastUsedAt: number
  deletedAt: number | null
  /** Whether a turn was given up for starts in vain, and none has begun since. */
  gaveUp: number
}

/** One message and what came of it. Its state follows from which dates are set. */
export interface TurnRow {
  n: number
  id: TurnId
  session: SessionId
  message: string
  uuid: string
  author: string
  fromSession: SessionId | null
  acceptedAt: number
  /** The number of its turn.accepted: everything about it comes later in the log. */
  acceptedSeq: number
  /** To whom it was given, written before its message is. */
  agent: AgentId | null
  deliveredAt: number | null
  /** When an agent first took it up. */
  begunAt: number | null
  endedAt: number | null
  how: TurnEnding | null
  /** The final message of a turn that was answered; otherwise all that was said. */
  answer: string | null
  /** The numbers of the lines in which the agent spoke before its final message, as JSON; null before that was kept. */
  earlier: string | null
  advice: string | null
  cost: number | null
  rehearsed: number
  attempts: number
  /** What woke the agent, when it began this turn by itself; null when somebody told it. */
  wokenBy: string | null
  /** The turn that met a limit and that this one takes up again. */
  retryOf: TurnId | null
  /** Where it stands in the queue: at the `n` of the first of those it takes up. */
  place: number | null
  /** Not before this date, when nobody says when the limit ends; `byHand` when only a person lets it run. */
  dueAt: number | null
  /** When a person let it run though a limit held it. */
  releasedAt: number | null
  /** The conversation that has its message already: the one in which an agent had begun what it takes up. */
  knownIn: string | null
}

/** The date of what no date brings about. */
export const byHand = Number.MAX_SAFE_INTEGER

/** A turn that waits to be taken up again, without its whole message. */
export interface RetryRow extends Pick<TurnRow, 'id' | 'session' | 'acceptedAt' | 'dueAt' | 'releasedAt'> {
  retryOf: TurnId
  preview: string
}

/** A teammate inside an agent. It may be set to work again after it ended; `taskStartedAt` is when it last was. */
export interface TeammateRow {
  id: string
  session: SessionId
  agent: AgentId
  /** The tool call that last set it to work. */
  toolUse: string | null
  /** The tool call under which its lines come: the first one, also when another set it to work again. */
  voice: string | null
  name: string | null
  role: string | null
  description: string
  activity: string
  /** Whether the agent went on without waiting for it. */
  isBackground: number
  tasks: number
  startedAt: number
  taskStartedAt: number
  endedAt: number | null
  how: 'completed' | 'failed' | 'stopped' | null
  /** What it told the leader when it last ended. */
  summary: string | null
  /** Its last words in what it was last set to do: they become its summary. */
  report: string | null
  tokens: number | null
  /** An error of the model that it met; older CLIs call its end a success all the same. */
  fault: string | null
  /** Whether it ended with the process it worked in. */
  isLost: number
}

/** A turn without its whole texts. */
export type TurnMarkRow = Pick<
  TurnRow,
  | 'id'
  | 'author'
  | 'fromSession'
  | 'agent'
  | 'how'
  | 'answer'
  | 'acceptedAt'
  | 'acceptedSeq'
  | 'deliveredAt'
  | 'endedAt'
  | 'cost'
  | 'rehearsed'
  | 'retryOf'
> & { preview: string }

/** How many turns of a team are under way, and how many wait. */
export interface OpenTurns {
  team: string
  running: number
  queued: number
  /** Those that met a limit and wait to be taken up again. */
  limited: number
}

/** A process and how far its output is recorded. */
export interface AgentRow {
  id: AgentId
  session: SessionId
  team: string
  offset: number
  conversation: string
  /** Whether it was started on a conversation that was there before. */
  resumed: number
  pid: number | null
  total: string | null
  startedAt: number
  endedAt: number | null
  /** How the CLI calls it when the agent began its last turn without a connection to Iris. */
  cutOff: string | null
  /** Whether it asks nobody before it uses a tool. */
  bypasses: number
  /** Which settings it was started with, as a keyed hash; null when an older Iris started it. */
  settings: string | null
}
