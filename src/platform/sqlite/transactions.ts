import type { Driver } from './sql.ts'

/** The transactions of one connection, one inside the other. */
export interface Transactions {
  /** Runs `work` in an immediate transaction; inside another one, in a savepoint. */
  run<T>(work: () => T): T
  isOpen(): boolean
}

/** The statements of one depth of nesting, prepared once. */
interface Savepoint {
  open: DriverStatement
  release: DriverStatement
  undo: string
}
type DriverStatement = ReturnType<Driver['prepare']>

export function createTransactions(driver: Driver): Transactions {
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const savepoints: Savepoint[] = []
  let depth = 0

  return {
    run: (work) => (depth === 0 ? outermost(work) : nested(work)),
    isOpen: () => depth > 0,
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

function prepareSavepoint(driver: Driver, depth: number): Savepoint {
  const name = `part_${depth}`
  return {
    open: driver.prepare(`SAVEPOINT ${name}`),
    release: driver.prepare(`RELEASE ${name}`),
    undo: `ROLLBACK TO ${name}; RELEASE ${name}`,
  }
}
