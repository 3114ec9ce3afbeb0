import type { ServerResponse } from 'node:http'
import { apiError, failureHeaders } from './api-error.ts'
import type { Failure, StopReason, Usage } from './playbook.ts'

/** What stands above an answer: who answers whom. */
export interface Heading {
  messageId: string
  requestId: string
  model: string
  playbook: string
  usage: Usage
  /** What the request is worth when the playbook does not say. */
  inputTokens: number
}

/** A content block of an answer. */
export type ShownBlock =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use' | 'server_tool_use'; id: string; name: string; input: unknown }
  | { type: 'web_search_tool_result'; tool_use_id: string; content: readonly FoundPage[] }

/** A page that a search of the web found. */
interface FoundPage {
  type: 'web_search_result'
  title: string
  url: string
  encrypted_content: string
  page_age: null
}

/** Where a reply is played to the client: streamed or whole. */
export interface Stage {
  /** Shows a block; an unfinished one is about to be cut off. */
  show(block: ShownBlock, finished: boolean): void
  fail(failure: Failure): void
  cut(): void
  end(stop: StopReason): void
  /** What was said so far is worth. */
  usage(): AnswerUsage
}

/** The headers of every response. */
export function responseHeaders(heading: { requestId: string; playbook: string }): Record<string, string> {
  return {
    'request-id': heading.requestId,
    // A header may hold printable ASCII only.
    'x-iris-rehearsal': heading.playbook.replace(/[^\u0020-\u007E]/g, '?'),
  }
}

/** Sends a failure as an HTTP error. */
export function sendFailure(
  response: ServerResponse,
  failure: Failure,
  heading: { requestId: string; playbook: string },
): void {
  const headers = { ...responseHeaders(heading), ...failureHeaders(failure) }
  response.writeHead(failure.status, { ...headers, 'content-type': 'application/json' })
  response.end(JSON.stringify(apiError(failure, heading.requestId)))
}

/** Tokens of a text, at four characters each. */
export function estimateTokens(characters: number): number {
  return Math.max(1, Math.ceil(characters / 4))
}

/** Tokens of a request and its answer, as the API calls them. */
interface AnswerUsage {
  input_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
  output_tokens: number
  [more: string]: unknown
}

/** The usage the API reports for an answer. */
export function usageOf({ usage, inputTokens }: Heading, shown: readonly ShownBlock[]): AnswerUsage {
  const searches = shown.filter(({ type }) => type === 'server_tool_use').length
  return {
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
    input_tokens: usage.input ?? inputTokens,
    cache_creation_input_tokens: usage.cacheWrite ?? 0,
    cache_read_input_tokens: usage.cacheRead ?? 0,
    output_tokens: usage.output ?? estimateTokens(JSON.stringify(shown).length),
  }
}

/** Sends a JSON object. */
export function sendJson(
  exchange: { response: ServerResponse; requestId: string; playbook: string },
  value: object,
): void {
  exchange.response.writeHead(200, { ...responseHeaders(exchange), 'content-type': 'application/json' })
  exchange.response.end(JSON.stringify(value))
}
