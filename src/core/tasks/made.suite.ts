/** What tasks of other folders' tests are made with. */
export { taskMigrations } from './migrations.ts'
export { createTasks } from './tasks.ts'
