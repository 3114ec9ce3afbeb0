import { z } from 'zod'
import { BuildId } from '../builds/schemas.ts'
import { AskId, prefixedId } from '../ids.ts'
import { LessonId, LessonKind } from '../lessons/schemas.ts'
import { DivergenceVerdict } from '../reviews/schemas.ts'
import { StageId, StageState } from '../stages/index.ts'

export const TemplateId = prefixedId('tpl')
export type TemplateId = z.infer<typeof TemplateId>

const Evidence = z.array(z.string()).describe('What of the review shows it, in words')

/** A lesson that a model found in a review. */
const FoundLesson = z.object({
  lesson: LessonId,
  kind: LessonKind,
  text: z.string(),
  evidence: Evidence,
  ask: AskId.nullable().describe('Where you are asked to confirm it; null when you are not'),
})

/** A template that a model proposed; nothing is written before your yes. */
export const ProposedTemplate = z.object({
  template: TemplateId,
  name: z.string(),
  file: z.string().describe('From the folder of the team'),
  state: z.enum(['found', 'asked', 'approved', 'written', 'declined', 'undone']),
  evidence: Evidence,
  ask: AskId.nullable(),
})
export type ProposedTemplate = z.infer<typeof ProposedTemplate>

/** What a model says of a review: each part with what of the review shows it. */
export const Opinion = z.object({
  build: BuildId,
  key: z.string(),
  state: StageState,
  stage: StageId,
  why: z.string().nullable().describe('What went wrong, in words'),
  by: z.string().describe('Who asked for it'),
  askedAt: z.int(),
  costUsd: z.number().nullable(),
  tokens: z.int().describe('About how many model tokens it was told'),
  cut: z.array(z.string()).describe('What did not fit, in words'),
  summary: z.string(),
  lessons: z.array(FoundLesson),
  verdicts: z
    .array(z.object({ subject: z.string(), verdict: DivergenceVerdict, evidence: Evidence }))
    .describe('What it thinks of divergences; only a person judges'),
  suggestions: z.array(z.object({ text: z.string(), evidence: Evidence })),
  templates: z.array(ProposedTemplate),
  dropped: z.int().describe('How much of it named nothing that is in the review, and was left out'),
})
export type Opinion = z.infer<typeof Opinion>

/** Something that was open, changed or failed, where it came from, in words. */
const OriginNote = z.object({ what: z.string(), words: z.string() })

/** What a build came from, a spec or an idea, looked at after the fact. */
export const Origin = z.object({
  kind: z.enum(['spec', 'idea']),
  key: z.string().describe('The key of the spec, or the name of the idea'),
  title: z.string(),
  team: z.string().nullable(),
  state: z.string(),
  at: z.int().describe('When it was begun'),
  open: z.array(OriginNote).describe('Questions that nobody answered'),
  changed: z.array(OriginNote.extend({ at: z.int() })).describe('What was changed after it was settled'),
  failed: z.array(OriginNote).describe('Tasks that failed because of it, with what says so'),
  from: z.string().nullable().describe('The idea of a spec'),
  specs: z.array(z.string()).describe('The specs of an idea'),
})
export type Origin = z.infer<typeof Origin>

/** What was learned in a week; there is none for a week in which nothing was. */
export const LearnedWeek = z.object({
  until: z.int().describe('When the week ended'),
  madeAt: z.int(),
  patterns: z.int(),
  gotchas: z.int(),
  confirmed: z.int(),
  promoted: z.int().describe('Lines that went into a CLAUDE.md'),
  inUse: z.int().describe('Lessons in use when it was made'),
  top: z.string().nullable().describe('The surest of what was learned'),
  text: z.string(),
})
export type LearnedWeek = z.infer<typeof LearnedWeek>
