/** Work that must not meet in one place. */
export interface OneByOne {
  /** Does it when nothing else is done in this place. */
  take<T>(place: string, work: () => Promise<T>): Promise<T>
  isTaken(place: string): boolean
}

export function createOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(place, work) {
      const done = (last.get(place) ?? Promise.resolve()).then(work)
      const settled = done.catch(() => undefined)
      last.set(place, settled)
      void settled.finally(() => last.get(place) === settled && last.delete(place))
      return done
    },
    isTaken: (place) => last.has(place),
  }
}
