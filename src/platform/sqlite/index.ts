export { openSql } from './open.ts'
export type { Sql, Statement } from './sql.ts'
