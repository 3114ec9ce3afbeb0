import type { Writable } from 'node:stream'
import { IrisError } from '../../../contract/plain.ts'

const maxQueued = 32 * 1024 * 1024
const costPerWrite = 256
const maxKeys = 1024

/** The stdin of one agent: in order, bounded, and each key applied once. */
export interface Input {
  /** Resolves when the agent's stdin took the bytes; true when this key was applied before. */
  write(key: string, data: Buffer): Promise<boolean>
  close(): void
}

/** Wraps the stdin of a running agent. */
export function createInput(id: string, stdin: Writable): Input {
  const applied = new Map<string, Promise<void>>()
  let queued = 0

  return { write, close: () => void stdin.end() }

  async function write(key: string, data: Buffer): Promise<boolean> {
    const before = applied.get(key)
    if (before) {
      await before
      return true
    }
    const done = put(data)
    applied.set(key, done)
    forgetOldest()
    await done
    return false
  }

  function put(data: Buffer): Promise<void> {
    if (!stdin.writable) throw gone(id)
    const cost = data.length + costPerWrite
    if (queued + cost > maxQueued) {
      throw new IrisError('PIPE_BUSY', `${id} does not read its input; ${queued} bytes wait already.`)
    }
    queued += cost
    return new Promise((resolve, reject) => {
      // A copy: the bytes are a window on a larger buffer that the queue must not keep alive.
      stdin.write(Buffer.from(data), (error) => {
        queued -= cost
        if (error) reject(gone(id))
        else resolve()
      })
    })
  }

  function forgetOldest(): void {
    for (const key of applied.keys()) {
      if (applied.size <= maxKeys) return
      applied.delete(key)
    }
  }
}

function gone(id: string): IrisError {
  return new IrisError('PIPE_AGENT_GONE', `${id} does not take input any more.`)
}
