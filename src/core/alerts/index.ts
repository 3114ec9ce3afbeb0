export { alertMigrations, createAlerts, type Alerts, type FoundAlert } from './alerts.ts'
export { alertNotifies } from './notifies.ts'
