import type { Leading } from './leading.ts'
import { whileOpen } from './page-life.ts'

/** A leader that has not answered by the next time has lost the lead. */
const askEvery = 15_000
/** When the leader left, the next one has begun by then. */
const successionMs = 1000

/** Asks now and again who of the tabs leads, and takes the lead when nobody does. */
export interface Asking {
  answered(): void
  /** The lock of a page that was left may go to nobody (Chromium, once it keeps the page): then it is seized. */
  succeed(): void
}

export function createAsking(leading: Leading, deps: { signal: AbortSignal; ask: () => void }): Asking {
  let isUnanswered = false
  let succession: ReturnType<typeof setTimeout> | undefined
  const end = whileOpen(() => {
    isUnanswered = false
    ask()
    const timer = setInterval(ask, askEvery)
    return () => {
      clearInterval(timer)
      clearTimeout(succession)
    }
  })
  deps.signal.addEventListener('abort', end, { once: true })

  return {
    answered() {
      isUnanswered = false
    },
    succeed() {
      isUnanswered = true
      clearTimeout(succession)
      succession = setTimeout(ask, successionMs)
    },
  }

  function ask(): void {
    if (isUnanswered && !leading.isLeader()) leading.seize()
    isUnanswered = !leading.isLeader()
    if (isUnanswered) deps.ask()
  }
}
