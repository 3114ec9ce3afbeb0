import type { Clock } from '../../platform/clock/index.ts'

/** What the agents and the daemon took at a time, in bytes. */
export interface MemorySample {
  at: number
  agents: number
  daemon: number
}

const every = 60_000
const most = 240

/** Measures once a minute and keeps the last four hours; a restart of the daemon begins anew. */
export function createMemorySamples(deps: { clock: Clock; read: () => Omit<MemorySample, 'at'> }): {
  list: () => readonly MemorySample[]
  close: () => void
} {
  const { clock, read } = deps
  const samples: MemorySample[] = []
  let cancel = clock.after(every, take)
  return { list: () => samples, close: () => cancel() }

  function take(): void {
    samples.push({ at: clock.now(), ...read() })
    if (samples.length > most) samples.shift()
    cancel = clock.after(every, take)
  }
}
