import { z } from 'zod'
import { IdeaId } from '../ideas/schemas.ts'
import { AskId, prefixedId } from '../ids.ts'
import { TaskCheck, TaskFile } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'

export const SpecId = prefixedId('spec')
export type SpecId = z.infer<typeof SpecId>

/** A spec's id or its key, such as `shop-s3`. */
export const SpecName = z
  .string()
  .regex(/^(?:spec_[0-9a-z]{26}|[a-z0-9][a-z0-9-]*-s[1-9]\d*)$/, 'a key such as shop-s3, or an id')
  .describe('Its key, such as shop-s3, or its id')

/** How much is to be built: the least that is of use, or all of it. */
export const SpecScope = z.enum(['mvp', 'full'])
export type SpecScope = z.infer<typeof SpecScope>

/** How much ceremony there is: the goal alone is the task; a document; a document with questions about it. */
export const SpecLane = z.enum(['direct', 'quick', 'full'])
export type SpecLane = z.infer<typeof SpecLane>

/** Where a spec is: with the model, with a question, with you, or past that. `stuck`: it cannot go on without you. */
export const SpecState = z.enum(['drafting', 'asked', 'proposed', 'stuck', 'approved', 'dropped'])
export type SpecState = z.infer<typeof SpecState>

const Line = z
  .string()
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(500))
const Lines = z.array(Line).max(40)
const RequirementId = z.string().regex(/^N?FR-[1-9]\d{0,2}$/, 'FR-1 for a function, NFR-1 for another demand')
const TaskId = z.string().regex(/^T\d{3}$/, 'T001, T002 and so on')

/** What must hold when all is built. */
const Requirement = z.object({ id: RequirementId, text: Line })

/** A thing that is stored, and what is known of it. */
const DataModel = z.object({ name: Line, fields: Lines })

/** Something the spec would need to know, and why. */
const MissingInput = z.object({ what: Line, why: Line })

/** A task as the spec has it, before it is one of the project. */
export const SpecTask = z.object({
  id: TaskId,
  title: Line,
  text: z.string().max(4000).default(''),
  phase: z.string().trim().min(1).max(64).nullable().default(null),
  files: z.array(TaskFile).max(20).default([]),
  waitsFor: z.array(TaskId).max(60).default([]),
  requirements: z.array(RequirementId).max(40).default([]),
  check: TaskCheck.nullable().default(null),
})
export type SpecTask = z.infer<typeof SpecTask>

const Way = z.object({ name: Line, pros: Line, cons: Line, effort: Line })

/** What the model could not decide by itself. */
export const SpecQuestion = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('requirement_ambiguous'),
    requirement: Line,
    term: Line,
    meanings: z.array(Line).min(2).max(4),
  }),
  z.object({ event: z.literal('multiple_architectures'), feature: Line, a: Way, b: Way }),
])
export type SpecQuestion = z.infer<typeof SpecQuestion>

/** What will be built. */
export const SpecContent = z.object({
  title: Line,
  summary: Line,
  inScope: Lines,
  outOfScope: Lines,
  requirements: z.array(Requirement).max(60),
  dataModels: z.array(DataModel).max(20),
  architecture: Lines,
  dependencies: Lines.describe('What it needs from outside: services, packages, data'),
  risks: Lines,
  missing: z.array(MissingInput).max(20).describe('What you would need to know and nobody said'),
  complexity: z.enum(['low', 'medium', 'high']),
  tasks: z.array(SpecTask).max(60),
})
export type SpecContent = z.infer<typeof SpecContent>

/** What the model gives: a spec, and what it could not decide. */
export const SpecDraft = SpecContent.extend({
  questions: z
    .array(SpecQuestion)
    .max(4)
    .default([])
    .describe('At most four, and only what you cannot decide'),
})
export type SpecDraft = z.infer<typeof SpecDraft>

/** One thing that is wrong or doubtful in a spec. */
const SpecMistake = z.object({
  code: z.string(),
  message: z.string(),
  about: z.string().nullable().describe('The task or requirement it is about'),
})
export type SpecMistake = z.infer<typeof SpecMistake>

/** What was found when a spec was looked through: all of it at once. */
export const SpecReport = z.object({
  errors: z.array(SpecMistake),
  warnings: z.array(SpecMistake),
  tokens: z.int().describe('About how many tokens its document has, at four characters a token'),
})
export type SpecReport = z.infer<typeof SpecReport>

/** Words of a person about a line of a document, or about all of it. */
export const SpecComment = z.object({
  file: z.enum(['spec.md', 'tasks.md']).default('spec.md'),
  line: z.int().min(1).max(100_000).nullable().default(null),
  text: z.string().trim().min(1).max(4000),
})
export type SpecComment = z.infer<typeof SpecComment>

/** A document of a spec, which is made from what is stored. */
const SpecFile = z.object({ name: z.enum(['spec.md', 'tasks.md']), text: z.string(), hash: z.string() })
export type SpecFile = z.infer<typeof SpecFile>

/** What will be built, and how far it is. */
export const Spec = z.object({
  spec: SpecId,
  key: z.string(),
  project: z.string(),
  team: TeamName,
  goal: z.string(),
  idea: IdeaId.nullable().describe('The idea that it is made from'),
  title: z.string(),
  scope: SpecScope,
  lane: SpecLane,
  state: SpecState,
  why: z.string().nullable().describe('What it waits for, in words'),
  revision: z.int().describe('How often it was written; 0 before the first time'),
  tasks: z.int(),
  tokens: z.int(),
  errors: z.int(),
  ask: AskId.nullable().describe('Where it is approved or sent back'),
  folder: z.string().describe('Where it is in the repository, once it is exported'),
  source: z.string().describe('The task file that its tasks name'),
  build: z.string().nullable().describe('The key of the build that was started for it'),
  by: z.string(),
  createdAt: z.int(),
  approvedAt: z.int().nullable(),
  approvedBy: z.string().nullable(),
})
export type Spec = z.infer<typeof Spec>

/** A spec with what is in it. */
export const WholeSpec = Spec.extend({
  content: SpecContent.nullable(),
  gotchas: z
    .record(z.string(), z.array(z.string()))
    .describe('What was learned before, by the task it is for; at most five for each'),
  report: SpecReport.nullable(),
  waves: z.array(z.array(z.string())).describe('Tasks that wait for none of the same wave'),
  files: z.array(SpecFile),
  questions: z.array(z.object({ ask: AskId, event: z.string(), isOpen: z.boolean() })),
  comments: z.array(SpecComment).describe('What the next revision is to heed'),
  problem: z.string().nullable().describe('Why no revision came of the last try'),
})
export type WholeSpec = z.infer<typeof WholeSpec>

/** One difference between a spec and its files as somebody left them. */
export const SpecEdit = z.object({
  part: z.string().describe('Such as title, FR-2 or T003'),
  was: z.string().nullable(),
  now: z.string().nullable(),
})
export type SpecEdit = z.infer<typeof SpecEdit>
