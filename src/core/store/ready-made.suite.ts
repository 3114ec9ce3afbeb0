import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Sql } from '../../platform/sqlite/index.ts'
import { openStore, type Migrations } from './index.ts'

/** New database files that have taken their steps, by these steps. */
const readyMade = new Map<string, Buffer>()

/**
 * Opens a store as `openStore` does. A new file begins as a copy of the first one with the same steps: each step
 * waits for the disk, and hundreds of tests would wait for the same ones.
 */
export function openReadyMade(path: string, owners: readonly Migrations[] = []): Sql {
  const steps = JSON.stringify(owners)
  const known = readyMade.get(steps)
  const isNew = !existsSync(path)
  if (isNew && known) writeFileSync(path, known, { mode: 0o600 })
  const sql = openStore(path, owners)
  if (isNew && !known) {
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    readyMade.set(steps, readFileSync(path))
  }
  return sql
}
