import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSql, type Sql } from '../../platform/sqlite/index.ts'
import { migrate, refuseStrange, storeMigrations, type Migrations } from './migrations.ts'

const backupsKept = 3

/** Opens the database at `path`, brought up to date for every folder that owns tables. */
export function openStore(path: string, owners: readonly Migrations[] = []): Sql {
  const all = [storeMigrations, ...owners]
  const sql = openSql(path, { check: (found) => refuseStrange(found, all) })
  try {
    migrate(sql, all, () => keepBackup(sql, path))
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

function keepBackup(sql: Sql, path: string): void {
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  sql.backup(join(folder, `iris-${new Date().toISOString().replaceAll(':', '-')}.db`))
  const copies = readdirSync(folder)
    .filter((name) => /^iris-.*\.db$/.test(name))
    .toSorted()
  for (const old of copies.slice(0, -backupsKept)) rmSync(join(folder, old))
}
