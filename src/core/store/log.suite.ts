import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, NewEvent } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from './index.ts'

/** A log over a real file. */
export interface LogWorld {
  folder: string
  sql: Sql
  log: EventLog
  clock: ManualClock
  /** Closes the log and opens the next on the same file. */
  reopen(): Promise<void>
  end(): Promise<void>
}

export function openLogWorld(): LogWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-log-'))
  const clock = manualClock(1_000)
  const open = () => {
    const sql = openStore(join(folder, 'iris.db'))
    return { sql, log: createLog({ sql, clock }) }
  }
  const close = async () => {
    await world.log.close()
    world.sql.close()
  }
  const world: LogWorld = {
    folder,
    clock,
    ...open(),
    async reopen() {
      await close()
      Object.assign(world, open())
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

export const printed = (line: string, extra: object = {}): NewEvent => ({
  type: 'agent.printed',
  data: { line },
  ...extra,
})
export const lines = (events: readonly Event[]) =>
  events.map((event) => (event.data as { line: string }).line)
export const stopped = (reason: string): NewEvent => ({ type: 'daemon.stopped', data: { reason } })
