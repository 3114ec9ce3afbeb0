export type { LeaderSpec } from './leading.ts'
export { runMigrations } from './rows.ts'
export { createRuns, type Runs } from './runs.ts'
