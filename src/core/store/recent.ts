import type { Event } from '../../contract/index.ts'

const maxEvents = 1024
/** Of bodies as text; as objects they take a few times as much. */
const maxBytes = 1 * 1024 * 1024

/** The newest events, kept decoded so that live tails need not read them back; bounded by count and bytes. */
export interface Recent {
  push(events: readonly Event[], sizes: readonly number[]): void
  /** Events after `seq`, or undefined when they reach further back than what is kept. */
  after(seq: number, limit: number): readonly Event[] | undefined
  /** Keeps none of them: they are read back from now on. */
  clear(): void
}

export function createRecent(head: number): Recent {
  let events: Event[] = []
  let sizes: number[] = []
  let bytes = 0
  let oldest = head + 1

  return {
    push(newer, newerSizes) {
      events.push(...newer)
      sizes.push(...newerSizes)
      bytes += newerSizes.reduce((sum, size) => sum + size, 0)
      if (events.length > 2 * maxEvents || bytes > maxBytes) shrink()
    },
    after(seq, limit) {
      const start = seq + 1 - oldest
      return start < 0 ? undefined : events.slice(start, start + limit)
    },
    clear: () => keepFrom(events.length, 0),
  }

  function shrink(): void {
    let cut = Math.max(0, events.length - maxEvents)
    let kept = sizes.slice(cut).reduce((sum, size) => sum + size, 0)
    while (kept > maxBytes / 2 && cut < events.length) {
      kept -= sizes[cut] ?? 0
      cut += 1
    }
    keepFrom(cut, kept)
  }

  function keepFrom(cut: number, kept: number): void {
    events = events.slice(cut)
    sizes = sizes.slice(cut)
    bytes = kept
    oldest += cut
  }
}
