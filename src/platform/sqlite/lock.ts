import { IrisError } from '../../contract/plain.ts'
import { openSql } from './open.ts'

/** A lock between processes; the system releases it when its holder ends, however it ends. */
export interface Lock {
  release(): void
}

/** Takes the lock at once or returns undefined. SQLite's own file lock does the work: no stale files, no reused pids. */
export function takeLock(path: string): Lock | undefined {
  try {
    const sql = openSql(path, { patience: 0 })
    try {
      sql.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
      return { release: () => sql.close() }
    } catch (error) {
      sql.close()
      throw error
    }
  } catch (error) {
    if (error instanceof IrisError && error.code === 'DATABASE_UNAVAILABLE') return undefined
    throw error
  }
}
