import type { SessionId } from '../../contract/plain.ts'
import { problemsOf, duration, type Problem, type Limited, type Severity } from '../views/index.ts'
import type { Facts } from './facts.ts'
import type { Freshness } from './feed.ts'
import { clean } from './words.ts'

/** Something that is wrong now, as a terminal shows it. */
export interface ShownProblem {
  key: string
  severity: Severity
  /** The teams it is about; empty when it is about Iris. */
  team: string
  /** The session to look at. */
  session: SessionId | null
  words: string
  advice: string
  /** What to type in a terminal. */
  command: string | null
  /** The turns it is about that met a limit, to be run again or left. */
  limited: readonly Limited[]
  /** Since when, where that is known. */
  at: number | null
}

/** The problem that the daemon is away. */
export const staleKey = 'stale'

/** What is wrong now: that the daemon is away, then the problems of the page. */
export function shownProblems(facts: Facts | undefined, freshness: Freshness, now: number): ShownProblem[] {
  const problems = facts ? problemsOf({ ...facts, mistakes: facts.status.config.mistakes }, now) : []
  return [...stale(freshness, now), ...problems.map((problem) => shownProblem(problem, facts))]
}

function stale(freshness: Freshness, now: number): ShownProblem[] {
  if (freshness.at !== 'stale') return []
  const { since, why } = freshness
  // Wall time: only shown.
  const words = `${clean(why)} What you see is ${duration(Math.max(1000, now - since))} old; trying again.`
  const away = { key: staleKey, severity: 'critical', team: '', session: null, words, at: since } as const
  return [{ ...away, advice: 'Start it:', command: 'iris start --background', limited: [] }]
}

function shownProblem(
  { key, severity, teams, at, ...problem }: Problem,
  facts: Facts | undefined,
): ShownProblem {
  return {
    key,
    severity,
    team: clean(teams.join(', ')),
    session: sessionOf(key, facts),
    words: clean(problem.words),
    advice: clean(problem.advice),
    command: problem.command && clean(problem.command),
    limited: problem.way && 'of' in problem.way ? problem.way.of : [],
    at,
  }
}

/** The session a problem is about, for a run that of its leader. */
function sessionOf(key: string, facts: Facts | undefined): SessionId | null {
  const leader = facts?.runs.find(({ run }) => run === key)?.leader.session
  return leader ?? facts?.sessions.find(({ session }) => session === key)?.session ?? null
}
