import type { Answer, Send } from '../../client/index.ts'
import { paths } from '../../contract/plain.ts'

/** How long an answer may take before the daemon is asked for a sign of life. */
const usualQuiet = 5000

/**
 * Sends, and gives up on a daemon that takes calls and answers nobody. A call may take as long as it needs while the
 * daemon gives signs of life; none is expected while it shrinks its database, for then it does nothing else.
 */
export function watched(
  send: Send,
  isAnswering: () => Promise<boolean>,
  quietFor: number = usualQuiet,
): Send {
  return (url, options) =>
    url.pathname === paths.shrinkLog.path ? send(url, options) : sendWatched(url, options)

  async function sendWatched(...[url, options]: Parameters<Send>): Promise<Answer> {
    const stop = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
    const over = new AbortController()
    void watch(over.signal).then((isDead) => (isDead ? stop.abort() : undefined))
    try {
      return await send(url, { ...options, signal })
    } finally {
      over.abort()
    }
  }

  /** Settles with true once the daemon gives no sign of life, with false when it is over. */
  async function watch(over: AbortSignal): Promise<boolean> {
    for (;;) {
      await quiet(over)
      if (over.aborted) return false
      if (!(await isAnswering())) return !over.aborted
    }
  }

  function quiet(over: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        over.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, quietFor)
      over.addEventListener('abort', end, { once: true })
    })
  }
}
