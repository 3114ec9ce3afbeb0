import { onceAborted, whileOpen } from './page-life.ts'

/** What the tab that leads holds. */
export const liveLock = 'iris.live'

/** Who of the tabs of this browser leads. */
export interface Leading {
  isLeader: () => boolean
  /** Takes the lead from a tab that no longer answers. */
  seize(): void
}

/**
 * Does the work in one tab of this browser at a time, until `closed`. When a tab goes, however it goes,
 * the next one begins. A browser without locks (the page of a host that is not trusted) leads in every tab.
 */
export function createLeading(work: (signal: AbortSignal) => Promise<void>, closed: AbortSignal): Leading {
  /** The time of leading that is under way: on a page that was kept, the one before may see its end only now. */
  let current: AbortController | undefined
  let waiting = new AbortController()
  const end = whileOpen(() => {
    const left = new AbortController()
    void run(left.signal)
    return () => left.abort()
  })
  if (closed.aborted) end()
  else closed.addEventListener('abort', end, { once: true })

  return {
    isLeader: () => current !== undefined,
    seize() {
      if (!current) waiting.abort()
    },
  }

  async function run(left: AbortSignal): Promise<void> {
    let isSeizing = false
    let hasLocks = 'locks' in navigator
    while (!left.aborted) {
      waiting = new AbortController()
      const lost = new AbortController()
      const over = AbortSignal.any([lost.signal, left])
      const lead = (): Promise<void> => {
        current = lost
        return Promise.race([work(over), onceAborted(over)])
      }
      try {
        if (hasLocks) await navigator.locks.request(liveLock, how(isSeizing, left), lead)
        else await lead()
      } catch (error) {
        // Waiting was cut short to seize the lead, or another tab seized ours; else this page may have no locks.
        isSeizing = waiting.signal.aborted
        hasLocks = error instanceof DOMException && error.name === 'AbortError'
      } finally {
        if (current === lost) current = undefined
        lost.abort()
      }
    }
  }

  function how(isSeizing: boolean, left: AbortSignal): LockOptions {
    return isSeizing ? { steal: true } : { signal: AbortSignal.any([waiting.signal, left]) }
  }
}
