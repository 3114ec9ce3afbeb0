import type { RunId, SessionId } from '../../contract/plain.ts'
import type { GoingOn, Lane, Limited, SeatMove } from '../views/index.ts'

/** A line of the board: a team with its busiest session, one more living session of it, a teammate at work, an open build, a seat, or a spec or an idea that is under way. */
export interface Row {
  key: string
  lane: Lane
  /** Empty for what no team has yet. */
  team: string
  /** What the line is called. */
  name: string
  /** Whose session it is: a team, a run, or `user`. */
  from: string
  session: SessionId | null
  /** The run whose leader has the session. */
  run: RunId | null
  /** What the line is about, where that is seen whole by a command. */
  opens: RowThing | null
  /** The seat that the line is about. */
  seat: RowSeat | null
  isFurther: boolean
  /** What it does, or said last. */
  doing: string
  isAtWork: boolean
  /** The last turn ended badly. */
  isTrouble: boolean
  queued: number
  /** The turn of its session that met a limit and waits to be taken up again. */
  limited: Limited | null
  contextPercent: number | null
  costTodayUsd: number
  rehearsedTodayUsd: number
  lastUsedAt: number | null
}

/** A build, a spec or an idea. */
export type RowThing = Extract<GoingOn['place'], { page: 'build' | 'spec' | 'idea' }>

/** A seat, and what can be done with it. */
export interface RowSeat {
  project: string
  seat: string
  name: string
  moves: readonly SeatMove[]
}

/** What lines about something other than a team have not. */
export const nothingElse = {
  from: 'user',
  session: null,
  run: null,
  opens: null,
  seat: null,
  isFurther: true,
  isTrouble: false,
  queued: 0,
  limited: null,
  contextPercent: null,
  costTodayUsd: 0,
  rehearsedTodayUsd: 0,
  lastUsedAt: null,
} as const satisfies Partial<Row>
