import { calledOf } from '../../client/index.ts'
import type { Run, RunId, Session, SessionId } from '../../contract/plain.ts'
import {
  activityWords,
  callerWords,
  endingIn,
  endingWords,
  isOpen,
  lanes,
  oneLine,
  plainLine,
  runWords,
  textIn,
  toneOf,
  type Entry,
  type Lane,
} from '../views/index.ts'
import { endingOf, type Facts } from './facts.ts'
import { clean } from './words.ts'

/** A line of the board: a team with its busiest session, one more living session of it, or a teammate at work. */
export interface Row {
  key: string
  lane: Lane
  team: string
  /** What the line is called. */
  name: string
  /** Whose session it is: a team, a run, or `user`. */
  from: string
  session: SessionId | null
  /** The run whose leader has the session. */
  run: RunId | null
  isFurther: boolean
  /** What it does, or said last. */
  doing: string
  isAtWork: boolean
  /** The last turn ended badly. */
  isTrouble: boolean
  queued: number
  contextPercent: number | null
  costTodayUsd: number
  lastUsedAt: number | null
}

const mostTeammates = 8

/** The lines of the board from top to bottom. */
export function rowsOf(board: Readonly<Record<Lane, readonly Entry[]>>, facts: Facts): Row[] {
  return lanes.flatMap((lane) => board[lane].flatMap((entry) => rowsOfTeam(entry, facts)))
}

function rowsOfTeam(entry: Entry, facts: Facts): Row[] {
  const [main, ...others] = entry.sessions
  const first = rowOf(entry, main, facts)
  const further = others
    .filter(({ agent }) => agent !== null)
    .map((session) => rowOf(entry, session, facts))
    .map((row) => ({ ...row, isFurther: true, name: `└ for ${callerWords(row.from)}` }))
  return [first, ...further].flatMap((row) => [row, ...teammatesOf(row, facts)])
}

function rowOf({ team, lane }: Entry, session: Session | undefined, facts: Facts): Row {
  const run = session && facts.runs.find(({ leader }) => leader.session === session.session)
  const row: Row = {
    key: team.name,
    lane,
    team: team.name,
    name: team.name,
    from: 'user',
    session: null,
    run: run?.run ?? null,
    isFurther: false,
    doing: `never told anything; ${team.path}`,
    isAtWork: false,
    isTrouble: false,
    queued: team.queued,
    contextPercent: null,
    costTodayUsd: team.costTodayUsd,
    lastUsedAt: null,
  }
  if (!session) return row
  const { from, queued, lastUsedAt, agent } = session
  const own = { key: session.session, session: session.session, from, queued, lastUsedAt }
  const contextPercent = agent === null ? null : session.contextPercent
  return { ...row, ...own, contextPercent, ...doingOf(session, run, facts) }
}

type Doing = Pick<Row, 'doing' | 'isAtWork' | 'isTrouble'>

function doingOf(session: Session, run: Run | undefined, facts: Facts): Doing {
  const idle = { isAtWork: false, isTrouble: false }
  if (run && isOpen(run)) return doingOfRun(run)
  if (session.state === 'starting') return { doing: 'starting', isAtWork: true, isTrouble: false }
  if (session.state === 'working' || session.state === 'waiting') {
    const activity = facts.activities.get(session.session)
    const doing = activity ? clean(oneLine(activityWords(activity), 200)) : 'working'
    return { doing, isAtWork: session.state === 'working', isTrouble: false }
  }
  const ending = endingOf(facts, session.session)
  if (!ending) return { doing: session.turns === 0 ? 'no turn yet' : '', ...idle }
  const how = endingIn(ending)
  const said = clean(plainLine(textIn(ending.data, 'preview'), 200))
  if (!how || how === 'answered') return { doing: said, ...idle }
  return { doing: [endingWords[how], said].filter(Boolean).join(': '), isAtWork: false, isTrouble: true }
}

/** What a run does that goes on. */
function doingOfRun({ state, leader, goal, teammates }: Run): Doing {
  const names = teammates.filter(isAtWork).map(calledOf).join(', ')
  const isWaiting = state === 'waiting_on_teammates' && names !== ''
  const activity = state === 'working' || state === 'waiting_on_you' ? leader.activity : ''
  const doing = isWaiting ? `waits for ${names}` : activity || runWords[state]
  return {
    doing: clean(`${oneLine(doing, 200)}  “${oneLine(goal, 80)}”`),
    isAtWork: toneOf(state) === 'work',
    isTrouble: false,
  }
}

/** A line for each teammate of a run that is at work. */
function teammatesOf(row: Row, { runs }: Facts): Row[] {
  const run = runs.find(({ run }) => run === row.run)
  const atWork = (run?.teammates ?? []).filter(isAtWork).slice(-mostTeammates)
  return atWork.map((teammate) => ({
    ...row,
    key: `${row.key} ${teammate.id}`,
    name: `└ ${clean(calledOf(teammate))}`,
    isFurther: true,
    doing: clean(oneLine(teammate.activity, 200)) || 'working',
    isAtWork: teammate.state === 'working',
    queued: 0,
    contextPercent: null,
    lastUsedAt: null,
  }))
}

function isAtWork({ state }: Run['teammates'][number]): boolean {
  return state === 'working' || state === 'waiting_on_you'
}
