import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

const latest = 1000

/** Whether what was committed is on disk. A commit survives every crash of ours at once, and a power cut from here on. */
export interface Disk {
  /** Puts everything committed so far on disk; nothing to do when it is. */
  settle(): void
  close(): void
}

/** What nobody waits for is on disk within a second. */
export function createDisk({ clock, sql }: { clock: Clock; sql: Sql }): Disk {
  let isBehind = false
  let hasFailed = false
  let cancel: Cancel | undefined
  sql.onCommit(() => {
    isBehind = true
    cancel ??= clock.after(latest, later)
  })
  return {
    settle,
    close() {
      sql.onCommit(() => undefined)
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
    try {
      // After a sync that failed the system takes its pages for written; only writing them again tells the truth.
      if (hasFailed) sql.checkpoint()
      else sql.sync()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      throw error
    }
    isBehind = false
  }
}
