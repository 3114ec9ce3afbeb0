import type { Cancel, Clock } from '../../platform/clock/index.ts'

const latest = 1000

/** Which commits are on disk. A commit survives every crash of ours at once; a power cut it survives from here on. */
export interface Disk {
  /** Says that something was committed. */
  touched(): void
  /** Resolves once everything committed so far is on disk: at once when it is. */
  settled(): Promise<void>
  close(): void
}

/** Those who wait at the same time share a sync. What nobody waits for is synced within a second. */
export function createDisk({ clock, sync }: { clock: Clock; sync: () => Promise<void> }): Disk {
  let committed = 0
  let onDisk = 0
  let running: Promise<void> | undefined
  let cancel: Cancel | undefined

  return {
    touched() {
      committed += 1
      cancel ??= clock.after(latest, () => {
        cancel = undefined
        // Who waits for it hears the reason; here the next commit tries again.
        settled().catch(() => undefined)
      })
    },
    settled,
    close() {
      cancel?.()
      cancel = undefined
    },
  }

  async function settled(): Promise<void> {
    const wanted = committed
    while (onDisk < wanted) await (running ??= run())
  }

  async function run(): Promise<void> {
    const covered = committed
    try {
      await sync()
      onDisk = covered
    } finally {
      running = undefined
    }
  }
}
