export { betterSqlite, nodeSqlite } from './drivers.ts'
export { takeLock, type Lock } from './lock.ts'
export { openSql } from './open.ts'
export type { Sql, Statement } from './sql.ts'
