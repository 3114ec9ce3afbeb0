import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { IrisError } from '../../contract/index.ts'

const maxBytes = 8 * 1024 * 1024

type Received = Context<{ Bindings: HttpBindings }>

/** The text of a body. To be called once it is known who sends it: until then a caller costs no memory. */
export async function bodyText(context: Received, most = maxBytes): Promise<string> {
  const { incoming } = context.env
  if (Number(incoming.headers['content-length']) > most) throw tooLarge(most)
  return isOfKnownLength(incoming) ? context.req.text() : countedText(incoming, most)
}

/** The request for somebody who reads its body by themselves. */
export async function withLimitedBody(context: Received): Promise<Request> {
  const { raw } = context.req
  const { incoming } = context.env
  if (Number(incoming.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  // A second request is slower to make, so only one whose body had to be counted gets it.
  if (isOfKnownLength(incoming) || raw.method !== 'POST') return raw
  const { url, method, headers, signal } = raw
  return new Request(url, { method, headers, signal, body: await countedText(incoming, maxBytes) })
}

/** Node takes no more than the length that was said, and refuses a request that says both. */
function isOfKnownLength({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined
}

/** A body that does not say how long it is, up to a limit; what comes after that is not kept. */
function countedText(incoming: IncomingMessage, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (then: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      then()
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size > most) settle(() => (incoming.pause(), reject(tooLarge(most))))
    }
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks).toString('utf8')))
    const onClose = (): void =>
      settle(() => reject(new IrisError('INPUT_INVALID', 'The body ended before it was whole.')))
    incoming.on('data', onData).once('end', onEnd).once('close', onClose)
  })
}

function tooLarge(most: number): IrisError {
  const limit = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`
  return new IrisError('BODY_TOO_LARGE', `The body is larger than ${limit}.`)
}
