import type { CallOutput, Component } from '../../contract/index.ts'
import type { Alerts } from '../../core/alerts/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Work } from '../work/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { lookAround, type WatchFacts } from './looking.ts'
import { createProgress } from './progress.ts'

/** A part of Iris, whether it is up, and how it is started again where that is possible. */
export interface ComponentLook {
  component: string
  look: () => { isUp: boolean; words: string }
  restart?: () => Promise<void> | void
}

/** What the watch is made from. */
export interface WatchDeps extends Pick<WatchFacts, 'leases' | 'usage' | 'rulings' | 'config'> {
  log: Pick<EventLog, 'read' | 'newest'>
  alerts: Alerts
  clock: Clock
  logger: Pick<Logger, 'error'>
  work: Pick<Work, 'watched'>
  components: readonly ComponentLook[]
}

/** A timer in code that looks for what is stuck, loops or is down; it asks no model, so that idle costs nothing. */
export interface Watch {
  /** Looks now. */
  look(): void
  report(): CallOutput<'readWatch'>
  /** One more part of Iris to look at. */
  alsoLooksAt(part: ComponentLook): void
  canRestart(component: string): boolean
  /** Starts a part of Iris again; it rejects when that fails. */
  restart(component: string): Promise<void>
  /** Why it could not look the last time; undefined when it could. */
  fault(): string | undefined
  close(): void
}

export function createWatch(deps: WatchDeps): Watch {
  const { clock, alerts, work, logger } = deps
  const seen = new Map<string, number>()
  const parts = [...deps.components]
  const progress = createProgress(deps.log)
  const partOf = (name: string) => parts.find(({ component }) => component === name)
  let last: { at: number; tookMs: number; watched: number; components: Component[] } | undefined
  let fault: string | undefined
  let cancel: Cancel = () => undefined
  const every = (): number => deps.config().work.watchEvery
  again()

  return {
    look,
    report: () => ({
      everyMs: every(),
      lookedAt: last?.at ?? null,
      tookMs: last?.tookMs ?? null,
      watched: last?.watched ?? 0,
      components: components(),
    }),
    alsoLooksAt: (part) => void parts.push(part),
    canRestart: (component) => partOf(component)?.restart !== undefined,
    restart: async (component) => partOf(component)?.restart?.(),
    fault: () => fault,
    close: () => cancel(),
  }

  function again(): void {
    cancel = clock.after(every(), () => {
      // What it cannot see now it sees the next time; the timer goes on in any case.
      try {
        look()
        fault = undefined
      } catch (error) {
        fault = messageOf(error)
        logger.error('the watch cannot look', { err: error })
      }
      again()
    })
  }

  function look(): void {
    const began = clock.steady()
    const tasks = work.watched()
    const now = components()
    progress.keep(new Set(tasks.map(({ session }) => session)))
    alerts.found(lookAround({ ...deps, progress, tasks, components: now, now: clock.now() }))
    last = {
      at: clock.now(),
      tookMs: Math.round(clock.steady() - began),
      watched: tasks.length,
      components: now,
    }
  }

  function components(): Component[] {
    return parts.map(({ component, look: lookAt }) => {
      const { isUp, words } = lookAt()
      if (isUp) seen.set(component, clock.now())
      return { component, isUp, words, seenAt: seen.get(component) ?? null }
    })
  }
}
