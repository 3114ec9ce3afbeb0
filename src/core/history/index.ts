export { createHistory, historyMigrations, type History } from './history.ts'
export { createPruning, createShrinking, type Prune } from './pruning.ts'
