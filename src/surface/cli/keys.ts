import { createInterface } from 'node:readline/promises'
import type { ReadStream } from 'node:tty'

/** Keystrokes of a person, and lines where a keystroke is not enough. */
export interface Keys {
  /** The next key; undefined when the person leaves (q, Ctrl-C, Ctrl-D, Escape) or the input ends. */
  next(): Promise<string | undefined>
  line(prompt: string): Promise<string>
  close(): void
}

const leaving = new Set(['q', '\u0003', '\u0004', '\u001B'])

/** Reads a terminal key by key. */
export function openKeys(input: ReadStream): Keys {
  return {
    async next() {
      const key = await readKey(input)
      return key === undefined || leaving.has(key) ? undefined : key
    },
    async line(prompt) {
      const terminal = createInterface({ input, output: process.stderr })
      try {
        return await terminal.question(prompt)
      } finally {
        terminal.close()
      }
    },
    close: () => void input.pause(),
  }
}

function readKey(input: ReadStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    input.setRawMode(true)
    input.resume()
    const done = (key: string | undefined): void => {
      input.off('data', onData)
      input.off('end', onEnd)
      input.setRawMode(false)
      input.pause()
      resolve(key)
    }
    const onData = (data: Buffer): void => done(data.toString('utf8'))
    const onEnd = (): void => done(undefined)
    input.once('data', onData)
    input.once('end', onEnd)
  })
}
