import { explain } from './failures.ts'
import type { Driver, Sql, SqlValue, Statement } from './sql.ts'
import { createSyncing } from './syncing.ts'

/** Makes the port out of a driver: one place for transactions, savepoints and error codes. */
export function wrapDriver(driver: Driver, path: string): Sql {
  let depth = 0
  let closed = false
  const syncing = createSyncing(path)
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const savepoints: Savepoint[] = []

  return {
    exec: (script) => explain(path, () => driver.exec(script)),
    prepare: <Row>(query: string) => wrapStatement<Row>(driver, query, path),
    transaction: (work) => explain(path, () => (depth === 0 ? outermost(work) : nested(work))),
    backup: (target) => explain(path, () => driver.prepare('VACUUM INTO ?').run(target)),
    sync: () => syncing.sync(),
    checkpoint: () => explain(path, () => driver.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close() {
      if (closed) return
      closed = true
      syncing.close()
      driver.close()
    },
  }

  function outermost<T>(work: () => T): T {
    begin.run()
    depth = 1
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      undo('ROLLBACK')
      throw error
    } finally {
      depth = 0
    }
  }

  function nested<T>(work: () => T): T {
    const savepoint = (savepoints[depth] ??= prepareSavepoint(driver, depth))
    savepoint.open.run()
    depth += 1
    try {
      const result = work()
      savepoint.release.run()
      return result
    } catch (error) {
      undo(savepoint.undo)
      throw error
    } finally {
      depth -= 1
    }
  }

  function undo(script: string): void {
    try {
      driver.exec(script)
    } catch {
      // A full disk or an I/O error makes SQLite roll back by itself; then there is nothing left to undo,
      // and the first error is the one to report.
    }
  }
}

/** The statements of one depth of nesting, prepared once. */
interface Savepoint {
  open: DriverStatement
  release: DriverStatement
  undo: string
}
type DriverStatement = ReturnType<Driver['prepare']>

function prepareSavepoint(driver: Driver, depth: number): Savepoint {
  const name = `part_${depth}`
  return {
    open: driver.prepare(`SAVEPOINT ${name}`),
    release: driver.prepare(`RELEASE ${name}`),
    undo: `ROLLBACK TO ${name}; RELEASE ${name}`,
  }
}

function wrapStatement<Row>(driver: Driver, query: string, path: string): Statement<Row> {
  const statement = explain(path, () => driver.prepare(query))
  // The row type is the caller's word for what the query selects; drivers return untyped rows.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  return {
    run: (...values: SqlValue[]) =>
      explain(path, () => ({ changes: Number(statement.run(...values).changes) })),
    get: (...values: SqlValue[]) => explain(path, () => statement.get(...values) as Row | undefined),
    all: (...values: SqlValue[]) => explain(path, () => statement.all(...values) as Row[]),
  }
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}
