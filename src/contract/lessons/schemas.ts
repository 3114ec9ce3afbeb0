import { z } from 'zod'
import { prefixedId } from '../ids.ts'
import { FileAction } from '../tasks/schemas.ts'

export const LessonId = prefixedId('lsn')
export type LessonId = z.infer<typeof LessonId>

/** Something to avoid, or a way that works. */
export const LessonKind = z.enum(['gotcha', 'pattern'])
export type LessonKind = z.infer<typeof LessonKind>

/** Where a lesson is. Only an active one is given to agents, as long as it is worth enough. */
export const LessonStatus = z.enum(['unconfirmed', 'active', 'review', 'superseded', 'rejected', 'retired'])
export type LessonStatus = z.infer<typeof LessonStatus>

/** What happened to a lesson that changes what it is worth. */
export const LessonNote = z.enum(['seen_again', 'prevented', 'failed_again'])
export type LessonNote = z.infer<typeof LessonNote>

/** Words on one line: line breaks and what else is space become single spaces. */
export const onOneLine = (most: number): z.ZodType<string, string> =>
  z
    .string()
    .max(most * 2)
    .transform((text) => text.replaceAll(/[\s\u0085\u200B]+/gu, ' ').trim())
    .pipe(z.string().min(1).max(most))

/** One word that tasks are about, such as `postgres`. */
export const LessonTopic = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._+#-]{0,63}$/u, 'one word')
  .describe('One word; it holds for tasks of this phase, or with this word in their title')

/** What a lesson holds for. */
export const LessonScope = {
  glob: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Files it holds for, such as src/**/*.ts; all when left out'),
  action: FileAction.optional().describe('What is done to the file; anything when left out'),
  topic: LessonTopic.optional(),
}

/** A gotcha or a pattern, with what it is worth now. */
export const Lesson = z.object({
  lesson: LessonId,
  kind: LessonKind,
  project: z.string().nullable().describe('The slug of its project; null when it is shared with all'),
  text: z.string(),
  glob: z.string().nullable(),
  action: FileAction.nullable(),
  topic: z.string().nullable(),
  evidence: z.string().describe('How it is known'),
  status: LessonStatus,
  confidence: z.number().describe('What it is worth now, from 0 to 1'),
  occurrences: z.int().describe('How often it was seen'),
  prevented: z.int().describe('How often it kept a failure away'),
  failedAgain: z.int().describe('How often the failure came all the same'),
  author: z.object({ name: z.string(), kind: z.enum(['human', 'agent']) }),
  confirmed: z
    .object({ by: z.string(), as: z.enum(['person', 'check']), at: z.int() })
    .nullable()
    .describe('Who vouches for it; agents are given only what is confirmed'),
  ended: z
    .object({ by: z.string(), reason: z.string().nullable(), at: z.int() })
    .nullable()
    .describe('Of one that was rejected or retired'),
  supersededBy: LessonId.nullable(),
  missing: z.array(z.string()).describe('What it lacks to go into CLAUDE.md; empty when it could'),
  promotedTo: z.array(z.string()).describe('Teams whose CLAUDE.md has it'),
  createdAt: z.int(),
  changedAt: z.int(),
})
export type Lesson = z.infer<typeof Lesson>
