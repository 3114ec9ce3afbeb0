import { IrisError } from '../contract/plain.ts'

const firstPause = 250
const maxPause = 5000

/** Reads something from a daemon; while it is away, until it is back or somebody stops waiting. */
export async function untilReached<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await read()
    } catch (error) {
      if (!isAway(error) || signal?.aborted) throw error
    }
    await sleep(pause, signal)
  }
}

function isAway(error: unknown): boolean {
  return (
    error instanceof IrisError && (error.code === 'DAEMON_UNREACHABLE' || error.code === 'DAEMON_NOT_RUNNING')
  )
}

/** Waits so long, or until somebody stops waiting. */
export function sleep(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delay)
    signal?.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
