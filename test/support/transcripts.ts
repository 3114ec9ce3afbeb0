import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Settles when the CLI has written a text so often. It writes a moment after it speaks, and kill -9 takes what is not written. */
export function written(home: string, text: string, times = 1): Promise<void> {
  return expect.poll(() => transcriptsOf(home).split(text).length - 1).toBeGreaterThanOrEqual(times)
}

/** What the CLI would know of the conversations of a home if it were started again. */
function transcriptsOf(home: string): string {
  const folder = join(home, 'claude', 'projects')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}
