export { askMigrations, createAsks, inputOf, toPermission, type AskRow, type Asks } from './asks.ts'
