import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { prefixedId, SessionId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { plainAlerts } from './plain.ts'

export const AlertId = prefixedId('alr')
export type AlertId = z.infer<typeof AlertId>

/** What the watch looks for. */
const AlertKind = z.enum(['stuck', 'loop', 'deadlock', 'component', 'quota', 'budget'])

export const AlertSeverity = z.enum(['warning', 'problem', 'critical'])
export type AlertSeverity = z.infer<typeof AlertSeverity>

/** What the watch found; open until it finds it no longer. */
export const Alert = z.object({
  alert: AlertId,
  kind: AlertKind,
  subject: z.string().describe('What it is about: the key of a task, the name of a component'),
  severity: AlertSeverity,
  words: z.string().describe('What is wrong, in a sentence'),
  advice: z.string().describe('The way out'),
  team: z.string().nullable(),
  build: z.string().nullable().describe('The key of the build it is about'),
  session: SessionId.nullable(),
  since: z.int().describe('Since when it is so: of a task that is stuck its last progress'),
  openedAt: z.int(),
  changedAt: z.int(),
  acknowledgedAt: z.int().nullable().describe('From then on nobody is told of it; it stays open'),
  acknowledgedBy: z.string().nullable(),
  clearedAt: z.int().nullable(),
})
export type Alert = z.infer<typeof Alert>

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
      for: readers,
    }),
    acknowledgeAlert: operation({
      summary: 'Silences an alert; it stays open until it is cleared',
      input: z.object({ alert: AlertId }),
      output: Alert,
      for: people,
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
