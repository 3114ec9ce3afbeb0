export { betterSqlite, nodeSqlite } from './drivers.ts'
export { openSql } from './open.ts'
export type { Sql, Statement } from './sql.ts'
