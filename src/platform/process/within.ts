import { systemClock } from '../clock/index.ts'

/** Waits for work, but not longer than a time. */
export async function within(delay: number, work: Promise<unknown>): Promise<void> {
  let cancel: (() => void) | undefined
  const late = new Promise<void>((resolve) => {
    cancel = systemClock.after(delay, resolve)
  })
  await Promise.race([work, late])
  cancel?.()
}
