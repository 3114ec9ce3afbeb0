import { request, type IncomingMessage } from 'node:http'
import type { Answer, Send } from '../../client/index.ts'

/** Sends with Node's own HTTP client: the first `fetch` of a process costs more than all else that `iris status` does. */
export const sendOverHttp: Send = (url, { body = '', headers, ...options }) =>
  new Promise((resolve, reject) => {
    // Without a length Node sends the body of a DELETE where the server does not look for one.
    const sized = body ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers
    const sent = request(url, { ...options, headers: sized }, (response) => resolve(answerOf(response)))
    sent.on('error', reject)
    sent.end(body)
  })

function answerOf(response: IncomingMessage): Answer {
  const status = response.statusCode ?? 0
  return { status, ok: status >= 200 && status < 300, body: response, json: () => jsonIn(response) }
}

async function jsonIn(response: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += String(part)
  return JSON.parse(text)
}
