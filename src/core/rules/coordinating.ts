import { stuckDefaults } from './stuck.ts'

export const concernKinds = [
  'stuck',
  'loop',
  'deadlock',
  'component',
  'quota',
  'budget',
  'build_failed',
  'decision',
] as const
type ConcernKind = (typeof concernKinds)[number]

/** Something that is wrong or waits, and what was done about it so far. */
export interface ConcernAt {
  kind: ConcernKind
  /** How long it is so: of a task since its last progress. */
  minutes: number
  /** A person has said that it is known. */
  isKnown: boolean
  /** Whether an agent has a turn that could be interrupted. */
  hasTurn: boolean
  /** The question about it; `wait`: a person has answered, and what was said takes its time. */
  ask: 'none' | 'open' | 'wait'
  /** Since it was asked, or since the answer. */
  askMinutes: number
  /** Whether the inbox reminds of the question by itself. */
  isReminded: boolean
  canRestart: boolean
  /** How often each was done about it. */
  done: { interrupts: number; restarts: number; escalations: number; preempted: boolean }
  /** Since the last of these. */
  doneMinutes: number
}

export interface CoordinatingSettings {
  lookAgain: number
  escalateAfter: number
  interruptAfter: number
  /** A loop costs tokens: it is interrupted so long after a person was asked. */
  interruptLoopAfter: number
  interrupts: number
  /** Minutes before each restart, counted from the one before it. */
  restartAfter: readonly number[]
  waitOnWord: number
  /** Minutes until what nobody answers is told again. */
  escalateAgain: readonly number[]
}

const coordinatingDefaults: CoordinatingSettings = {
  lookAgain: 5,
  escalateAfter: stuckDefaults.escalateAfter,
  interruptAfter: stuckDefaults.interruptAfter,
  interruptLoopAfter: 10,
  interrupts: 2,
  restartAfter: [0, 1, 4],
  waitOnWord: 30,
  escalateAgain: [30, 120, 480],
}

/** What the coordinator does next, and when it looks again without cause; null waits for news. */
export interface CoordinatingRuling {
  action: 'WATCH' | 'ESCALATE' | 'INTERRUPT' | 'PREEMPT' | 'RESTART'
  again_min: number | null
  why: string
}

/** What to do about a concern. Nothing it decides loses work: a turn that is interrupted goes on, files are given up to wait for them. */
export function coordinate(
  at: ConcernAt,
  settings: CoordinatingSettings = coordinatingDefaults,
): CoordinatingRuling {
  if (at.isKnown) return watch('Somebody knows of it.', null)
  return toldToWait(at, settings) ?? judge(at, settings)
}

function judge(at: ConcernAt, settings: CoordinatingSettings): CoordinatingRuling {
  switch (at.kind) {
    case 'stuck':
      return judgeStuck(at, settings)
    case 'loop':
      return judgeLoop(at, settings)
    case 'deadlock':
      return judgeDeadlock(at, settings)
    case 'component':
      return judgeComponent(at, settings)
    case 'quota':
      return watch('It is lifted at the reset, and what waits goes on by itself.', null)
    case 'budget':
      return watch('What is over its budget asks for itself.', null)
    case 'build_failed':
    case 'decision':
      return judgeWaiting(at, settings)
    default:
      return at.kind satisfies never
  }
}

function watch(why: string, again: number | null): CoordinatingRuling {
  return { action: 'WATCH', again_min: again, why }
}

/** The words of a person to wait hold for a while. */
function toldToWait(
  { ask, askMinutes }: ConcernAt,
  { waitOnWord }: CoordinatingSettings,
): CoordinatingRuling | undefined {
  if (ask !== 'wait' || askMinutes >= waitOnWord) return undefined
  return watch('Somebody has answered.', waitOnWord - askMinutes)
}

function judgeStuck(at: ConcernAt, settings: CoordinatingSettings): CoordinatingRuling {
  const { escalateAfter, interruptAfter, lookAgain } = settings
  const { minutes, hasTurn, ask, done } = at
  const mayInterrupt = hasTurn && done.interrupts < settings.interrupts
  if (minutes > interruptAfter && mayInterrupt)
    return {
      action: 'INTERRUPT',
      again_min: lookAgain,
      why: `No progress for more than ${interruptAfter} minutes.`,
    }
  if (minutes > escalateAfter && ask !== 'open')
    return escalated(`No progress for more than ${escalateAfter} minutes.`, settings)
  if (ask === 'open') return watch('A person is asked.', lookAgain)
  return watch('It may go on by itself.', lookAgain)
}

function judgeLoop(at: ConcernAt, settings: CoordinatingSettings): CoordinatingRuling {
  const { interruptLoopAfter, interrupts, lookAgain } = settings
  const { ask, askMinutes, hasTurn, done } = at
  if (ask !== 'open') return escalated('It costs tokens and leads nowhere.', settings)
  if (hasTurn && done.interrupts < interrupts && askMinutes > interruptLoopAfter)
    return {
      action: 'INTERRUPT',
      again_min: lookAgain,
      why: 'Nobody answered, and it still goes round in circles.',
    }
  return watch('A person is asked.', lookAgain)
}

function judgeDeadlock({ done, ask }: ConcernAt, settings: CoordinatingSettings): CoordinatingRuling {
  if (!done.preempted)
    return {
      action: 'PREEMPT',
      again_min: settings.lookAgain,
      why: 'One of them gives way and waits for its files.',
    }
  return ask === 'open' ? watch('A person is asked.', null) : escalated('It is there still.', settings)
}

function judgeComponent(at: ConcernAt, settings: CoordinatingSettings): CoordinatingRuling {
  const { ask, done, doneMinutes, canRestart } = at
  const { restartAfter } = settings
  const pause = canRestart ? restartAfter[done.restarts] : undefined
  if (ask === 'open') return watch('A person is asked.', null)
  if (pause === undefined)
    return escalated(
      canRestart ? `It was started again ${done.restarts} times.` : 'It cannot be started again by itself.',
      settings,
    )
  // The first is not held back: nothing was tried yet.
  if (done.restarts > 0 && doneMinutes < pause)
    return watch('It was just started again.', pause - doneMinutes)
  return {
    action: 'RESTART',
    again_min: restartAfter[done.restarts + 1] ?? settings.lookAgain,
    why: 'It is down.',
  }
}

/** What waits for a person is in the inbox; it is told again with longer and longer pauses, and then no more. */
function judgeWaiting(
  { minutes, isReminded, done }: ConcernAt,
  { escalateAgain }: CoordinatingSettings,
): CoordinatingRuling {
  const { escalations } = done
  if (escalations === 0)
    return {
      action: 'ESCALATE',
      again_min: isReminded ? null : (escalateAgain[0] ?? null),
      why: 'A person decides this.',
    }
  const next = isReminded ? undefined : escalateAgain[escalations - 1]
  if (next === undefined)
    return watch(isReminded ? 'The inbox reminds of it.' : 'It was told often enough.', null)
  if (minutes < next) return watch('A person is asked.', next - minutes)
  return {
    action: 'ESCALATE',
    again_min: remaining(escalateAgain[escalations], minutes),
    why: 'Nobody has answered.',
  }
}

const remaining = (next: number | undefined, minutes: number): number | null =>
  next === undefined ? null : Math.max(1, next - minutes)

function escalated(why: string, { lookAgain }: CoordinatingSettings): CoordinatingRuling {
  return { action: 'ESCALATE', again_min: lookAgain, why }
}
