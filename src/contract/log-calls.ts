import { z } from 'zod'
import { call, people } from './call.ts'

/** The calls that keep the log from growing without end. */
export const logCalls = {
  pruneLog: call({
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
  shrinkLog: call({
    summary: 'Gives the free space in the database file back to the disk; nothing is answered meanwhile',
    input: z.object({}),
    output: z.object({ before: z.int().describe('Size in bytes'), after: z.int() }),
    for: people,
  }),
} as const
