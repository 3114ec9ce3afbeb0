import { z } from 'zod'
import { defineNoun } from '../noun.ts'
import { operation, people } from '../operation.ts'
import { plainSizes } from './plain.ts'

/** How much is set up for a goal. */
const Size = z.enum(['tell', 'run', 'build', 'idea', 'org'])
export type Size = z.infer<typeof Size>

/** One size, and what it cost before. */
const SizeCost = z.object({
  size: Size,
  costUsd: z.number().nullable().describe('The median of past ones of the team; null without any'),
  past: z.int().describe('How many past ones that is of'),
})
export type SizeCost = z.infer<typeof SizeCost>

/** How much to set up for a goal. */
export const sizesNoun = defineNoun(plainSizes, {
  ids: [],
  events: {},
  operations: {
    proposeSize: operation({
      summary: 'Proposes the smallest size that fits a goal, with what each size cost before',
      input: z.object({ team: z.string(), goal: z.string().trim().min(1).max(20_000) }),
      output: z.object({
        size: Size.describe('The smallest that fits'),
        why: z.string(),
        taskFile: z.string().nullable().describe('The task file of the project that the goal names'),
        sizes: z.array(SizeCost).describe('Each size, the smallest first'),
      }),
      for: people,
    }),
  },
})
