/** Lets one piece of work at a time run for each name, in the order they come. */
export function createAlone(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work)
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    last.set(name, settled)
    try {
      return await turn
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}
