import {
  endingWords,
  fieldsOf,
  oneLine,
  textIn,
  type EventEnvelope,
  type EventType,
  type Session,
  type TurnEnding,
} from '../../contract/plain.ts'
import { about, type Problem, type ProblemFacts, type ProblemKind } from './problem.ts'
import { cutOffAdvice, cutOffWords } from './cut-off.ts'
import { againWords, limitWords } from './limited.ts'
import { adviceIn } from './words.ts'

type Asking = ProblemFacts['asks'][number]

/** The events that tell how the sessions fare. */
export const problemEvents: string[] = [
  'turn.ended',
  'turn.waiting',
  'turn.delivered',
  'agent.started',
  'agent.start_failed',
  'agent.exited',
  'problem.handled',
] satisfies EventType[]

/** Ends of a turn that somebody wanted. */
const quiet = new Set<TurnEnding>(['answered', 'stopped', 'deleted', 'cancelled'])
const dayMs = 86_400_000
const often = 3

/** Sessions that still are and do not fare well. Those that failed alike, as without a login, are one problem. */
export function sessionProblems({ sessions, asks, events }: ProblemFacts, now: number): Problem[] {
  const all = sessions.flatMap((session): Problem[] => {
    const own = events.filter((event) => event.session === session.session && now - event.at < dayMs)
    const found =
      unstarted(session) ??
      limited(session, now) ??
      unhandled(session, own) ??
      failing(session, own) ??
      cutOff(session) ??
      died(session, own) ??
      crowded(session, own)
    const ask = asks.find((one) => isHealthAsk(one) && one.team === session.to && one.from === session.from)
    return found || ask ? [withAsk(found ?? bare(session, 'health'), ask)] : []
  })
  return together(all)
}

/** Its agent does not start; what it was told waits. */
function unstarted(session: Session): Problem | undefined {
  const { startFailure, queued } = session
  if (!startFailure) return undefined
  const waiting = queued === 1 ? '1 turn is waiting' : `${queued} turns are waiting`
  return {
    ...bare(session, 'unstarted'),
    words: `Its agent does not start: ${oneLine(startFailure.reason, 200)}`,
    advice: `${startFailure.advice} Nothing is lost: ${waiting}, and Iris keeps trying.`,
    at: startFailure.since,
  }
}

/** What it was told is not done: it met a limit, and is taken up again. */
function limited(session: Session, now: number): Problem | undefined {
  const { limited: retry, from, to } = session
  if (!retry) return undefined
  const { turn, for: what, preview } = retry
  return {
    ...bare(session, 'limited'),
    words: limitWords(retry),
    advice: againWords(retry, now),
    way: { deed: 'retry', of: [{ from, to, turn, for: what, preview }] },
    command: `iris retry ${to}`,
    at: retry.since,
  }
}

/** What Iris itself tried to mend in vain. */
function unhandled(session: Session, events: readonly EventEnvelope[]): Problem | undefined {
  const last = events.findLast(({ type }) => type === 'problem.handled' || type === 'turn.ended')
  if (last?.type !== 'problem.handled' || fieldsOf(last.data)['ok'] !== false) return undefined
  return {
    ...bare(session, 'unhandled'),
    words: `Iris could not fix it: ${oneLine(textIn(last.data, 'reason'), 200)}`,
    advice: 'Put it to sleep and wake it, or start a new conversation.',
    at: last.at,
  }
}

/** The last turn ended badly, and nobody has told it anything since. */
function failing(session: Session, events: readonly EventEnvelope[]): Problem | undefined {
  const ends = events.filter(({ type }) => type === 'turn.ended')
  const last = ends.at(-1)
  const how = last && endingIn(last)
  if (!last || !how || quiet.has(how) || session.state === 'working' || session.state === 'starting')
    return undefined
  const since = ends.findLastIndex((end) => quiet.has(endingIn(end) ?? 'failed'))
  const times = ends.length - 1 - since
  const said = oneLine(textIn(last.data, 'preview'), 200)
  const newest = how === 'failed' ? '' : `, the newest: ${endingWords[how]}`
  const what = times >= often ? `Its last ${times} turns failed${newest}` : firstUp(endingWords[how])
  return {
    ...bare(session, how === 'agent_died' ? 'died' : 'failing'),
    words: wordsOf(what, said),
    advice: adviceIn(last.data) || 'Read what it did, then tell it again.',
    at: last.at,
  }
}

