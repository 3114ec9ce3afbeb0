import { levelMinutes, type CheckLevel } from './check-level.ts'

/** What is known of a task that is being worked. */
export interface TaskSilence {
  phase: string
  /** Since its last progress: a tool that was used, a file written, output of a check. */
  minutes: number
  waiting: 'human' | 'lock' | 'dependency' | null
  /** The level of the check that runs now, whose budget it may use. */
  level?: CheckLevel | undefined
}

export interface StuckSettings {
  minutes: number
  minutesOfPhase: Readonly<Record<string, number>>
  escalateAfter: number
  interruptAfter: number
}

export const stuckDefaults: StuckSettings = {
  minutes: 10,
  minutesOfPhase: { database: 5, tests: 15 },
  escalateAfter: 20,
  interruptAfter: 30,
}

/** Whether a task is stuck, and what the coordinator does about it. */
export type StuckRuling = { alert: false } | { alert: true; pm: 'WATCH' | 'ESCALATE' | 'INTERRUPT' }

export function judgeSilence(task: TaskSilence, settings: StuckSettings = stuckDefaults): StuckRuling {
  if (task.waiting !== null || task.minutes <= allowedMinutes(task, settings)) return { alert: false }
  if (task.minutes > settings.interruptAfter) return { alert: true, pm: 'INTERRUPT' }
  return { alert: true, pm: task.minutes > settings.escalateAfter ? 'ESCALATE' : 'WATCH' }
}

function allowedMinutes({ phase, level }: TaskSilence, settings: StuckSettings): number {
  const own = Object.hasOwn(settings.minutesOfPhase, phase) ? settings.minutesOfPhase[phase] : undefined
  return Math.max(own ?? settings.minutes, level === undefined ? 0 : levelMinutes[level])
}
