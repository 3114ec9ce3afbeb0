import { readMarkdown, type Reading } from './read-markdown.ts'

/** Texts that were read, so that none is read again when it comes back to the screen. */
export interface Readings {
  read(source: string): Reading
}

/** Keeps readings of at most `most` characters together; the one unused for longest goes first. */
export function createReadings(most: number): Readings {
  const kept = new Map<string, Reading>()
  let size = 0
  let newest: string | undefined

  function forget(source: string): void {
    size -= kept.delete(source) ? source.length : 0
  }

  function keep(source: string, reading: Reading): Reading {
    // A text that is being written grows: what it was before is not asked for again.
    if (newest !== undefined && source.startsWith(newest)) forget(newest)
    forget(source)
    kept.set(source, reading)
    size += source.length
    newest = source
    for (const oldest of kept.keys()) {
      if (size <= most || oldest === source) break
      forget(oldest)
    }
    return reading
  }

  return {
    read: (source) =>
      keep(
        source,
        kept.get(source) ?? readMarkdown(source, newest === undefined ? undefined : kept.get(newest)),
      ),
  }
}
