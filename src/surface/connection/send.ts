import { request, type IncomingMessage } from 'node:http'
import type { Answer, SendOptions } from '../../client/index.ts'

/**
 * Sends with Node's own HTTP client, by a Unix socket if one is named: `fetch` knows none, and its first use in a
 * process costs more than all else that `iris status` does.
 */
export function sendOverHttp(
  url: URL,
  { body = '', headers, ...options }: SendOptions & { socketPath?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Without a length Node sends the body of a DELETE where the server does not look for one.
    const sized = body ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers
    // Node's usual agent takes a kept connection all the same.
    const fresh = headers['connection'] === 'close' ? { agent: false } : {}
    const sent = request(url, { ...options, ...fresh, headers: sized }, (response) =>
      resolve(answerOf(response)),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function answerOf(response: IncomingMessage): Answer {
  const status = response.statusCode ?? 0
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headerOf(response, name) },
    body: response,
    json: () => jsonIn(response),
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return (Array.isArray(value) ? value.join(', ') : value) ?? null
}

async function jsonIn(response: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += String(part)
  return JSON.parse(text)
}
