import type { Readable } from 'node:stream'
import type { Cancel, Clock } from '../../../platform/clock/index.ts'
import type { Spool } from './spool.ts'

const retryMs = 1000
const quietMs = 100
const maxQuietRounds = 50

/** The stdout of one agent on its way into the spool. */
export interface Output {
  /** Call once the process has exited; resolves when everything it printed is in the spool. */
  finished(): Promise<void>
}

/** Spools stdout as it comes. When the disk is full the agent waits, not the pipe: its stdout is paused and tried again. */
export function spoolOutput(deps: {
  stdout: Readable
  spool: Spool
  clock: Clock
  grew: () => void
}): Output {
  const { stdout, spool, clock, grew } = deps
  let waiting = false
  let taken = 0
  const closed = new Promise<void>((resolve) => {
    stdout.once('close', resolve)
  })
  stdout.on('data', take)
  return { finished }

  function take(chunk: Buffer): void {
    taken += chunk.length
    const rest = spool.append(chunk)
    grew()
    waiting = rest.length > 0
    if (!waiting) return
    stdout.pause()
    clock.after(retryMs, () => {
      take(rest)
      if (!waiting) stdout.resume()
    })
  }

  async function finished(): Promise<void> {
    const cancel = giveUpWhenQuiet()
    await closed
    cancel()
  }

  /** A grandchild may hold stdout open for ever. What the agent itself printed is read once nothing more comes. */
  function giveUpWhenQuiet(): Cancel {
    let before = -1
    let rounds = 0
    const check = (): void => {
      const quiet = !waiting && taken === before
      rounds += waiting ? 0 : 1
      before = taken
      if (quiet || rounds > maxQuietRounds) stdout.destroy()
      else cancel = clock.after(quietMs, check)
    }
    let cancel = clock.after(quietMs, check)
    return () => cancel()
  }
}
