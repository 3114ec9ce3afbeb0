import {
  duration,
  money,
  type Run,
  type RunId,
  type RunState,
  type TeammateState,
} from '../../contract/plain.ts'
import { spanTook } from './words.ts'

/** What a run does or how it ended, in words. */
export const runWords: Readonly<Record<RunState, string>> = {
  starting: 'starting',
  working: 'working',
  waiting_on_teammates: 'waiting for teammates',
  waiting_on_you: 'needs you',
  idle: 'idle',
  completed: 'completed, with proof',
  completed_unverified: 'reported complete, not proven',
  failed: 'failed',
  stopped: 'stopped',
  timed_out: 'out of time',
}

/** Whether a person took a run as it is: only then does one end as complete without its leader's word. */
export function isAccepted({ state, summary }: Pick<Run, 'state' | 'summary'>): boolean {
  return state === 'completed_unverified' && summary === null
}

/** What a run does or how it ended, in words and in colour. */
export function stateOfRun(run: Pick<Run, 'state' | 'summary'>): { words: string; tone: Tone } {
  return isAccepted(run)
    ? { words: 'accepted as it is, not proven', tone: 'quiet' }
    : { words: runWords[run.state], tone: toneOf(run.state) }
}

export const teammateWords: Readonly<Record<TeammateState, string>> = {
  queued: 'queued',
  working: 'working',
  waiting_on_you: 'needs you',
  completed: 'done',
  failed: 'failed',
  stopped: 'stopped',
}

/** How to see a state: who works, who needs you, what went well or badly. */
export type Tone = 'work' | 'needs' | 'good' | 'bad' | 'quiet'

const tones: Readonly<Partial<Record<RunState | TeammateState, Tone>>> = {
  starting: 'work',
  working: 'work',
  waiting_on_teammates: 'work',
  waiting_on_you: 'needs',
  completed: 'good',
  completed_unverified: 'needs',
  failed: 'bad',
  timed_out: 'bad',
}

export function toneOf(state: RunState | TeammateState): Tone {
  return tones[state] ?? 'quiet'
}

/** True when a session is not told by a team or you but leads a run. */
export function isRun(from: string): from is RunId {
  return from.startsWith('run_')
}

/** For whom a session works, in words. */
export function callerWords(from: string): string {
  if (from === 'user') return 'you'
  return isRun(from) ? 'a run' : from
}

/** True while a run may still do something. */
export function isOpen(run: Pick<Run, 'endedAt'>): boolean {
  return run.endedAt === null
}

/** The runs that ended since this day began, the last first. */
export function endedToday<T extends Pick<Run, 'endedAt'>>(runs: readonly T[], now: number): T[] {
  const morning = new Date(now).setHours(0, 0, 0, 0)
  return runs
    .filter(({ endedAt }) => endedAt !== null && endedAt >= morning)
    .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
}

/** How much of each limit is used, from 0 to 1; limits that are not set are left out. */
export function limitsOf(run: Run, now: number): { name: string; share: number; words: string }[] {
  const { limits } = run
  const ran = spanTook(run, now).workedMs
  const all = [
    { name: 'Cost', used: run.costUsd, most: limits.costUsd, say: money },
    { name: 'Time', used: ran, most: limits.timeMs, say: duration },
    { name: 'Turns', used: run.turns, most: limits.turns, say: String },
  ]
  return all.flatMap(({ name, used, most, say }) =>
    most === null ? [] : [{ name, share: used / most, words: `${say(used)} of ${say(most)}` }],
  )
}
