export {
  askMigrations,
  createAsks,
  inputOf,
  toPermission,
  type AskRow,
  type NewAsk,
  type Asks,
} from './asks.ts'
