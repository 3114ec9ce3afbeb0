export { createHistory, historyMigrations, type History } from './history.ts'
export { logOperations } from './log-operations.ts'
export { historyOperations } from './operations.ts'
export { createPruning, createShrinking, type Prune } from './pruning.ts'
