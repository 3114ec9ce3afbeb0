import { inQuotes, IrisError } from '../../contract/index.ts'
import { fieldsOf, isFields, textIn } from '../../contract/plain.ts'
import { messageOf } from '../../platform/lib/index.ts'

const maxMs = 30_000
const maxBytes = 16 * 1024 * 1024
const protocol = '2025-06-18'

/** A server of tools over MCP, asked by one tool at a time. */
export interface ToolServer {
  /** What a tool answers: its structured answer, else its text read as JSON, else its text. */
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>
}

/** What a tool said, and whether it calls that an error. */
interface ToolAnswer {
  isError: boolean
  value: unknown
  text: string
}

/** Speaks streamable HTTP, as far as calling tools needs it. */
export function createToolServer(server: {
  url: string
  headers: Readonly<Record<string, string>>
}): ToolServer {
  let session: Promise<string | undefined> | undefined
  let number = 0

  async function post(body: object, id: string | undefined): Promise<Response> {
    const headers = {
      ...server.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocol,
      ...(id !== undefined && { 'mcp-session-id': id }),
    }
    const signal = AbortSignal.timeout(maxMs)
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' as const }
    return fetch(server.url, init).catch((error: unknown) => {
      throw failed(`${new URL(server.url).host} does not answer: ${messageOf(error)}`)
    })
  }

  async function begin(): Promise<string | undefined> {
    const clientInfo = { name: 'iris', version: '1' }
    const params = { protocolVersion: protocol, capabilities: {}, clientInfo }
    const response = await post(
      { jsonrpc: '2.0', id: (number += 1), method: 'initialize', params },
      undefined,
    )
    const id = response.headers.get('mcp-session-id') ?? undefined
    resultIn(await answerOf(response), response.status)
    const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, id)
    await told.body?.cancel()
    return id
  }

  async function ask(tool: string, args: object, isRetry = false): Promise<unknown> {
    const id = await (session ??= begin().catch((error: unknown) => {
      session = undefined
      throw error
    }))
    const params = { name: tool, arguments: args }
    const response = await post({ jsonrpc: '2.0', id: (number += 1), method: 'tools/call', params }, id)
    // A server that was started again does not know the session any more.
    if (response.status === 404 && id !== undefined && !isRetry) {
      await response.body?.cancel()
      session = undefined
      return ask(tool, args, true)
    }
    return resultIn(await answerOf(response), response.status)
  }

  return {
    async call(tool, args) {
      const result = fieldsOf(await ask(tool, args))
      const content = Array.isArray(result['content']) ? result['content'] : []
      const text = content.map((part) => textIn(part, 'text')).join('\n')
      const structured = result['structuredContent']
      const value = isFields(structured) ? (structured['result'] ?? structured) : parsed(text)
      return { isError: result['isError'] === true, value, text }
    },
  }
}

/** The answer in a body, which may be a stream that holds it. */
async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const text = await bounded(response)
  if (!type.includes('text/event-stream')) return parsed(text)
  const messages = text.split(/\r?\n\r?\n/).map((event) =>
    parsed(
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        .join('\n'),
    ),
  )
  return messages.find((message) => isFields(message) && ('result' in message || 'error' in message))
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw failed(`it says more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function resultIn(answer: unknown, status: number): unknown {
  if (status === 401 || status === 403) throw failed(`it refuses the headers (${status})`)
  const { result, error } = fieldsOf(answer)
  if (result !== undefined) return result
  throw failed(
    error === undefined ? `it answers with ${status}` : `it says ${inQuotes(textIn(error, 'message'), 500)}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Plain words are an answer too.
    return text
  }
}

function failed(why: string): IrisError {
  return new IrisError('WIKI_SERVER_FAILED', `The wiki server cannot be asked: ${why}.`)
}
