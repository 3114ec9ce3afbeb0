import type {
  AnswerInput,
  Ask,
  AskFigures,
  AskId,
  AskKind,
  LearnedAnswer,
  Grant,
  GrantId,
  SessionId,
  TurnId,
} from '../../contract/index.ts'
import type { Closings } from './answering/closing.ts'
import type { Judgment } from './raising/judgment.ts'
import type { Answerer } from './answering/policy.ts'
import type { NewQuestion, Raised } from './raising/questions.ts'
import type { Asks } from './raising/agent-asks.ts'
import type { AskRow } from './rows.ts'
import type { AskSpan } from './reading/spans.ts'

/** Which asks to list. */
export interface AskFilter {
  state: 'open' | 'closed' | 'all' | 'policy'
  team?: string
  kind?: AskKind
  session?: SessionId
  turn?: TurnId
  after?: AskId
  limit: number
}

/** What waits for a person or a lead: one durable queue, answered once. */
export interface Inbox extends Asks, Closings {
  /** Files a question unless it need not be asked; committed when this returns. */
  raise(question: NewQuestion): Raised
  /** The first answer counts; a later one is kept and refused with ASK_ANSWERED. */
  answer(id: AskId, answer: { who: Answerer; input: AnswerInput }): Promise<Ask>
  /** Settles when the ask is closed, or when the caller goes away; meanwhile its agent stands still. */
  closed(id: AskId, signal: AbortSignal): Promise<AskRow | undefined>
  view(id: AskId): Ask
  list(filter: AskFilter): { asks: Ask[]; open: number; next: AskId | null }
  /** What an agent may answer. */
  listFor(who: Answerer): Ask[]
  /** When a session waited for somebody; oldest first. */
  spans(session: SessionId): AskSpan[]
  /** How many asks of each team are open. */
  openByTeam(): ReadonlyMap<string, number>
  /** Has questions of some sessions go to another before they come to people. */
  alsoLeads(leaderOf: (session: SessionId) => SessionId | null): void
  grants: { list(team?: string): Grant[]; remove(id: GrantId, by: string): Grant }
  learned: { list(): LearnedAnswer[]; forget(key: string, by: string): void }
  judgment: Judgment
  figures(since: number): AskFigures[]
  /** From now on defaults, expiry and reminders happen, also those that fell due before. */
  start(): void
  close(): void
}
