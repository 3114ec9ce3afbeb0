export { readLimits } from './limits.ts'
export { usageNotifies } from './notifies.ts'
export { usageOperations } from './operations.ts'
export { createUsage, usageMigrations, type Usage } from './usage.ts'
