/** Lets those who want the same thing have it one after another. */
export interface Turns {
  take<T>(what: string, work: () => Promise<T>): Promise<T>
  /** Settles when nobody is at anything. */
  over(): Promise<void>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(what, work) {
      const before = last.get(what) ?? Promise.resolve()
      const mine = before.then(work, work)
      last.set(what, mine)
      const leave = (): void => void (last.get(what) === mine && last.delete(what))
      mine.then(leave, leave)
      return mine
    },
    async over() {
      while (last.size > 0) await Promise.allSettled(last.values())
    },
  }
}
