import { join } from 'node:path'
import type { Event } from '../../contract/index.ts'
import { systemClock, type Clock } from '../../platform/clock/index.ts'
import { createProjects, type Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, type EventLog, type Migrations } from './index.ts'
import { openReadyMade } from './ready-made.suite.ts'

/** What the world of a test stands on: a real database in a folder with its log, and real projects. */
export interface Base<C extends Clock = Clock> {
  sql: Sql
  log: EventLog
  clock: C
  projects: Projects
}

export function openBase<C extends Clock = Clock>(
  folder: string,
  owners: readonly Migrations[],
  clock: C,
): Base<C> {
  const sql = openReadyMade(join(folder, 'iris.db'), owners)
  const log = createLog({ sql, clock })
  return { sql, log, clock, projects: createProjects({ clock: systemClock, threads: 4 }) }
}

export async function closeBase({ log, sql }: Pick<Base, 'log' | 'sql'>): Promise<void> {
  await log.close()
  sql.close()
}

/** What has happened so far. */
export const eventsIn = (log: Pick<EventLog, 'read'>): Event[] => [
  ...log.read({ after: 0, limit: 1000 }).events,
]
