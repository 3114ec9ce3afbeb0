export { runNotifies } from './notifies.ts'
export { runOperations } from './operations.ts'
export { runMigrations } from './rows.ts'
export { createRuns, type Runs } from './runs.ts'
