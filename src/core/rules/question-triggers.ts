/** How a build stands, as far as its own questions go. */
export interface BuildMoment {
  agent: string
  completed: number
  total: number
  /** Tasks under way, with the minutes they have taken so far. */
  running: readonly { task: string; phase: string; minutes: number }[]
  /** What tasks of the same phases took that are complete. */
  finished: readonly { phase: string; minutes: number }[]
  /** Tasks that are given up after failing. */
  givenUp: readonly string[]
  /** Keys of the questions that were asked before. */
  asked: readonly string[]
}

export interface TriggerSettings {
  milestone: number
  /** So many times what such tasks take is more than expected. */
  complexity: number
  /** So many finished tasks of a phase make an estimate. */
  minFinished: number
}

const triggerDefaults: TriggerSettings = { milestone: 0.5, complexity: 3, minFinished: 3 }

/** A question that is due; the key is asked once. */
export interface DueQuestion {
  event: 'milestone_reached' | 'task_complexity_exceeded' | 'task_failed_repeatedly'
  type: 'celebratory' | 'educational' | 'clarifying'
  key: string
  task?: string
  default?: string
}

export function dueQuestions(build: BuildMoment, settings: TriggerSettings = triggerDefaults): DueQuestion[] {
  const isMilestone = build.total > 0 && build.completed >= build.total * settings.milestone
  const keyOf = (event: string, ...about: string[]): string => [build.agent, event, ...about].join('|')
  const due: DueQuestion[] = [
    ...(isMilestone
      ? [{ event: 'milestone_reached', type: 'celebratory', key: keyOf('milestone_reached') } as const]
      : []),
    ...build.running
      .filter((task) => task.minutes > expectedMinutes(task.phase, build, settings) * settings.complexity)
      .map(({ task }) => ({
        event: 'task_complexity_exceeded' as const,
        type: 'educational' as const,
        key: keyOf('task_complexity_exceeded', task),
        task,
      })),
    ...build.givenUp.map((task) => ({
      event: 'task_failed_repeatedly' as const,
      type: 'clarifying' as const,
      key: keyOf('task_failed_repeatedly', task),
      task,
      default: 'skip',
    })),
  ]
  const asked = new Set(build.asked)
  return due.filter(({ key }) => !asked.has(key))
}

/** Tasks have no estimate of their own: the median of their phase stands for it. */
function expectedMinutes(phase: string, { finished }: BuildMoment, settings: TriggerSettings): number {
  const minutes = finished
    .filter((task) => task.phase === phase)
    .map((task) => task.minutes)
    .toSorted((one, other) => one - other)
  if (minutes.length < settings.minFinished) return Number.POSITIVE_INFINITY
  const middle = minutes.length / 2
  return ((minutes[Math.floor(middle)] ?? 0) + (minutes[Math.ceil(middle) - 1] ?? 0)) / 2
}
