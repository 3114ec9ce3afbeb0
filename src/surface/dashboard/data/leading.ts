const name = 'iris.live'

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
  let isLeader = false
  let waiting = new AbortController()
  void run()

  return {
    isLeader: () => isLeader,
    seize() {
      if (!isLeader) waiting.abort()
    },
  }

  async function run(): Promise<void> {
    let isSeizing = false
    let hasLocks = 'locks' in navigator
    while (!closed.aborted) {
      waiting = new AbortController()
      const lost = new AbortController()
      const lead = (): Promise<void> => {
        isLeader = true
        return work(AbortSignal.any([lost.signal, closed]))
      }
      try {
        if (hasLocks) await navigator.locks.request(name, how(isSeizing), lead)
        else await lead()
      } catch (error) {
        // Waiting was cut short to seize the lead, or another tab seized ours; else this page may have no locks.
        isSeizing = waiting.signal.aborted
        hasLocks = error instanceof DOMException && error.name === 'AbortError'
      } finally {
        isLeader = false
        lost.abort()
      }
    }
  }

  function how(isSeizing: boolean): LockOptions {
    return isSeizing ? { steal: true } : { signal: AbortSignal.any([waiting.signal, closed]) }
  }
}
