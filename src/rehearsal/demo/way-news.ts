import { parseEventData, type EventEnvelope, type EventType } from '../../contract/index.ts'
import { counted } from '../../contract/plain.ts'
import type { Activity } from './screen.ts'

/** The types of events that tell a person what happens on the way from an idea to the merge. */
export const wayTypes = [
  'idea.moved',
  'idea.completed',
  'spec.generated',
  'spec.refused',
  'build.started',
  'build.primed',
  'build.ended',
  'task.started',
  'work.failed',
  'task.ended',
  'lesson.recorded',
  'lesson.noted',
  'review.made',
  'merge.made',
] as const satisfies readonly EventType[]

/**
 * What an event of the way means to a person who watches; undefined when it is not worth their time. `failures` is how
 * often each task failed so far.
 */
export function newsOf(event: EventEnvelope, failures: ReadonlyMap<string, number>): Activity | undefined {
  return aboutPlans(event) ?? aboutBuilds(event) ?? aboutTasks(event, failures) ?? aboutLessons(event)
}

function aboutPlans(event: EventEnvelope): Activity | undefined {
  switch (event.type) {
    case 'idea.moved': {
      const { phase } = parseEventData(event.type, event.data)
      return { who: 'idea', verb: 'is now', detail: phase.toLowerCase() }
    }
    case 'idea.completed': {
      const { title } = parseEventData(event.type, event.data)
      return { who: 'idea', verb: 'has', detail: `a brief: ${title}` }
    }
    case 'spec.generated': {
      const { key, tasks } = parseEventData(event.type, event.data)
      return { who: key, verb: 'has', detail: `${counted(tasks, 'task')}, and waits for a yes` }
    }
    case 'spec.refused': {
      const { key, problem } = parseEventData(event.type, event.data)
      return { who: key, verb: 'failed', detail: problem }
    }
    case 'review.made': {
      const { key, tasks, firstPass } = parseEventData(event.type, event.data)
      return {
        who: key,
        verb: 'reviewed',
        detail: `${firstPass} of ${counted(tasks, 'task')} passed at once`,
      }
    }
    case 'merge.made': {
      const { key, into } = parseEventData(event.type, event.data)
      return { who: key, verb: 'merged', detail: `into ${into}` }
    }
    default:
      return undefined
  }
}

function aboutBuilds(event: EventEnvelope): Activity | undefined {
  switch (event.type) {
    case 'build.started': {
      const { key, tasks } = parseEventData(event.type, event.data)
      return { who: key, verb: 'begins', detail: `${counted(tasks.length, 'task')}, two at once` }
    }
    case 'build.primed': {
      const { key, failing } = parseEventData(event.type, event.data)
      return { who: key, verb: 'tries', detail: `the checks first: ${failing.length} fail before the work` }
    }
    case 'build.ended': {
      const { key, outcome, branch } = parseEventData(event.type, event.data)
      return { who: key, verb: 'is', detail: `${outcome}, on ${branch ?? 'no branch'}` }
    }
    default:
      return undefined
  }
}

const tries = ['first', 'second', 'third'] as const

function aboutTasks(event: EventEnvelope, failures: ReadonlyMap<string, number>): Activity | undefined {
  const at = (key: string): string => `at the ${tries[failures.get(key) ?? 0] ?? 'next'} try`
  switch (event.type) {
    case 'task.started': {
      const { key } = parseEventData(event.type, event.data)
      return { who: key, verb: 'starts', detail: 'in a worktree of its own' }
    }
    case 'work.failed': {
      const { taskKey, class: name } = parseEventData(event.type, event.data)
      return { who: taskKey, verb: 'failed', detail: `${at(taskKey)}: ${name}` }
    }
    case 'task.ended': {
      const { key, how } = parseEventData(event.type, event.data)
      return how === 'passed' ? { who: key, verb: 'passes', detail: at(key) } : undefined
    }
    default:
      return undefined
  }
}

function aboutLessons(event: EventEnvelope): Activity | undefined {
  switch (event.type) {
    case 'lesson.recorded': {
      const { text } = parseEventData(event.type, event.data)
      return { who: 'lesson', verb: 'learned', detail: text }
    }
    case 'lesson.noted': {
      const { what, confidence } = parseEventData(event.type, event.data)
      if (what !== 'prevented') return undefined
      return {
        who: 'lesson',
        verb: 'helped',
        detail: `nothing failed; it is worth ${confidence.toFixed(2)} now`,
      }
    }
    default:
      return undefined
  }
}
