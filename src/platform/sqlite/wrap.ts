import { explain } from './failures.ts'
import { makeFile } from './permissions.ts'
import type { Driver, Sql, SqlValue, Statement } from './sql.ts'
import { createSyncing } from './syncing.ts'
import { createTransactions } from './transactions.ts'

/** Makes the port out of a driver: one place for transactions, syncs and error codes. */
export function wrapDriver(driver: Driver, path: string): Sql {
  const syncing = createSyncing(path)
  const transactions = createTransactions(driver)
  let committed = (): void => undefined
  let closed = false

  return {
    exec(script) {
      explain(path, () => driver.exec(script))
      wrote()
    },
    prepare: <Row>(query: string) => wrapStatement<Row>(driver, query, { path, wrote }),
    transaction(work) {
      const result = explain(path, () => transactions.run(work))
      wrote()
      return result
    },
    backup(target) {
      makeFile(target)
      explain(path, () => driver.prepare('VACUUM INTO ?').run(target))
    },
    onCommit: (heard) => void (committed = heard),
    sync: () => syncing.sync(),
    syncSoon: () => syncing.syncSoon(),
    checkpoint,
    compact() {
      // The copy it makes would be held in memory otherwise, however large the database is.
      explain(path, () => driver.exec('PRAGMA temp_store = FILE'))
      try {
        explain(path, () => driver.exec('VACUUM'))
      } finally {
        driver.exec('PRAGMA temp_store = MEMORY')
      }
      checkpoint()
    },
    close() {
      if (closed) return
      closed = true
      syncing.close()
      driver.close()
    },
  }

  function checkpoint(): void {
    explain(path, () => driver.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  }

  /** Outside a transaction every statement is a commit of its own. */
  function wrote(): void {
    if (!transactions.isOpen()) committed()
  }
}

function wrapStatement<Row>(
  driver: Driver,
  query: string,
  { path, wrote }: { path: string; wrote: () => void },
): Statement<Row> {
  const statement = explain(path, () => driver.prepare(query))
  // The row type is the caller's word for what the query selects; drivers return untyped rows.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  return {
    run(...values: SqlValue[]) {
      const changes = explain(path, () => Number(statement.run(...values).changes))
      wrote()
      return { changes }
    },
    get: (...values: SqlValue[]) => explain(path, () => statement.get(...values) as Row | undefined),
    all: (...values: SqlValue[]) => explain(path, () => statement.all(...values) as Row[]),
    *iterate(...values: SqlValue[]) {
      const rows = explain(path, () => statement.iterate(...values)[Symbol.iterator]() as Iterator<Row>)
      try {
        for (let row = explain(path, () => rows.next()); !row.done; row = explain(path, () => rows.next()))
          yield row.value
      } finally {
        rows.return?.()
      }
    },
  }
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}
