import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { liveOperation, operation, people, readers } from '../operation.ts'
import { plainLog } from './plain.ts'
import { EventPage, EventQuery } from './schemas.ts'

export { EventQuery } from './schemas.ts'

/** The event log. */
export const logNoun = defineNoun(plainLog, {
  ids: [],
  events: {
    'log.pruned': defineEvent(
      1,
      z.object({
        after: z.int().describe('Of the events after this number'),
        through: z.int().describe('up to this one'),
        lines: z.int().describe('so many lines of agents were pruned'),
        bytes: z.int(),
        by: z.string(),
      }),
    ),
    'follower.skipped': defineEvent(
      1,
      z.object({ follower: z.string(), skipped: z.int(), reason: z.string(), tries: z.int() }),
    ),
  },
  operations: {
    readEvents: liveOperation({
      summary:
        'A page of the event log; with `Accept: text/event-stream`, the live stream after `Last-Event-ID`',
      input: EventQuery,
      output: EventPage,
      for: readers,
    }),
    pruneLog: operation({
      summary:
        'Prunes the lines that agents printed before a time, in one part of the log; open turns keep theirs',
      input: z.object({
        before: z.int().min(0).describe('Lines printed before this time, in ms; a day ago at the latest'),
        after: z.int().min(0).default(0).describe('Where to go on: `next` of the part before'),
        trial: z.boolean().default(false).describe('Only count them'),
      }),
      output: z.object({
        lines: z.int().describe('How many lines of this part were pruned'),
        bytes: z.int().describe('What they took on the disk'),
        next: z.int().nullable().describe('Pass as `after` for the next part; null at the end'),
        end: z.int().describe('The number of the last event before that time'),
      }),
      for: people,
    }),
    shrinkLog: operation({
      summary: 'Gives the free space in the database file back to the disk; nothing is answered meanwhile',
      input: z.object({}),
      output: z.object({ before: z.int().describe('Size in bytes'), after: z.int() }),
      for: people,
    }),
  },
})
