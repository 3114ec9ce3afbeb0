import type { Writable } from 'node:stream'
import { toErrorBody } from '../../contract/plain.ts'
import type { RequestId } from './message.ts'

const invalidRequest = -32_600
const serverError = -32_000

/** The client's side of the bridge. */
export interface Downstream {
  /** Settles when the client takes nothing any more. */
  gone: Promise<void>
  write(line: string): Promise<void>
  /** Answers a request with what went wrong. */
  refuse(id: RequestId, error: unknown): Promise<void>
  /** Answers a line that no message could be read from. */
  reject(): Promise<void>
}

export function createDownstream(output: Writable): Downstream {
  const gone = new Promise<void>(
    (resolve) => void output.once('close', resolve).once('error', () => resolve()),
  )
  return {
    gone,
    write,
    refuse(id, error) {
      const { code, message, advice } = toErrorBody(error).error
      return answer(id, { code: serverError, message: `${message} ${advice}`, data: { code, advice } })
    },
    reject: () => answer(null, { code: invalidRequest, message: 'This line is not a JSON-RPC message.' }),
  }

  function answer(id: RequestId | null, error: object): Promise<void> {
    return write(JSON.stringify({ jsonrpc: '2.0', id, error }))
  }

  async function write(line: string): Promise<void> {
    if (output.write(`${line}\n`)) return
    await Promise.race([gone, new Promise((resolve) => output.once('drain', resolve))])
  }
}
