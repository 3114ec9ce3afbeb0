import { createPresence } from '../../src/teamwork/notifications/presence.ts'
import { systemClock } from '../../src/platform/clock/index.ts'

/** Nobody is told of anything. */
export const noNotifications = {
  presence: createPresence(systemClock),
  test: () => Promise.resolve([]),
  read: () => ({ notifications: [], upTo: 0, quietMs: 0, types: [] }),
}
