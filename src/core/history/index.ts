export { createHistory, historyMigrations, type History } from './history.ts'
