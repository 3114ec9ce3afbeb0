import { z } from 'zod'
import { prefixedId, SessionId } from '../ids.ts'

export const AlertId = prefixedId('alr')
export type AlertId = z.infer<typeof AlertId>

/** What the watch looks for. */
export const AlertKind = z.enum(['stuck', 'loop', 'deadlock', 'component', 'quota', 'budget'])

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