/** Its agent works without the tools of Iris, and would say only that it has none. */
function cutOff(session: Session): Problem | undefined {
  if (session.cutOff === null) return undefined
  const command = session.from === 'user' ? `iris sleep ${session.to}` : null
  return { ...bare(session, 'cutOff'), words: cutOffWords(session.cutOff), advice: cutOffAdvice, command }
}

/** Its process ended between two turns, and not because Iris ended it. */
function died(session: Session, events: readonly EventEnvelope[]): Problem | undefined {
  const last = events.findLast(({ type }) => type === 'agent.started' || type === 'agent.exited')
  if (session.agent !== null || last?.type !== 'agent.exited') return undefined
  const { code, signal, endedFor } = fieldsOf(last.data)
  if (endedFor !== undefined || (signal === null && (code === 0 || code === null))) return undefined
  return {
    ...bare(session, 'died'),
    severity: 'warning',
    words: `Its process ended unexpectedly (${typeof signal === 'string' ? signal : `code ${String(code)}`}).`,
    advice: 'Nothing is lost: the next tell continues in a new process.',
    at: last.at,
  }
}

/** It waits for a place among the agents. */
function crowded(session: Session, events: readonly EventEnvelope[]): Problem | undefined {
  const last = events.at(-1)
  if (last?.type !== 'turn.waiting' || textIn(last.data, 'for') !== 'pool' || session.state !== 'starting')
    return undefined
  return {
    ...bare(session, 'crowded'),
    severity: 'warning',
    words: 'It is waiting for a free slot.',
    advice: 'Put an idle one to sleep, or raise settings.maxProcesses.',
    way: { page: 'processes' },
    at: last.at,
  }
}

/** What Iris proposes to do about it waits in the inbox. */
function withAsk(problem: Problem, ask: Asking | undefined): Problem {
  if (!ask) return problem
  const words = problem.words || oneLine(ask.text, 200)
  const advice = 'Iris has a proposal; answer it in the inbox.'
  return { ...problem, words, advice, way: { page: 'inbox' }, at: problem.at ?? ask.askedAt }
}

function isHealthAsk({ source, tags }: Asking): boolean {
  return source === 'alert' && tags.includes('health')
}

function together(problems: readonly Problem[]): Problem[] {
  const groups = new Map<string, Problem>()
  for (const problem of problems) {
    const alike = `${problem.words} ${problem.advice}`
    const first = groups.get(alike)
    const teams = [...new Set([...(first?.teams ?? []), ...problem.teams])]
    const newest = first && (first.at ?? 0) > (problem.at ?? 0) ? first : problem
    groups.set(alike, first ? { ...newest, teams, ...ofAll(first, problem) } : { ...newest, teams })
  }
  return [...groups.values()].map(named)
}

/** What met a limit alone is called by its name. */
function named(problem: Problem): Problem {
  const [one, ...others] = problem.way && 'of' in problem.way ? problem.way.of : []
  if (!one || others.length > 0) return problem
  return { ...problem, words: `${problem.words.replace(/\.$/, '')}: “${oneLine(one.preview, 120)}”` }
}

/** What is done about several at once is done about each. */
function ofAll({ way: first }: Problem, { way: other }: Problem): Partial<Problem> {
  if (!first || !other || !('of' in first) || !('of' in other)) return {}
  return { way: { ...first, of: [...first.of, ...other.of] }, command: 'iris retry --all' }
}

function bare({ session, to }: Session, kind: ProblemKind): Problem {
  return { ...about(kind, session, 'problem'), teams: [to], way: { session } }
}

/** How the turn of a `turn.ended` ended. */
export function endingIn({ data }: Pick<EventEnvelope, 'data'>): TurnEnding | undefined {
  const how = textIn(data, 'how')
  return isEnding(how) ? how : undefined
}

function isEnding(how: string): how is TurnEnding {
  return Object.hasOwn(endingWords, how)
}

/** A reason that begins with what happened says both. */
function wordsOf(what: string, said: string): string {
  if (said === '') return `${what}.`
  return said.toLowerCase().startsWith(what.toLowerCase()) ? said : `${what}: ${said}`
}

function firstUp(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
