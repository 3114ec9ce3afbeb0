import { z } from 'zod'
import { oneLine } from '../../../contract/plain.ts'

const most = { lessons: 8, verdicts: 40, suggestions: 6, templates: 2 } as const
const maxLesson = 400
const maxSummary = 1000
const maxBody = 6000

const evidence = z
  .array(z.string())
  .describe('The marks of the facts that show it, such as F3. At least one.')
const glob = z.string().optional().describe('Files it holds for, such as src/**/*.ts; leave it out for all')

const Lesson = z.object({
  text: z.string().describe('One or two sentences that say what to do, in at most 400 characters'),
  glob,
  evidence,
})

/** A list in which whatever is of a wrong kind is left out, and does not spoil the rest. */
function listOf<Item extends z.ZodType>(item: Item, length: number) {
  return z
    .array(item)
    .default([])
    .catch((context) => {
      const given = Array.isArray(context.value) ? context.value : []
      return given.flatMap((one) => {
        const read = item.safeParse(one)
        return read.success ? [read.data] : []
      })
    })
    .transform((all) => all.slice(0, length))
}

/** What a model gives back about a review. */
export const OpinionSignals = z.object({
  summary: z
    .string()
    .default('')
    .transform((text) => text.slice(0, maxSummary))
    .describe('What went well and what did not, in two or three sentences'),
  patterns: listOf(Lesson, most.lessons).describe('Ways that worked and are worth doing again'),
  gotchas: listOf(Lesson, most.lessons).describe('Mistakes that the next agent should not make again'),
  verdicts: listOf(
    z.object({
      subject: z.string().describe('The file or the task, as the divergence names it'),
      verdict: z.enum(['good', 'bad', 'intentional']),
      evidence,
    }),
    most.verdicts,
  ).describe('Of divergences: whether each was good'),
  suggestions: listOf(z.object({ text: z.string(), evidence }), most.suggestions).describe(
    'What a person could change in how they plan or check such work',
  ),
  templates: listOf(
    z.object({
      name: z.string().describe('Small letters, digits and dashes, such as migration'),
      files: z.string().describe('The files it is a start for, such as db/migrations/*.sql'),
      action: z.enum(['CREATE', 'UPDATE']).optional(),
      body: z.string().max(maxBody).describe('What such a file begins as'),
      evidence,
    }),
    most.templates,
  ).describe('Starts for files that came more than once and went wrong; rarely any'),
})
export type OpinionSignals = z.output<typeof OpinionSignals>

/** A lesson as it is kept: on one line, whole. */
export const LessonText = z
  .string()
  .transform((text) => oneLine(text, maxLesson + 1))
  .pipe(z.string().min(1).max(maxLesson))
