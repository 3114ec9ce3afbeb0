export { createNotifications, type Notifications } from './notifications.ts'
export { notificationOperations } from './operations.ts'
export { notificationMigrations } from './sent.ts'
