import type { TellOutcome } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Telling } from '../../teamwork/orchestrator/index.ts'
import { createNarrator } from './narration.ts'
import type { ToolContext } from './tool.ts'

const showEvery = 100
const silenceLimit = 15_000

/** The outcome of a tell; until it is there, the client is shown what happens. Stops waiting when the client does. */
export async function showing(telling: Telling, context: ToolContext): Promise<TellOutcome> {
  const { clock, progress, signal } = context
  const pace = progress ? createPace(clock, progress) : undefined
  const narrate = createNarrator()
  const subscription = pace
    ? telling.progress$.subscribe({
        next: (step) => (step.kind === 'state' ? pace.showNow : pace.show)(narrate(step)),
        // A broken stream shows in the outcome; showing it twice helps nobody.
        error: () => undefined,
      })
    : undefined
  try {
    return await unlessAborted(telling.outcome, signal)
  } finally {
    telling.stopWaiting()
    subscription?.unsubscribe()
    pace?.close()
  }
}

/** When a waiting client is shown what. */
interface Pace {
  /** The first text at once, then at most ten a second, the newest winning. */
  show: (text: string | undefined) => void
  /** At once whatever went before: for what is rare. */
  showNow: (text: string | undefined) => void
  close(): void
}

/** Shows texts no faster than a client can use them, and breaks a long silence. */
export function createPace(clock: Clock, send: (text: string) => void): Pace {
  const started = clock.steady()
  let waiting: string | undefined
  let cancelPause: Cancel | undefined
  let cancelSilence = breakSilence()

  return {
    show(text) {
      if (text === undefined) return
      if (cancelPause) waiting = text
      else say(text)
    },
    showNow(text) {
      if (text === undefined) return
      send(text)
    },
    close() {
      cancelPause?.()
      cancelSilence()
    },
  }

  function say(text: string): void {
    cancelSilence()
    cancelSilence = breakSilence()
    cancelPause = clock.after(showEvery, () => {
      cancelPause = undefined
      if (waiting === undefined) return
      const next = waiting
      waiting = undefined
      say(next)
    })
    send(text)
  }

  /** Clients give up on calls that are silent for a minute. */
  function breakSilence(): Cancel {
    return clock.after(silenceLimit, () =>
      say(`still working after ${Math.round((clock.steady() - started) / 1000)} s`),
    )
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('the client stopped waiting'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
