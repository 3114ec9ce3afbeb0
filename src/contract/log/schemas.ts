import { z } from 'zod'
import { EventEnvelope } from '../event-envelope.ts'
import { SessionId } from '../ids.ts'

/** In a URL, a list may be given with commas between its parts. */
export const List = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : value.split(',').filter((part) => part !== '')))

/** What to read of the log. In a URL, `types` may be given as a comma-separated list. */
export const EventQuery = z.object({
  after: z.coerce.number().int().min(0).default(0).describe('Events after this number'),
  from: z.literal('now').optional().describe('Only events that come from now on, instead'),
  at: z.coerce.number().int().min(0).optional().describe('Events from this time on instead, in ms'),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The newest events before this number instead, still oldest first'),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
  types: List.optional().describe('Only these event types'),
  session: SessionId.optional(),
  writing: z
    .literal('true')
    .optional()
    .describe(
      'In the live stream: also what agents and Iris are writing, as blocks `writing` that are in no log',
    ),
})
export type EventQuery = z.input<typeof EventQuery>

/** A page of the log. */
export const EventPage = z.object({
  events: z.array(EventEnvelope),
  next: z.int().describe('Pass as `after` to go on'),
  previous: z
    .int()
    .nullable()
    .describe('After a `before`: pass it as the next `before`; null at the beginning'),
  head: z.int().describe('The number of the newest event'),
})
