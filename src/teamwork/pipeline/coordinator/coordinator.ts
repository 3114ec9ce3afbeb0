import type { CallOutput, CallParsed, RoleAtWork } from '../../../contract/index.ts'
import { createMoments } from '../../../platform/clock/index.ts'
import type { CoordinatorContext, CoordinatorDeps } from './context.ts'
import { createLooking } from './looking.ts'
import { readRoles, type RoleSources } from './roles.ts'
import { createConcernRows } from './rows.ts'
import { onAlert } from './taking.ts'
import { toConcern } from './views.ts'

/** Moves work along: decides what follows from alerts, failed builds, files that two want and decisions that wait. No model is asked. */
export interface Coordinator {
  context: CoordinatorContext
  list(filter: CallParsed<'listConcerns'>): CallOutput<'listConcerns'>
  roles(): RoleAtWork[]
  /** Why it could not decide the last time; undefined when it could. */
  fault(): string | undefined
  /** Goes on with what the last daemon left. */
  start(): void
  /** Resolves when nothing is due. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createCoordinator(deps: CoordinatorDeps & Omit<RoleSources, 'coordinator'>): Coordinator {
  const stopped = new AbortController()
  const looking = createLooking(() => context)
  const context: CoordinatorContext = {
    ...deps,
    rows: createConcernRows(deps.sql),
    moments: createMoments(deps.clock),
    wake: () => looking.wake(),
    signal: stopped.signal,
  }
  const { rows, watch } = context
  return {
    context,
    list: (filter) => ({ concerns: rows.list(filter).map((row) => toConcern(context, row)) }),
    roles: () => readRoles({ ...deps, coordinator: { ...context, fault: () => looking.fault() } }),
    fault: () => looking.fault(),
    start() {
      // Those of a daemon that had no coordinator.
      for (const alert of watch.alerts.list({ state: 'open', limit: 500 }))
        if (!rows.get(alert.alert)) onAlert(context, alert)
      looking.wake()
    },
    settled: () => looking.settled(),
    close() {
      stopped.abort()
      return looking.close()
    },
  }
}
