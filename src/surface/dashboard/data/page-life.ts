/**
 * Does something from now on, and stops while this page is not open. A page that was left may be kept by its browser for
 * the way back: it is frozen, with every lock that it holds, and gets those that it waits for, so that no other tab does.
 */
export function whileOpen(start: () => () => void): () => void {
  let stop: (() => void) | undefined = start()
  const leave = (): void => {
    stop?.()
    stop = undefined
  }
  const comeBack = (): void => {
    stop ??= start()
  }
  globalThis.addEventListener('pagehide', leave)
  globalThis.addEventListener('pageshow', comeBack)
  return () => {
    globalThis.removeEventListener('pagehide', leave)
    globalThis.removeEventListener('pageshow', comeBack)
    leave()
  }
}

/** What a lock is held for until somebody aborts: a page that is left has no time to see its work end. */
export function onceAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
