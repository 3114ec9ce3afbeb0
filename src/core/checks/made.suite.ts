/** What checks of other folders' tests are made with. */
export { createChecks } from './checks.ts'
export { checkMigrations } from './migrations.ts'
