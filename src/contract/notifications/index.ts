import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { AskUrgency } from '../inbox/schemas.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { plainNotifications } from './plain.ts'
import { AlertMethodName } from './schemas.ts'

export { AlertMethodName, NewsKind, type News } from './schemas.ts'

const notification = { ask: AskId, team: z.string(), method: AlertMethodName, reminder: z.int() }

const told = {
  method: AlertMethodName,
  events: z.array(z.int()).describe('The numbers of the events it tells of'),
  title: z.string(),
}

/** How people are told of asks and news when they do not look. */
export const notificationsNoun = defineNoun(plainNotifications, {
  ids: [],
  events: {
    'notification.sent': defineEvent(1, z.object(notification)),
    'notification.failed': defineEvent(1, z.object({ ...notification, reason: z.string(), tries: z.int() })),
    'notification.held': defineEvent(
      1,
      z.object({ ...notification, reason: z.enum(['presence', 'quiet_hours']) }),
    ),
    'news.sent': defineEvent(1, z.object(told)),
    'news.failed': defineEvent(1, z.object({ ...told, reason: z.string(), tries: z.int() })),
    'news.held': defineEvent(1, z.object({ ...told, reason: z.enum(['presence', 'quiet_hours']) })),
  },
  operations: {
    reportPresence: operation({
      summary:
        'A page says that somebody looks at it (or no longer does); while somebody does, nothing is pushed',
      input: z.object({ page: z.string().min(1).max(64), looking: z.boolean() }),
      output: z.object({ present: z.boolean(), forMs: z.int().describe('Report again before this') }),
      for: people,
    }),
    testAlert: operation({
      summary: 'Sends a notification to try, by every method that is switched on or by one',
      input: z.object({ method: AlertMethodName.optional() }),
      output: z.object({
        results: z.array(
          z.object({ method: AlertMethodName, ok: z.boolean(), error: z.string().nullable() }),
        ),
      }),
      for: people,
    }),
    readNews: operation({
      summary:
        'What a page in the background shows as notifications: one for each ask, one for all other news together; nothing while somebody looks at a page or a monitor',
      input: z.object({
        after: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe('Of events after this number; without it only where to begin'),
      }),
      output: z.object({
        notifications: z.array(
          z.object({
            title: z.string(),
            text: z.string(),
            urgency: AskUrgency,
            link: z.string().describe('The page to open, as a path of the dashboard'),
            events: z.array(z.int()).describe('The numbers of the events it tells of'),
          }),
        ),
        upTo: z.int().describe('Pass as `after` the next time'),
        quietMs: z.int().describe('How long quiet hours hold something back; ask again then'),
        types: z.array(z.string()).describe('The types of events that may be news'),
      }),
      for: readers,
    }),
  },
})
