export { copiesFolder, copiesOf, copyWords, namingCopy } from './copies.ts'
export { openSql } from './open.ts'
export type { Sql, Statement } from './sql.ts'
