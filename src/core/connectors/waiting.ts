import type { Clock } from '../../platform/clock/index.ts'
import { newSecret } from './secrets.ts'

/** Things that wait under a name for somebody who knows it, in memory, for a while. */
export interface Waiting<T> {
  /** Keeps it; gives the name. */
  keep(thing: T): string
  look(name: string): T | undefined
  /** Gives it the first time. */
  take(name: string): T | undefined
}

/** The oldest makes room when there are too many. */
export function createWaiting<T>(options: { clock: Clock; life: number; most: number }): Waiting<T> {
  const { clock, life, most } = options
  const kept = new Map<string, { thing: T; until: number }>()
  return {
    keep(thing) {
      for (const [name, { until }] of kept) if (until <= clock.steady()) kept.delete(name)
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= most) kept.delete(oldest)
      const name = newSecret()
      kept.set(name, { thing, until: clock.steady() + life })
      return name
    },
    look,
    take(name) {
      const thing = look(name)
      kept.delete(name)
      return thing
    },
  }

  function look(name: string): T | undefined {
    const found = kept.get(name)
    return found && found.until > clock.steady() ? found.thing : undefined
  }
}
