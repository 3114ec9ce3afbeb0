import { counted, type Ask, type Run, type Session, type TeamSummary } from '../../contract/plain.ts'
import { isOpen, toneOf } from './runs.ts'

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

/** The state of everything in one sentence, and how much is wrong: nothing is quiet while something is. */
export function headlineOf(board: Readonly<Record<Lane, readonly Entry[]>>, problems: number): string {
  const sentence = sentenceOf(board)
  if (problems === 0) return sentence
  return sentence === quiet
    ? `All quiet, except for ${counted(problems, 'problem')}.`
    : `${sentence} ${counted(problems, 'problem')}.`
}

const quiet = 'All quiet.'

function sentenceOf(board: Readonly<Record<Lane, readonly Entry[]>>): string {
  const limited = board.waiting.filter(({ team }) => team.limited > 0).length
  const groups: readonly (readonly [number, string, string])[] = [
    [board.needs_you.length, 'needs you', 'need you'],
    [board.working.length, 'is working', 'are working'],
    [limited, 'is at a limit', 'are at a limit'],
  ]
  const parts = groups.filter(([count]) => count > 0)
  if (parts.length > 0)
    return `${parts.map(([count, one, many], place) => `${place === 0 ? counted(count, 'team') : count} ${count === 1 ? one : many}`).join(', ')}.`
  const waiting = board.waiting.length
  return waiting > 0 ? `${counted(waiting, 'team')} ${waiting === 1 ? 'is waiting' : 'are waiting'}.` : quiet
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
  if (team.running > 0) return 'working'
  // Also the leader of a run: what it was told is not done.
  if (team.limited > 0) return 'waiting'
  if (isRunning) return 'working'
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

/** One that met a limit comes before those that have nothing to do. */
function byUrgency(a: Session, b: Session): number {
  return rankOf(a) - rankOf(b) || b.lastUsedAt - a.lastUsedAt
}

function rankOf({ state, limited }: Session): number {
  return limited ? Math.min(urgency[state], urgency.starting) : urgency[state]
}

function lastUsed({ sessions }: Entry): number {
  return Math.max(0, ...sessions.map(({ lastUsedAt }) => lastUsedAt))
}
