import type { notificationsNoun, OperationsOf } from '../../contract/index.ts'
import type { Notifications } from './notifications.ts'

/** What the operations on notifications do. */
export function notificationOperations(
  notifications: Pick<Notifications, 'presence' | 'test' | 'read'>,
): OperationsOf<typeof notificationsNoun> {
  return {
    reportPresence: ({ page, looking }) => notifications.presence.report(page, looking),
    readNews: ({ after }) => notifications.read(after),
    testAlert: async ({ method }) => ({ results: await notifications.test(method) }),
  }
}
