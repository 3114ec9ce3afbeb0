import type {
  Alert,
  Ask,
  EventEnvelope,
  Limits,
  Retry,
  Run,
  RunId,
  Session,
  SessionId,
} from '../../contract/plain.ts'

/** What a problem is about. */
export type ProblemKind =
  | 'config'
  | 'quota'
  | 'disk'
  | 'missing'
  | 'budget'
  | 'run'
  | 'unstarted'
  | 'limited'
  | 'unhandled'
  | 'failing'
  | 'cutOff'
  | 'died'
  | 'crowded'
  | 'health'
  | 'alert'

/** A turn that met a limit and waits to be taken up again. */
export type Limited = Pick<Session, 'from' | 'to'> & Pick<Retry, 'turn' | 'for' | 'preview'>

/** How much a problem matters: it stops everybody, it broke something, or it soon will. */
export type Severity = 'critical' | 'problem' | 'warning'

/** Something that is wrong now, in words, with the way out. */
export interface Problem {
  kind: ProblemKind
  /** What tells it apart: the id of the session or run it is about, where it is about one. */
  key: string
  severity: Severity
  /** The teams it is about; none when it is about Iris. */
  teams: readonly string[]
  words: string
  advice: string
  /** Where the way out begins. */
  way:
    | { page: 'inbox' | 'settings' | 'processes' | 'health' }
    | { session: SessionId }
    | { run: RunId }
    | { deed: 'liftQuota' }
    | { deed: 'retry'; of: readonly Limited[] }
    | null
  /** What to type in a terminal. */
  command: string | null
  /** Since when, where that is known. */
  at: number | null
}

/** What problems are derived from. */
export interface ProblemFacts {
  mistakes: readonly string[]
  limits: Limits | undefined
  sessions: readonly Session[]
  asks: readonly Pick<Ask, 'ask' | 'source' | 'tags' | 'team' | 'from' | 'text' | 'askedAt'>[]
  runs: readonly Run[]
  /** What the watch found and nobody acknowledged. */
  alerts: readonly Alert[]
  /** The newest events of `problemEvents`, oldest first. */
  events: readonly EventEnvelope[]
}

/** A problem of nobody in particular, to be filled in. */
export function about(kind: ProblemKind, key: string, severity: Severity): Problem {
  return { kind, key, severity, teams: [], words: '', advice: '', way: null, command: null, at: null }
}
