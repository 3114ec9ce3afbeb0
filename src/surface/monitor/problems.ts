import type { RunState, SessionId, TurnEnding } from '../../contract/plain.ts'
import { duration, endingWords, numberIn, oneLine, runWords, textIn } from '../views/index.ts'
import type { Facts } from './facts.ts'
import type { Freshness } from './feed.ts'
import { clean, endingIn } from './words.ts'

/** Something that is wrong now. */
export interface Problem {
  key: string
  /** The team it is about; empty when it is about Iris. */
  team: string
  session: SessionId | null
  words: string
  advice: string
  at: number
}

/** Ends of a turn that somebody wanted. */
const wanted = new Set<TurnEnding>(['answered', 'stopped', 'deleted'])
/** The problem that the daemon is away. */
export const staleKey = 'stale'
const dayMs = 86_400_000

/** What is wrong now, Iris itself first, then the newest. */
export function problemsOf(facts: Facts | undefined, freshness: Freshness, now: number): Problem[] {
  const own = [...stale(freshness, now), ...(facts ? [...config(facts), ...quota(facts, now)] : [])]
  return [...own, ...(facts ? [...failedRuns(facts, now), ...failedTurns(facts, now)] : [])]
}

/** Runs of the last day that did not do what they were for, unless their team has begun another. */
function failedRuns({ runs }: Facts, now: number): Problem[] {
  const newestOf = new Set<string>()
  return runs.flatMap(({ run, team, state, reason, goal, endedAt, leader }): Problem[] => {
    const isNewest = !newestOf.has(team)
    newestOf.add(team)
    if (!isNewest || !badEnds.has(state) || endedAt === null || now - endedAt > dayMs) return []
    const words = clean(oneLine(`run ${runWords[state]}: ${reason || goal}`, 200))
    const advice = `See it: iris runs show ${run}. Go on with it: iris runs resume ${run}`
    return [{ ...problem(run, { words, advice, at: endedAt }), team, session: leader.session }]
  })
}

/** Ends of a run that somebody has to look at. */
const badEnds = new Set<RunState>(['failed', 'timed_out', 'completed_unverified'])

function stale(freshness: Freshness, now: number): Problem[] {
  if (freshness.at !== 'stale') return []
  const { since, why } = freshness
  const words = `${clean(why)} What you see is ${duration(Math.max(1000, now - since))} old; trying again.`
  return [problem(staleKey, { words, advice: 'Start it with: iris start --background', at: since })]
}

function config({ status }: Facts): Problem[] {
  const { mistakes } = status.config
  if (mistakes.length === 0) return []
  const words = `config.yaml has mistakes; the last good one is in force: ${clean(oneLine(mistakes[0] ?? '', 300))}`
  return [problem('config', { words, advice: 'See them all with: iris config check', at: 0 })]
}

function quota({ quota: event }: Facts, now: number): Problem[] {
  const until = event?.type === 'quota.reached' ? numberIn(event.data, 'until') : 0
  if (!event || until <= now) return []
  const words = `The account is at its limit for another ${duration(until - now)}.`
  return [problem('quota', { words, advice: 'What waits goes on by itself then.', at: event.at })]
}

/** Sessions that still are, and whose last turn of the last day ended badly. */
function failedTurns({ endings, sessions }: Facts, now: number): Problem[] {
  return sessions
    .flatMap(({ session, to, state }): Problem[] => {
      const event = endings.get(session)
      const how = event && endingIn(event.data)
      if (!event || !how || wanted.has(how)) return []
      if (state === 'working' || state === 'starting' || now - event.at > dayMs) return []
      const said = clean(oneLine(textIn(event.data, 'preview'), 200))
      const words = [endingWords[how], said].filter(Boolean).join(': ')
      const advice = adviceOf(event.data) || 'Enter shows what it did, t tells it again.'
      return [{ ...problem(session, { words, advice, at: event.at }), team: to, session }]
    })
    .toSorted((a, b) => b.at - a.at)
}

/** The daemon's advice, without the reason, which is said already. */
function adviceOf(data: unknown): string {
  const reason = textIn(data, 'preview').trim()
  const advice = textIn(data, 'advice')
  return clean(advice.startsWith(reason) ? advice.slice(reason.length).trim() : advice)
}

function problem(key: string, rest: Pick<Problem, 'words' | 'advice' | 'at'>): Problem {
  return { key, team: '', session: null, ...rest }
}
