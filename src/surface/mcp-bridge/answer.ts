import { partsOf, type Answer } from '../../client/index.ts'
import { IrisError, isErrorCode } from '../../contract/plain.ts'
import { dataOf } from './server-sent.ts'

/** The messages in a response. A refusal by HTTP becomes an error of ours. */
export async function* messagesIn(response: Answer): AsyncGenerator<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (isStream && response.body) yield* dataOf(response.body)
  else yield* messageIn(response.body ? await textOf(response.body) : '', response.status)
}

async function textOf(body: NonNullable<Answer['body']>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of partsOf(body)) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

function messageIn(text: string, status: number): string[] {
  if (text === '') return []
  const body: unknown = parse(text)
  if (typeof body === 'object' && body !== null && 'jsonrpc' in body) return [JSON.stringify(body)]
  const { code, message } = refusalIn(body)
  if (isErrorCode(code)) throw new IrisError(code, message)
  throw new IrisError('DAEMON_UNREACHABLE', `Iris answered with status ${status}, not with MCP.`)
}

function refusalIn(body: unknown): { code: string; message: string } {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (typeof error !== 'object' || error === null || !('code' in error)) return { code: '', message: '' }
  return { code: String(error.code), message: 'message' in error ? String(error.message) : '' }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
