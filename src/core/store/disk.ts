import type { Cancel, Clock } from '../../platform/clock/index.ts'

const latest = 1000

/** Whether what was committed is on disk. A commit survives every crash of ours at once, and a power cut from here on. */
export interface Disk {
  /** Says that something was committed. */
  touched(): void
  /** Puts everything committed so far on disk; nothing to do when it is. */
  settle(): void
  close(): void
}

/** What nobody waits for is on disk within a second. */
export function createDisk({ clock, sync }: { clock: Clock; sync: () => void }): Disk {
  let isBehind = false
  let cancel: Cancel | undefined
  return {
    touched() {
      isBehind = true
      cancel ??= clock.after(latest, later)
    },
    settle,
    close() {
      cancel?.()
      cancel = undefined
    },
  }

  function later(): void {
    cancel = undefined
    try {
      settle()
    } catch {
      // Nobody waits for it, and the next commit tries again.
    }
  }

  function settle(): void {
    if (!isBehind) return
    sync()
    isBehind = false
  }
}
