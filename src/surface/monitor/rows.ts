import { calledOf } from '../../client/index.ts'
import type { Build, Retry, Run, Session, SessionId } from '../../contract/plain.ts'
import {
  activityWords,
  buildCounts,
  buildNeeds,
  buildWords,
  callerWords,
  counted,
  endingIn,
  endingWords,
  isOpen,
  lanes,
  limitedPhrase,
  oneLine,
  plainLine,
  runWords,
  textIn,
  toneOf,
  wantedWords,
  type Entry,
  type Lane,
  type Limited,
} from '../views/index.ts'
import { endingOf, type Facts } from './facts.ts'
import { nothingElse, type Row } from './row.ts'
import { rowsOfOrg } from './seat-rows.ts'
import { rowsUnderWay } from './under-way-rows.ts'
import { clean } from './words.ts'

/** What is known, and when it is looked at. */
type FactsNow = Facts & { now: number }

const maxTeammates = 8

/** The lines of the board from top to bottom. */
export function rowsOf(board: Readonly<Record<Lane, readonly Entry[]>>, facts: FactsNow): Row[] {
  const others = [
    ...facts.builds.map(rowOfBuild),
    ...facts.orgs.flatMap((org) => rowsOfOrg(org, facts)),
    ...rowsUnderWay(facts),
  ]
  const seated = new Set(others.flatMap(({ seat, session }) => (seat && session ? [session] : [])))
  return lanes.flatMap((lane) => [
    ...board[lane].map((entry) => withoutSeats(entry, seated)).flatMap((entry) => rowsOfTeam(entry, facts)),
    ...others.filter((row) => row.lane === lane),
  ])
}

/** A seat has a line of its own. */
function withoutSeats(entry: Entry, seated: ReadonlySet<SessionId>): Entry {
  return { ...entry, sessions: entry.sessions.filter(({ session }) => !seated.has(session)) }
}

function rowsOfTeam(entry: Entry, facts: FactsNow): Row[] {
  const [main, ...others] = entry.sessions
  const first = rowOf(entry, main, facts)
  const further = others
    .filter(({ agent }) => agent !== null)
    .map((session) => rowOf(entry, session, facts))
    .map((row) => ({ ...row, isFurther: true, name: `└ for ${callerWords(row.from)}` }))
  return [first, ...further].flatMap((row) => [row, ...teammatesOf(row, facts)])
}

function rowOf({ team, lane }: Entry, session: Session | undefined, facts: FactsNow): Row {
  const run = session && facts.runs.find(({ leader }) => leader.session === session.session)
  const row: Row = {
    key: team.name,
    lane,
    team: team.name,
    name: team.name,
    from: 'user',
    session: null,
    run: run?.run ?? null,
    opens: null,
    seat: null,
    isFurther: false,
    doing: `never told anything; ${team.path}`,
    isAtWork: false,
    isTrouble: false,
    queued: team.queued,
    limited: null,
    contextPercent: null,
    costTodayUsd: team.costTodayUsd,
    rehearsedTodayUsd: team.rehearsedTodayUsd,
    lastUsedAt: null,
  }
  if (!session) return row
  const { from, queued, lastUsedAt, agent } = session
  const limited = limitedIn(session)
  const own = { key: session.session, session: session.session, from, queued, limited, lastUsedAt }
  const contextPercent = agent === null ? null : session.contextPercent
  return { ...row, ...own, contextPercent, ...doingOf(session, run, facts) }
}

function limitedIn({ from, to, limited }: Session): Limited | null {
  if (!limited) return null
  const { turn, for: what, preview } = limited
  return { from, to, turn, for: what, preview }
}

type Doing = Pick<Row, 'doing' | 'isAtWork' | 'isTrouble'>

function doingOf(session: Session, run: Run | undefined, facts: FactsNow): Doing {
  if (session.limited && session.state !== 'working') return doingAtLimit(session.limited, facts.now)
  if (run) return isOpen(run) ? doingOfRun(run) : endOfRun(run)
  if (session.state === 'starting') return { doing: 'starting', isAtWork: true, isTrouble: false }
  if (session.state === 'working' || session.state === 'waiting') {
    const doing = clean(oneLine(activityOf(session, facts), 200))
    return { doing, isAtWork: session.state === 'working', isTrouble: false }
  }
  return lastDone(session, facts)
}

/** What it said last, or how that ended. */
function lastDone(session: Session, facts: Facts): Doing {
  const idle = { isAtWork: false, isTrouble: false }
  const ending = endingOf(facts, session.session)
  if (!ending) return { doing: session.turns === 0 ? 'no turn yet' : '', ...idle }
  const how = endingIn(ending)
  const said = clean(plainLine(textIn(ending.data, 'preview'), 200))
  if (!how || how === 'answered') return { doing: said, ...idle }
  return { doing: [endingWords[how], said].filter(Boolean).join(': '), isAtWork: false, isTrouble: true }
}

/** What it does, or what it wants to do and may not yet. */
function activityOf({ session, state }: Session, { asks, activities }: Facts): string {
  const ask = state === 'waiting' && asks.find((one) => one.holds && one.session === session)
  if (ask) return wantedWords(ask)
  const activity = activities.get(session)
  return activity ? activityWords(activity) : 'working'
}

/** What it was told is not done yet. */
function doingAtLimit(limited: Retry, now: number): Doing {
  const doing = clean(`${limitedPhrase(limited, now)}  “${oneLine(limited.preview, 80)}”`)
  return { doing, isAtWork: false, isTrouble: true }
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

/** How a run ended, and what it was for. */
function endOfRun({ state, goal }: Run): Doing {
  const doing = clean(`${runWords[state]}  “${oneLine(goal, 80)}”`)
  return { doing, isAtWork: false, isTrouble: toneOf(state) === 'bad' }
}

/** How many tasks of a build are done, and what needs you. */
function rowOfBuild(build: Build): Row {
  const { key, team, state } = build
  const needs = buildNeeds(build)
  const { done, all } = buildCounts(build)
  return {
    ...nothingElse,
    key: build.build,
    lane: needs ? 'needs_you' : state === 'paused' ? 'waiting' : 'working',
    team,
    name: key,
    opens: { page: 'build', of: key },
    doing: clean(`${done} of ${counted(all, 'task')} done  ${needs ?? buildWords[state]}`),
    isAtWork: !needs && state !== 'paused',
  }
}

/** A line for each teammate of a run that is at work. */
function teammatesOf(row: Row, { runs }: Facts): Row[] {
  const run = runs.find(({ run }) => run === row.run)
  const atWork = (run?.teammates ?? []).filter(isAtWork).slice(-maxTeammates)
  return atWork.map((teammate) => ({
    ...row,
    key: `${row.key} ${teammate.id}`,
    name: `└ ${clean(calledOf(teammate))}`,
    isFurther: true,
    doing: clean(oneLine(teammate.activity, 200)) || 'working',
    isAtWork: teammate.state === 'working',
    queued: 0,
    limited: null,
    contextPercent: null,
    lastUsedAt: null,
  }))
}

function isAtWork({ state }: Run['teammates'][number]): boolean {
  return state === 'working' || state === 'waiting_on_you'
}
