import { z } from 'zod'
import type { MessagesRequest } from './messages-request.ts'
import type { Scene } from './scene.ts'

/** What the CLI asks for itself: whether it may, an answer by a schema, a summary, a small question, a search of the web. */
export const sideKinds = ['probe', 'structured', 'summary', 'small', 'search'] as const
export type SideKind = (typeof sideKinds)[number]

/** What the CLI asks for itself, beside the conversation. */
export interface SideRequest {
  kind: SideKind
  answer: string
}

const ServerTool = z.object({ type: z.string().startsWith('web_search_') })

const summaryPrompt =
  /^CRITICAL: Respond with TEXT ONLY|^Your task is to create a detailed summary of (?:this|the) conversation/

/** Recognises what the CLI asks for itself, with a fitting answer; undefined for the conversation. */
export function sideRequest(
  request: MessagesRequest,
  scene: Scene,
  userAgent: string | undefined,
): SideRequest | undefined {
  if (request.max_tokens === 1) return { kind: 'probe', answer: 'Rehearsal' }
  const schema = request.output_config?.format?.schema
  if (schema !== undefined && request.tools.length === 0) {
    return { kind: 'structured', answer: JSON.stringify(exampleOf(schema)) }
  }
  if (request.tools.length === 1 && ServerTool.safeParse(request.tools[0]).success)
    return { kind: 'search', answer: 'Rehearsal (scripted): nothing was searched for.' }
  if (summaryPrompt.test(scene.says)) return { kind: 'summary', answer: summary }
  if (isSmallQuestion(request, scene, userAgent)) return { kind: 'small', answer: 'Rehearsal (scripted).' }
  return undefined
}

const summary = [
  '<analysis>Rehearsal (scripted, not a model).</analysis>',
  '<summary>Rehearsal (scripted summary): the conversation so far was compacted.</summary>',
].join('\n')

/** The CLI puts questions such as "what does this page say" to its small model, without tools or a folder. */
function isSmallQuestion(request: MessagesRequest, scene: Scene, userAgent = ''): boolean {
  return (
    userAgent.startsWith('claude-cli/') &&
    request.tools.length === 0 &&
    request.messages.length === 1 &&
    request.model.includes('haiku') &&
    scene.cwd === '.'
  )
}

const Schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

const deepest = 8
const examples: Readonly<Record<string, unknown>> = {
  array: [],
  boolean: false,
  integer: 0,
  number: 0,
  string: 'Rehearsal (scripted)',
}

/** The smallest value that fits a JSON schema of the plain kind the CLI writes. */
function exampleOf(schema: unknown, depth = 0): unknown {
  const { type = 'null', enum: choices, properties = {} } = Schema.catch({}).parse(schema)
  if (choices) return choices[0] ?? null
  if (type !== 'object') return examples[type] ?? null
  if (depth === deepest) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, exampleOf(value, depth + 1)]),
  )
}
