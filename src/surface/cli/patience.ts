/** How long a person waits: until a time is over or Ctrl-C, whichever is first. */
export interface Patience {
  signal: AbortSignal
  /** What Ctrl-C does. */
  leave: () => void
  /** Ctrl-C ends the program again. */
  end(): void
}

export function createPatience(within: number | undefined): Patience {
  const over = new AbortController()
  const abort = (): void => over.abort()
  const timer = within === undefined ? undefined : setTimeout(abort, within)
  // Once: a second Ctrl-C ends the program at once.
  process.once('SIGINT', abort)
  return {
    signal: over.signal,
    leave: abort,
    end() {
      clearTimeout(timer)
      process.off('SIGINT', abort)
    },
  }
}
