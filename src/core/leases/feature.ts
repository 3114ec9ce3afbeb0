import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import { isSameProcessAlive } from '../../platform/process/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { Rulings } from '../rulings/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { LeasesContext } from './context.ts'
import { createLeases, type Leases } from './leases.ts'
import { leaseMigrations } from './migrations.ts'
import { leaseOperations } from './operations.ts'

/** What leases are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  tasks: Tasks
  rulings: Rulings
  sessions: Pick<Sessions, 'isHearing' | 'recovered' | 'pool'>
  inbox: Pick<Inbox, 'openIn'>
}

const isOpen = (status: string | undefined): boolean => status === undefined || status === 'in_progress'

/** Who may write which files. */
export const leasesFeature = feature({
  name: 'leases',
  migrations: leaseMigrations,
  create(from: From): Leases {
    const leases = createLeases({ ...from, standingOf: (worker) => standingOf(from, worker) })
    // Only then is it known which agents live.
    void from.sessions.recovered().then(() => leases.start())
    return leases
  },
  operations: leaseOperations,
  reacts: {
    'agent.exited': (leases, { session, data }, append) => {
      // What Iris ended for room or for rest works on when it is woken; whatever else ends has crashed or was stopped.
      const rests = data.endedFor === 'room' || data.endedFor === 'idle' || data.endedFor === 'settings'
      if (session && !rests) leases.sessionEnded(session, append)
    },
    'task.changed': (leases, { data }, append) => {
      if (!isOpen(data.status)) leases.endWith(data.task, append)
    },
    'task.planned': (leases, { data }, append) => leases.planned(data.task, append),
    'task.ended': (leases, { data }, append) => leases.endWith(data.task, append),
  },
  close: (leases) => leases.close(),
})

function standingOf(
  { sessions, inbox }: From,
  { session, process }: Parameters<LeasesContext['standingOf']>[0],
): ReturnType<LeasesContext['standingOf']> {
  if (process !== null) return isSameProcessAlive(process) ? 'running' : 'gone'
  if (session === null) return 'unknown'
  if (inbox.openIn(session).length > 0) return 'asking'
  return sessions.isHearing() && sessions.pool.get(session) ? 'running' : 'unknown'
}
