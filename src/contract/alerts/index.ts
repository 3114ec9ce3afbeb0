import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { operation, peopleAndDeciding, readers, readersAndDelegates } from '../operation.ts'
import { plainAlerts } from './plain.ts'
import { Alert, AlertId, AlertKind, AlertSeverity } from './schemas.ts'
import { AlertInTool, alertInTool } from './told.ts'

export { Alert, AlertId, AlertSeverity } from './schemas.ts'

/** A part of Iris that the watch looks at. */
const Component = z.object({
  component: z.string(),
  isUp: z.boolean(),
  words: z.string(),
  seenAt: z.int().nullable().describe('When it was last found up; null when never'),
})
export type Component = z.infer<typeof Component>

const About = { alert: AlertId, kind: AlertKind, subject: z.string(), team: z.string().nullable() }
const Told = { severity: AlertSeverity, words: z.string(), advice: z.string(), build: z.string().nullable() }

/** What the watch found. */
export const alertsNoun = defineNoun(plainAlerts, {
  ids: [AlertId],
  events: {
    'alert.opened': defineEvent(1, z.object({ ...About, ...Told })),
    'alert.changed': defineEvent(1, z.object({ ...About, ...Told })),
    'alert.acknowledged': defineEvent(1, z.object({ ...About, by: z.string() })),
    'alert.cleared': defineEvent(1, z.object({ ...About, openMs: z.int() })),
  },
  operations: {
    listAlerts: operation({
      summary: 'What the watch found, the newest first',
      input: z.object({
        state: z.enum(['open', 'all']).default('open'),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      output: z.object({ alerts: z.array(Alert) }),
      for: readersAndDelegates,
      tool: {
        name: 'alert_list',
        title: 'List alerts',
        effect: 'reads',
        output: {
          shape: z.object({ status: z.literal('ok'), alerts: z.array(AlertInTool) }),
          from: ({ alerts }) => ({ status: 'ok', alerts: alerts.map(alertInTool) }),
        },
      },
    }),
    acknowledgeAlert: operation({
      summary: 'Silences an alert; it stays open until it is cleared',
      input: z.object({ alert: AlertId }),
      output: Alert,
      for: peopleAndDeciding,
      tool: {
        name: 'alert_acknowledge',
        title: 'Acknowledge an alert',
        effect: 'starts',
        description:
          'Silences an alert once the person knows of it. It mends nothing: the alert stays open until it is no longer so.',
        output: {
          shape: z.object({ status: z.literal('ok'), alert: AlertInTool }),
          from: (alert) => ({ status: 'ok', alert: alertInTool(alert) }),
        },
      },
    }),
    readWatch: operation({
      summary: 'When the watch looked, and how the parts of Iris are',
      input: z.object({}),
      output: z.object({
        everyMs: z.int(),
        lookedAt: z.int().nullable(),
        tookMs: z.int().nullable(),
        watched: z.int().describe('How many tasks it looked at'),
        components: z.array(Component),
      }),
      for: readers,
    }),
  },
})
