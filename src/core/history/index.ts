export { createHistory, historyMigrations, type History } from './history.ts'
export { createPruning, type Prune } from './pruning.ts'
