import { parseEventData, type EventEnvelope, type EventType } from '../../contract/index.ts'
import type { Activity } from './screen.ts'

/** The types of events that tell a person what happens in a run. */
export const toldTypes = [
  'run.warned',
  'run.checked',
  'teammate.started',
  'teammate.progressed',
  'teammate.ended',
  'turn.woken',
  'turn.ended',
] as const satisfies readonly EventType[]

/** What an event of a run means to a person who watches; undefined when it is not worth their time. */
export function activityOf(event: EventEnvelope, nameOf: (teammate: string) => string): Activity | undefined {
  switch (event.type) {
    case 'teammate.started': {
      const { teammate, description } = parseEventData(event.type, event.data)
      return { who: nameOf(teammate), verb: 'starts', detail: description }
    }
    case 'teammate.progressed': {
      const { teammate, activity } = parseEventData(event.type, event.data)
      return { who: nameOf(teammate), verb: 'works', detail: activity }
    }
    case 'teammate.ended': {
      const { teammate, how, summary } = parseEventData(event.type, event.data)
      return { who: nameOf(teammate), verb: how === 'completed' ? 'reports' : how, detail: summary }
    }
    case 'turn.woken': {
      const { teammates } = parseEventData(event.type, event.data)
      return { who: 'leader', verb: 'is woken', detail: `by ${teammates.join('; ')}` }
    }
    case 'run.warned': {
      const { limit, used, allowed } = parseEventData(event.type, event.data)
      return { who: 'run', verb: 'warns', detail: `${limit}: ${used} of ${allowed}` }
    }
    case 'run.checked': {
      const { checks } = parseEventData(event.type, event.data)
      const said = checks.map(({ what, ok }) => `${ok ? '✓' : '✗'} ${what}`).join(', ')
      return { who: 'iris', verb: 'checks', detail: said }
    }
    case 'turn.ended': {
      const { preview } = parseEventData(event.type, event.data)
      return { who: 'leader', verb: 'says', detail: preview }
    }
    default:
      return undefined
  }
}
