import type { EventType } from './events.ts'
import type { TurnEnding } from './teams/schemas.ts'

type Fields = Readonly<Record<string, unknown>>

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
  try {
    const { message }: { message?: { content?: unknown } } = JSON.parse(line)
    const content = message?.content
    return Array.isArray(content) && content.some(isFailedResult)
  } catch {
    // An agent may print anything; what is no JSON is no result.
    return false
  }
}

/** What an agent is told when its question was dismissed. */
export const unanswered = 'This was not answered: go on by your own judgment.'

/** True for the result of a tool that failed or was denied; a question that was dismissed is neither. */
export function isFailedResult(block: unknown): boolean {
  return (
    isFields(block) &&
    block['type'] === 'tool_result' &&
    block['is_error'] === true &&
    !JSON.stringify(block['content'] ?? '').includes(unanswered)
  )
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
