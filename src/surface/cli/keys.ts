import { createInterface } from 'node:readline/promises'
import type { ReadStream } from 'node:tty'

/** Keystrokes of a person, and lines where a keystroke is not enough. */
export interface Keys {
  /** The next key; undefined when the person leaves (q, Ctrl-C, Ctrl-D, Escape), the input ends or nobody waits for it any more. */
  next(signal?: AbortSignal): Promise<string | undefined>
  /** A line; empty when the person leaves (Ctrl-C, Ctrl-D). */
  line(prompt: string): Promise<string>
  close(): void
}

const leaving = new Set(['q', '\u0003', '\u0004', '\u001B'])

/** Reads a terminal key by key. */
export function openKeys(input: ReadStream): Keys {
  return {
    async next(signal) {
      const key = await readKey(input, signal)
      return key === undefined || leaving.has(key) ? undefined : key
    },
    async line(prompt) {
      const terminal = createInterface({ input, output: process.stderr })
      const left = new AbortController()
      for (const end of ['SIGINT', 'close']) terminal.once(end, () => left.abort())
      try {
        return await terminal.question(prompt, { signal: left.signal })
      } catch (error) {
        if (!left.signal.aborted) throw error
        return ''
      } finally {
        terminal.close()
      }
    },
    close: () => void input.pause(),
  }
}

function readKey(input: ReadStream, signal: AbortSignal | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined)
    input.setRawMode(true)
    input.resume()
    const done = (key: string | undefined): void => {
      input.off('data', onData)
      input.off('end', onEnd)
      signal?.removeEventListener('abort', onEnd)
      input.setRawMode(false)
      input.pause()
      resolve(key)
    }
    const onData = (data: Buffer): void => done(data.toString('utf8'))
    const onEnd = (): void => done(undefined)
    input.once('data', onData)
    input.once('end', onEnd)
    signal?.addEventListener('abort', onEnd, { once: true })
  })
}
