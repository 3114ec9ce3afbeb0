import type { Session, SessionId } from '../../contract/plain.ts'
import { activityWords, endingWords, lanes, oneLine, textIn, type Entry, type Lane } from '../views/index.ts'
import type { Facts } from './facts.ts'
import { clean, endingIn } from './words.ts'

/** A line of the board: a team with its busiest session, or one more living session of it. */
export interface Row {
  key: string
  lane: Lane
  team: string
  /** Whose session it is: a team, or `user`. */
  from: string
  session: SessionId | null
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

/** The lines of the board from top to bottom. */
export function rowsOf(board: Readonly<Record<Lane, readonly Entry[]>>, facts: Facts): Row[] {
  return lanes.flatMap((lane) => board[lane].flatMap((entry) => rowsOfTeam(entry, facts)))
}

function rowsOfTeam(entry: Entry, facts: Facts): Row[] {
  const [main, ...others] = entry.sessions
  const further = others.filter(({ agent }) => agent !== null)
  return [
    rowOf(entry, main, facts),
    ...further.map((session) => ({ ...rowOf(entry, session, facts), isFurther: true })),
  ]
}

function rowOf({ team, lane }: Entry, session: Session | undefined, facts: Facts): Row {
  return {
    key: session?.session ?? team.name,
    lane,
    team: team.name,
    from: session?.from ?? 'user',
    session: session?.session ?? null,
    isFurther: false,
    ...doingOf(session, facts, team.path),
    queued: session?.queued ?? team.queued,
    contextPercent: contextOf(session),
    costTodayUsd: team.costTodayUsd,
    lastUsedAt: session?.lastUsedAt ?? null,
  }
}

/** Only a living agent has a context. */
function contextOf(session: Session | undefined): number | null {
  return session?.agent ? session.contextPercent : null
}

function doingOf(
  session: Session | undefined,
  facts: Facts,
  path: string,
): Pick<Row, 'doing' | 'isAtWork' | 'isTrouble'> {
  const idle = { isAtWork: false, isTrouble: false }
  if (!session) return { doing: `never told anything; ${path}`, ...idle }
  if (session.state === 'starting') return { doing: 'starting', isAtWork: true, isTrouble: false }
  if (session.state === 'working' || session.state === 'waiting') {
    const activity = facts.activities.get(session.session)
    const doing = activity ? clean(oneLine(activityWords(activity), 200)) : 'working'
    return { doing, isAtWork: session.state === 'working', isTrouble: false }
  }
  const ending = facts.endings.get(session.session)
  if (!ending) return { doing: session.turns === 0 ? 'no turn yet' : '', ...idle }
  const how = endingIn(ending.data)
  const said = clean(oneLine(textIn(ending.data, 'preview'), 200))
  if (!how || how === 'answered') return { doing: said, ...idle }
  return { doing: [endingWords[how], said].filter(Boolean).join(': '), isAtWork: false, isTrouble: true }
}
