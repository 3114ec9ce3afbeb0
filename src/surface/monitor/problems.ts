import type { SessionId } from '../../contract/plain.ts'
import { alertsOf, duration, type Alert, type Limited, type Severity } from '../views/index.ts'
import type { Facts } from './facts.ts'
import type { Freshness } from './feed.ts'
import { clean } from './words.ts'

/** Something that is wrong now, as a terminal shows it. */
export interface Problem {
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

/** What is wrong now: that the daemon is away, then the alerts of the page. */
export function problemsOf(facts: Facts | undefined, freshness: Freshness, now: number): Problem[] {
  const alerts = facts ? alertsOf({ ...facts, mistakes: facts.status.config.mistakes }, now) : []
  return [...stale(freshness, now), ...alerts.map((alert) => problemOf(alert, facts))]
}

function stale(freshness: Freshness, now: number): Problem[] {
  if (freshness.at !== 'stale') return []
  const { since, why } = freshness
  // Wall time: only shown.
  const words = `${clean(why)} What you see is ${duration(Math.max(1000, now - since))} old; trying again.`
  const away = { key: staleKey, severity: 'critical', team: '', session: null, words, at: since } as const
  return [{ ...away, advice: 'Start it:', command: 'iris start --background', limited: [] }]
}

function problemOf({ key, severity, teams, at, ...alert }: Alert, facts: Facts | undefined): Problem {
  return {
    key,
    severity,
    team: clean(teams.join(', ')),
    session: sessionOf(key, facts),
    words: clean(alert.words),
    advice: clean(alert.advice),
    command: alert.command && clean(alert.command),
    limited: alert.way && 'of' in alert.way ? alert.way.of : [],
    at,
  }
}

/** The session an alert is about, for a run that of its leader. */
function sessionOf(key: string, facts: Facts | undefined): SessionId | null {
  const leader = facts?.runs.find(({ run }) => run === key)?.leader.session
  return leader ?? facts?.sessions.find(({ session }) => session === key)?.session ?? null
}
