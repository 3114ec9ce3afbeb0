/** Whose turn it is to read what is not at hand. */
export interface Rounds {
  /** Resolves when it is this reader's turn, or at once when its signal is aborted. */
  turn(signal: AbortSignal | undefined): Promise<void>
}

/**
 * One turn in each round of the event loop, in the order in which readers asked: whatever else there is to do is done
 * between two of them, and nobody has a second turn before the others had one.
 */
export function createRounds(): Rounds {
  const waiting = new Set<() => void>()
  let isUnderWay = false

  return {
    turn: (signal) =>
      new Promise((resolve) => {
        const go = (): void => {
          waiting.delete(go)
          signal?.removeEventListener('abort', go)
          resolve()
        }
        if (signal?.aborted) return go()
        signal?.addEventListener('abort', go)
        waiting.add(go)
        if (!isUnderWay) setImmediate(next)
        isUnderWay = true
      }),
  }

  function next(): void {
    const [first] = waiting
    first?.()
    isUnderWay = waiting.size > 0
    if (isUnderWay) setImmediate(next)
  }
}
