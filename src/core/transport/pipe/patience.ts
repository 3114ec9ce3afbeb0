import type { Cancel, Clock } from '../../../platform/clock/index.ts'

const maxWait = 10
const maxHeld = 16 * 1024
const newline = 0x0a

/** Whether every line in these bytes begins like one that may wait. A rest of a line begins like none. */
export function mayWait(bytes: Buffer, beginnings: readonly Buffer[]): boolean {
  if (bytes.length > maxHeld) return false
  let start = 0
  while (start < bytes.length) {
    const line = bytes.subarray(start)
    if (!beginnings.some((beginning) => line.subarray(0, beginning.length).equals(beginning))) return false
    const end = line.indexOf(newline)
    if (end === -1) return true
    start += end + 1
  }
  return true
}

/** A pause before something is done, however often it is put off. */
export interface Pause {
  /** Does it when the pause that runs, or begins now, is over. */
  later(): void
  cancel(): void
}

export function createPause(clock: Clock, then: () => void): Pause {
  let cancel: Cancel | undefined
  return {
    later() {
      cancel ??= clock.after(maxWait, () => {
        cancel = undefined
        then()
      })
    },
    cancel() {
      cancel?.()
      cancel = undefined
    },
  }
}
