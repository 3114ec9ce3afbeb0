import type { coordinatorNoun, OperationsOf } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { CoordinatorDeps } from './context.ts'
import { onBuildEnded, onBuildStarted } from './builds.ts'
import { onAwaited, onSettled } from './conflicts.ts'
import { createCoordinator } from './coordinator.ts'
import type { RoleSources } from './roles.ts'
import { onAlert, onAsk, onAskOver, onCleared } from './taking.ts'
import { coordinatorMigrations } from './migrations.ts'
import { coordinatorNotifies } from './notifies.ts'

/** Who does what next, what waits and what is stuck. */
export const coordinatorFeature = feature({
  name: 'coordinator',
  migrations: coordinatorMigrations,
  create: (from: CoordinatorDeps & Omit<RoleSources, 'coordinator'>) => {
    const coordinator = createCoordinator(from)
    from.watch.watch.alsoLooksAt({
      component: 'coordinator',
      look: () => {
        const why = coordinator.fault()
        return { isUp: why === undefined, words: why ?? 'decides as it should' }
      },
    })
    // Only then is it known which turns are open.
    void from.sessions.recovered().then(() => coordinator.start())
    return coordinator
  },
  operations: (coordinator): OperationsOf<typeof coordinatorNoun> => ({
    listConcerns: (filter) => coordinator.list(filter),
    readRoles: () => ({ roles: coordinator.roles() }),
  }),
  reacts: {
    'alert.opened': ({ context }, { data }) => onAlert(context, context.watch.alerts.get(data.alert)),
    'alert.changed': ({ context }, { data }) => onAlert(context, context.watch.alerts.get(data.alert)),
    'alert.acknowledged': ({ context }, { data }) => onAlert(context, context.watch.alerts.get(data.alert)),
    'alert.cleared': ({ context }, { data }) => onCleared(context, data.alert),
    'build.started': ({ context }, event) => onBuildStarted(context, event),
    'build.ended': ({ context }, event) => onBuildEnded(context, event),
    'lease.awaited': ({ context }, { data }) => onAwaited(context, data),
    'lease.preempted': ({ context }, { data }) => onAwaited(context, data),
    'lease.granted': ({ context }, { data }, append) => onSettled(context, data.task, append),
    'lease.released': ({ context }, { data }, append) => onSettled(context, data.task, append),
    'lease.lost': ({ context }, { data }, append) => onSettled(context, data.task, append),
    'ask.opened': ({ context }, event) => onAsk(context, event),
    'ask.answered': ({ context }, event) => onAskOver(context, event),
    'ask.dismissed': ({ context }, event) => onAskOver(context, event),
    'ask.withdrawn': ({ context }, event) => onAskOver(context, event),
  },
  notifies: () => coordinatorNotifies,
  close: (coordinator) => coordinator.close(),
})
