import { boardOf, headlineOf, hourly, spentSince, type Spent } from '../views/index.ts'
import type { OpenAsk } from './asks.ts'
import type { Facts } from './facts.ts'
import type { Freshness } from './feed.ts'
import { shownProblems, staleKey, type ShownProblem } from './problems.ts'
import type { Row } from './row.ts'
import { rowsOf } from './rows.ts'

const hours = 24

/** What is on the screen, whatever the screen is. */
export interface Scene {
  sentence: string
  freshness: Freshness
  daemon: { version: string; url: string; startedAt: number } | null
  spent: Spent
  /** Model tokens of each of the last 24 hours. */
  hourly: number[]
  asks: readonly OpenAsk[]
  openAsks: number
  rows: readonly Row[]
  problems: readonly ShownProblem[]
}

/** What the facts come to at a time. */
export function sceneOf(facts: Facts | undefined, freshness: Freshness, now: number): Scene {
  const problems = shownProblems(facts, freshness, now)
  if (!facts) return { ...nothing, freshness, problems }
  const { status, teams, sessions, asks, usage } = facts
  // Whether a team needs somebody is in its summary; the asks themselves are shown apart.
  const board = boardOf({ teams, sessions, asks: [], runs: facts.runs })
  return {
    sentence: teams.length === 0 ? 'You have no team yet.' : sentenceOf(board, problems),
    freshness,
    daemon: { version: status.version, url: status.url, startedAt: status.startedAt },
    spent: spentSince(usage, new Date(now).setHours(0, 0, 0, 0)),
    hourly: hourly(usage, { now, hours }),
    asks,
    openAsks: facts.openAsks,
    rows: rowsOf(board, { ...facts, now }),
    problems,
  }
}

/** That Iris does not answer is said elsewhere. */
function sentenceOf(board: Parameters<typeof headlineOf>[0], problems: readonly ShownProblem[]): string {
  return headlineOf(board, problems.filter(({ key }) => key !== staleKey).length)
}

const nothing: Omit<Scene, 'freshness' | 'problems'> = {
  sentence: 'Looking for Iris …',
  daemon: null,
  spent: { costUsd: 0, rehearsedUsd: 0, tokens: 0, turns: 0 },
  hourly: [],
  asks: [],
  openAsks: 0,
  rows: [],
}
