const maxAtOnce = 2

/** Work that must not meet in one place, and of which only a little is done at once. */
export interface Lanes {
  /** Does it when nothing else is done in this place. */
  take<T>(place: string, work: () => Promise<T>): Promise<T>
}

/** One at a time in a place, a few in all. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let free = maxAtOnce
  return {
    take(place, work) {
      const turn = (last.get(place) ?? Promise.resolve()).then(() => within(work))
      const settled = turn.catch(() => undefined)
      last.set(place, settled)
      void settled.finally(() => last.get(place) === settled && last.delete(place))
      return turn
    },
  }

  async function within<T>(work: () => Promise<T>): Promise<T> {
    if (free === 0) await new Promise<void>((go) => void waiting.push(go))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
