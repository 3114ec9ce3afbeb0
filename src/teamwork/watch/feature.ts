import type { alertsNoun, OperationsOf } from '../../contract/index.ts'
import { counted } from '../../contract/plain.ts'
import { alertMigrations, alertNotifies, createAlerts } from '../../core/alerts/index.ts'
import { feature } from '../../core/features/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createWatch, type ComponentLook, type WatchDeps } from './watch.ts'

type From = Omit<WatchDeps, 'alerts' | 'components' | 'work'> & {
  sql: Sql
  log: EventLog
  sessions: Pick<Sessions, 'isHearing' | 'pool'>
  agents: { known: () => Promise<unknown> }
  work: WatchDeps['work'] & { stalled: () => string | undefined; recover: () => void }
}

/** The watch, and what it found. */
export const watchFeature = feature({
  name: 'watch',
  migrations: alertMigrations,
  create: (from: From) => {
    const { sql, log, clock, sessions, work, agents } = from
    const alerts = createAlerts({ sql, log, clock })
    const components: ComponentLook[] = [
      {
        component: 'event log',
        look: () => ({ isUp: log.head() >= 0, words: counted(log.head(), 'event') }),
      },
      {
        component: 'iris-pipe',
        look: () => {
          const isUp = sessions.isHearing()
          const living = sessions.pool.list().length
          return { isUp, words: isUp ? counted(living, 'agent') : 'its agents are not heard' }
        },
        // Connecting starts it when it is not there.
        restart: async () => void (await agents.known()),
      },
      {
        component: 'builds',
        look: () => {
          const why = work.stalled()
          return { isUp: why === undefined, words: why ?? 'looked at as they should be' }
        },
        restart: () => work.recover(),
      },
    ]
    return { alerts, watch: createWatch({ ...from, alerts, components }) }
  },
  operations: ({ alerts, watch }): OperationsOf<typeof alertsNoun> => ({
    listAlerts: (filter) => ({ alerts: alerts.list(filter) }),
    acknowledgeAlert: ({ alert }, { name, delegate }) => alerts.acknowledge(alert, delegate?.name ?? name),
    readWatch: () => watch.report(),
  }),
  notifies: ({ alerts }) => alertNotifies(alerts),
  close: ({ watch }) => watch.close(),
})
