import type { Ask, Run, Session, TeamSummary } from '../../contract/plain.ts'
import { isOpen, toneOf } from './runs.ts'
import { counted } from './words.ts'

/** Where a team stands, the most urgent first. */
export const lanes = ['needs_you', 'working', 'waiting', 'idle', 'asleep'] as const
export type Lane = (typeof lanes)[number]

export const laneNames: Readonly<Record<Lane, string>> = {
  needs_you: 'Needs you',
  working: 'Working',
  waiting: 'Waiting',
  idle: 'Idle',
  asleep: 'Asleep',
}

/** A team on the board with what is known of it. */
export interface Entry {
  team: TeamSummary
  lane: Lane
  /** Its sessions, the busiest first. */
  sessions: Session[]
  asks: Ask[]
  /** How full the fullest context of its living agents is. */
  contextPercent: number | null
}

/** What a board is made of. */
interface BoardFacts {
  teams: readonly TeamSummary[]
  sessions: readonly Session[]
  asks: readonly Ask[]
  /** A team whose run goes on works, also while its leader waits for others. */
  runs?: readonly Run[]
}

/** Every team under where it stands. Within a lane the one used last comes first. */
export function boardOf(facts: BoardFacts): Record<Lane, Entry[]> {
  const board: Record<Lane, Entry[]> = { needs_you: [], working: [], waiting: [], idle: [], asleep: [] }
  const entries = facts.teams
    .map((team) => entryOf(team, facts))
    .toSorted((a, b) => lastUsed(b) - lastUsed(a))
  for (const entry of entries) board[entry.lane].push(entry)
  return board
}

/** The state of everything in one sentence. */
export function sentenceOf(board: Readonly<Record<Lane, readonly Entry[]>>): string {
  const needs = board.needs_you.length
  const working = board.working.length
  const parts = [
    needs > 0 ? `${counted(needs, 'team')} ${needs === 1 ? 'needs' : 'need'} you` : '',
    working > 0
      ? `${needs > 0 ? working : counted(working, 'team')} ${working === 1 ? 'works' : 'work'}`
      : '',
  ].filter(Boolean)
  if (parts.length > 0) return `${parts.join(', ')}.`
  const waiting = board.waiting.length
  return waiting > 0 ? `${counted(waiting, 'team')} ${waiting === 1 ? 'waits' : 'wait'}.` : 'All quiet.'
}

function entryOf(team: TeamSummary, facts: BoardFacts): Entry {
  const sessions = facts.sessions.filter(({ to }) => to === team.name).toSorted(byUrgency)
  const asks = facts.asks.filter((ask) => ask.team === team.name)
  const isRunning = (facts.runs ?? []).some(
    (run) => run.team === team.name && isOpen(run) && toneOf(run.state) === 'work',
  )
  const known = sessions.flatMap(({ agent, contextPercent }) =>
    agent === null ? [] : (contextPercent ?? []),
  )
  return {
    team,
    lane: laneOf(team, asks.length, isRunning),
    sessions,
    asks,
    contextPercent: known.length === 0 ? null : Math.max(...known),
  }
}

function laneOf(team: TeamSummary, asks: number, isRunning: boolean): Lane {
  if (asks > 0 || team.asks > 0) return 'needs_you'
  if (team.running > 0 || isRunning) return 'working'
  if (team.queued > 0) return 'waiting'
  return team.awake ? 'idle' : 'asleep'
}

const urgency: Readonly<Record<Session['state'], number>> = {
  waiting: 0,
  working: 1,
  starting: 2,
  idle: 3,
  asleep: 4,
}

function byUrgency(a: Session, b: Session): number {
  return urgency[a.state] - urgency[b.state] || b.lastUsedAt - a.lastUsedAt
}

function lastUsed({ sessions }: Entry): number {
  return Math.max(0, ...sessions.map(({ lastUsedAt }) => lastUsedAt))
}
