import { IrisError } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

const latest = 1000

/** Whether what was committed is on disk. A commit survives every crash of ours at once, and a power cut from here on. */
export interface Disk {
  /** Puts everything committed so far on disk; nothing to do when it is. */
  settle(): void
  /** The same, and meanwhile the daemon goes on. */
  settled(): Promise<void>
  /** What it is doing while the daemon goes on, if anything. */
  atWork(): Promise<void> | undefined
  close(): void
}

/** What nobody waits for is on disk within a second. */
export function createDisk({ clock, sql }: { clock: Clock; sql: Sql }): Disk {
  let commits = 0
  let onDisk = 0
  let underWay: Promise<void> | undefined
  let hasFailed = false
  let cancel: Cancel | undefined
  sql.onCommit(() => {
    commits += 1
    cancel ??= clock.after(latest, later)
  })
  return {
    settle,
    atWork: () => underWay,
    async settled() {
      const wanted = commits
      // A sync that began before may have missed what was committed since.
      while (onDisk < wanted) await (underWay ??= inBackground().finally(() => (underWay = undefined)))
    },
    close() {
      sql.onCommit(() => undefined)
      cancel?.()
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
    if (onDisk === commits) return
    try {
      // After a sync that failed the system takes its pages for written; only writing them again tells the truth.
      if (hasFailed) sql.checkpoint()
      else sql.sync()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      throw error
    }
    onDisk = commits
  }

  async function inBackground(): Promise<void> {
    if (hasFailed) return settle()
    const upTo = commits
    try {
      await sql.syncSoon()
    } catch (error) {
      hasFailed = true
      throw error
    }
    onDisk = Math.max(onDisk, upTo)
    return undefined
  }
}

/** What a change gave, once it is on disk. When the disk fails, the error says what was done: doing it again would do it twice. */
export function onceOnDisk<T>(log: Pick<Disk, 'settle'>, given: T): T {
  try {
    log.settle()
    return given
  } catch (cause) {
    if (!(cause instanceof IrisError)) throw cause
    throw new IrisError(cause.code, cause.message, { cause, details: { ...cause.details, done: given } })
  }
}
