import type { Clock } from '../../../platform/clock/index.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import type { Connection } from './connection.ts'

/** When a connection may speak: one thing after the other, and no faster than allowed. */
export interface Pace {
  oneAtATime<T>(connection: Connection, work: () => Promise<T>): Promise<T>
  allowed(connection: Connection): Promise<void>
  /** Ends early when everything stops. */
  pause(ms: number): Promise<void>
  stop(): void
  isStopped(): boolean
}

export function createPace(clock: Clock, flood: { burst: number; perSecond: number }): Pace {
  const speaking = new WeakMap<Connection, Promise<unknown>>()
  const allowances = new WeakMap<Connection, Allowance>()
  const stopping = new AbortController()
  const { signal } = stopping
  return {
    oneAtATime(connection, work) {
      const mine = (speaking.get(connection) ?? Promise.resolve()).then(work)
      const settled = mine.catch(() => undefined)
      speaking.set(connection, settled)
      return mine
    },
    async allowed(connection) {
      const allowance = allowances.get(connection) ?? createAllowance(clock, flood)
      allowances.set(connection, allowance)
      for (let wait = allowance.take(); wait > 0 && !signal.aborted; wait = allowance.take())
        await pause(wait)
    },
    pause,
    stop: () => stopping.abort(),
    isStopped: () => signal.aborted,
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(signal.aborted ? 0 : ms, end)
      signal.addEventListener('abort', end)
    })
  }
}
