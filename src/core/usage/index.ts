export { createUsage, usageMigrations, type Usage } from './usage.ts'
