import { readLine } from './agent-line.ts'
import type { EventType } from './events.ts'
import { isFields, type Fields } from './fields.ts'
import type { TurnEnding } from './teams/schemas.ts'

const wanted: ReadonlySet<unknown> = new Set<TurnEnding>(['answered', 'stopped', 'deleted', 'cancelled'])

const tests: Readonly<Record<string, (data: Fields) => boolean>> = {
  'agent.printed': ({ line }) => typeof line === 'string' && hasFailedTool(line),
  'agent.exited': ({ code, signal, endedFor }) => !endedFor && (Boolean(signal) || Boolean(code)),
  'agent.start_failed': () => true,
  'agent.disconnected': () => true,
  'turn.resumed': () => true,
  'turn.ended': ({ how }) => !wanted.has(how),
  'teammate.ended': ({ how }) => how === 'failed',
  'run.warned': () => true,
  'quota.reached': () => true,
} satisfies { [T in EventType]?: (data: Fields) => boolean }

/** The types of events that may be a problem. */
export const problemTypes: readonly string[] = Object.keys(tests)

/** True for an event that a person who looks for trouble wants to see. */
export function isProblem({ type, data }: { type: string; data: unknown }): boolean {
  return Object.hasOwn(tests, type) && isFields(data) && (tests[type]?.(data) ?? false)
}

/** A line says it in so many letters before it is worth parsing: nearly none does. */
function hasFailedTool(line: string): boolean {
  if (!line.includes('"is_error":true')) return false
  return readLine(line).parts.some((part) => part.kind === 'returned' && part.outcome === 'failed')
}
