import { z } from 'zod'
import { BuildId } from '../builds/schemas.ts'
import { AskId, prefixedId } from '../ids.ts'

export const UxId = prefixedId('uxr')
export type UxId = z.infer<typeof UxId>

/** Where a UX test is; `asked` waits for the persona. */
export const UxState = z.enum(['waiting', 'asked', 'running', 'done', 'failed', 'cancelled', 'interrupted'])
export type UxState = z.infer<typeof UxState>

/** One journey as one persona. */
export const UxJourney = z.object({
  journey: z.string(),
  persona: z.string(),
  isDone: z.boolean(),
  words: z.string().nullable().describe('What went wrong'),
  expectedMs: z.int(),
  actualMs: z.int(),
  friction: z.array(z.string()),
  pictures: z.array(z.string()).describe('Names of pictures, one for each step that was taken'),
})
export type UxJourney = z.infer<typeof UxJourney>

/** Something that keeps people from using a page, as axe-core finds it. */
export const UxBarrier = z.object({
  rule: z.string(),
  impact: z.enum(['minor', 'moderate', 'serious', 'critical']),
  level: z.string().describe('The level of WCAG, such as A or AA'),
  words: z.string(),
  advice: z.string().default('').describe('What to do, as axe-core says; empty in tests of before'),
  element: z.string(),
  page: z.string(),
})
export type UxBarrier = z.infer<typeof UxBarrier>

/** A part of the score: journeys that came to their end, those of them in the expected time, pages without barriers. */
export const UxPart = z.object({
  part: z.enum(['done', 'in_time', 'open']),
  points: z.number(),
  most: z.int(),
})
export type UxPart = z.infer<typeof UxPart>

/** The journeys of a project, gone through in a browser. */
export const UxTest = z.object({
  ux: UxId,
  of: z.string().describe('The build or the team'),
  build: BuildId.nullable(),
  team: z.string(),
  state: UxState,
  words: z.string().nullable(),
  ask: AskId.nullable().describe('Where the persona is asked for'),
  persona: z.string().nullable().describe('Null: those of the file'),
  score: z.int().nullable().describe('0 to 100; null when nothing could be gone through'),
  parts: z.array(UxPart).describe('What the score is the sum of'),
  journeys: z
    .array(UxJourney)
    .describe('While it runs, and when it did not come to its end, those until then'),
  barriers: z.array(UxBarrier),
  hasPictures: z.boolean().describe('False once those of newer tests took their place'),
  by: z.string(),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
})
export type UxTest = z.infer<typeof UxTest>
