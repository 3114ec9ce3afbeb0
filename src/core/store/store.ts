import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copiesFolder, copiesOf, namingCopy, openSql, type Sql } from '../../platform/sqlite/index.ts'
import { migrate, refuseStrange, storeMigrations, type Migrations } from './migrations.ts'

const backupsKept = 3

/** Opens the database at `path`, brought up to date for every folder that owns tables. */
export function openStore(path: string, owners: readonly Migrations[] = []): Sql {
  const all = [storeMigrations, ...owners]
  const sql = openSql(path, { check: (found) => namingCopy(path, () => refuseStrange(found, all)) })
  try {
    migrate(sql, all, () => keepBackup(sql, path))
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

/** A copy has its name only once it is whole: a daemon killed meanwhile leaves a draft, which the next one removes. */
function keepBackup(sql: Sql, path: string): void {
  const folder = copiesFolder(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.draft'))) rmSync(join(folder, name))
  const copy = join(folder, `iris-${new Date().toISOString().replaceAll(':', '-')}.db`)
  sql.backup(`${copy}.draft`)
  renameSync(`${copy}.draft`, copy)
  for (const old of copiesOf(path).slice(0, -backupsKept)) rmSync(old)
}
