export { createNotifications, type NotificationDeps, type Notifications } from './notifications.ts'
export { notificationMigrations } from './sent.ts'
