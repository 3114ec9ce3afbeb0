import { z } from 'zod'
import type { Ask, AskUrgency } from '../inbox/schemas.ts'

/** A way to reach you. */
export const AlertMethodName = z.enum(['desktop', 'webhook', 'ntfy', 'telegram', 'email'])
export type AlertMethodName = z.infer<typeof AlertMethodName>

/** What news is about. Each kind can be switched off, for everybody or for one team. */
export const NewsKind = z.enum([
  'ask',
  'crash',
  'failure',
  'limit',
  'budget',
  'run',
  'answer',
  'alert',
  'build',
  'lesson',
])
export type NewsKind = z.infer<typeof NewsKind>

/** What an event is worth to somebody who does not look, in words. */
export interface News {
  kind: NewsKind
  /** Whose it is; null when it is about Iris as a whole. */
  team: string | null
  title: string
  /** What happened, and the way out. */
  text: string
  /** The page to open, as a path of the dashboard. */
  link: string
  urgency: AskUrgency
  /** Events about one subject are one piece of news. */
  subject: string
  /** The ask it is about: such news is told by itself, because it can be answered. */
  ask?: {
    view: Ask
    reminder: number
    /** Whether all it is about is in the text: only then can it be answered where it is told. */
    isWhole: boolean
  }
}
