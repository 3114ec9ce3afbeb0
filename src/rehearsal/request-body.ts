import type { IncomingMessage } from 'node:http'
import { Refusal } from './api-error.ts'

const largestBody = 64 * 1024 * 1024

/** Reads a request's body, up to 64 MiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early must not take the connection away from the answer that says why.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > largestBody) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(): Refusal {
  return new Refusal(413, 'Request exceeds the maximum size of 64 MiB (rehearsal)')
}
