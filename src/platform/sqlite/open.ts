import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { betterSqlite, nodeSqlite, type Open } from './drivers.ts'
import { explain } from './failures.ts'
import { closeToOthers, makeFile } from './permissions.ts'
import type { Sql } from './sql.ts'
import { wrapDriver } from './wrap.ts'

const writerSettings = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -2000;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 1000;
  PRAGMA journal_size_limit = 67108864;
`

export interface OpenOptions {
  readOnly?: boolean
  open?: Open
  /** Looks at the database before anything about it is changed; throws when it is to be left alone. */
  check?: (sql: Sql) => void
}

/** Opens (and for a writer, makes) a database file with the settings measured for Iris. */
export function openSql(path: string, options: OpenOptions = {}): Sql {
  const open = options.open ?? defaultDriver()
  const readOnly = options.readOnly ?? false
  if (!existsSync(dirname(path))) {
    throw new IrisError('DATABASE_UNAVAILABLE', `The folder of the database does not exist: ${dirname(path)}`)
  }
  return explain(path, () => {
    if (!readOnly) makeFile(path)
    const driver = open(path, { readOnly })
    try {
      driver.exec('PRAGMA busy_timeout = 5000')
      driver.prepare('SELECT count(*) FROM sqlite_master').get()
      const sql = wrapDriver(driver, path)
      options.check?.(sql)
      if (!readOnly) {
        closeToOthers(path)
        driver.exec(writerSettings)
      }
      return sql
    } catch (error) {
      driver.close()
      throw error
    }
  })
}

/** The first driver that this runtime has; the one inside Node comes before the module that must be built. */
export function defaultDriver(
  drivers: readonly (() => Open | undefined)[] = [nodeSqlite, betterSqlite],
): Open {
  for (const driver of drivers) {
    const open = driver()
    if (open) return open
  }
  throw new IrisError(
    'DATABASE_DRIVER_MISSING',
    `Node ${process.versions.node} has no SQLite built in and better-sqlite3 could not be loaded.`,
  )
}
