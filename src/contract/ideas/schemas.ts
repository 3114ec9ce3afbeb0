import { z } from 'zod'
import { AskId, prefixedId } from '../ids.ts'
import { Stage, StageId, StageState } from '../stages/index.ts'

export const IdeaId = prefixedId('idea')
export type IdeaId = z.infer<typeof IdeaId>

/** The id of an idea, or its short name. */
export const IdeaName = z.string().trim().min(1).max(80)

export const IdeaPhase = z.enum(['EXPLORING', 'NARROWING', 'VALIDATING', 'REFINING', 'COMPLETE'])
export type IdeaPhase = z.infer<typeof IdeaPhase>

/** What can be written down of an idea. */
export const ArtifactType = z.enum([
  'problem',
  'target-user',
  'solution-concept',
  'differentiator',
  'mvp-features',
  'market',
  'competition',
  'technical',
  'development',
  'brief',
])
export type ArtifactType = z.infer<typeof ArtifactType>

const Share = z.number().min(0).max(1)

/** Something that was said of an idea, written down; the newest of each type counts. */
export const Artifact = z.object({
  type: ArtifactType,
  summary: z.string(),
  text: z.string(),
  confidence: Share,
  isActive: z.boolean().describe('False once it was taken back'),
  isSaved: z.boolean().describe('Sure enough to be in the files of the idea'),
  by: z.enum(['model', 'iris']).describe('Who wrote it; Iris writes a brief when the model gave none'),
  at: z.int(),
})
export type Artifact = z.infer<typeof Artifact>

/** An assumption that was looked at, or a choice of the person. */
export const IdeaDecision = z.object({
  type: z.enum(['validation', 'choice']),
  text: z.string(),
  assumption: z.string().nullable(),
  outcome: z.enum(['held', 'refuted']).nullable(),
  at: z.int(),
})
export type IdeaDecision = z.infer<typeof IdeaDecision>

export const IdeaRisk = z.object({
  text: z.string(),
  severity: z.enum(['low', 'medium', 'high']),
  at: z.int(),
})
export type IdeaRisk = z.infer<typeof IdeaRisk>

/** How well an idea fits the person, by their profile. */
export const IdeaFit = z.object({ score: z.number().min(0).max(10), why: z.string() })
export type IdeaFit = z.infer<typeof IdeaFit>

/** What somebody wants, before it is clear. */
export const Idea = z.object({
  idea: IdeaId,
  title: z.string(),
  slug: z.string().nullable().describe('Its short name and that of its folder; null until it is a candidate'),
  phase: IdeaPhase,
  progress: Share.describe('Of the whole way'),
  missing: z.array(z.string()).describe('What the next phase needs'),
  warnings: z.array(z.string()).describe('What an earlier phase had and is gone'),
  confidence: Share,
  complexity: z.number().nullable().describe('From 0 to 10; null until something is known'),
  fit: IdeaFit.nullable().describe('Null without a profile'),
  state: StageState,
  why: z.string().nullable().describe('What went wrong with the last answer, in words'),
  waitsFor: AskId.nullable().describe('The ask that it waits for'),
  messages: z.int(),
  costUsd: z.number(),
  rehearsed: z.boolean(),
  createdAt: z.int(),
  changedAt: z.int(),
  completedAt: z.int().nullable(),
})
export type Idea = z.infer<typeof Idea>

/** An idea with all that was written down of it. */
export const WholeIdea = Idea.extend({
  folder: z.string().nullable().describe('Where its files are; null until it is a candidate'),
  artifacts: z.array(Artifact),
  decisions: z.array(IdeaDecision),
  risks: z.array(IdeaRisk),
  stage: Stage.nullable().describe('What the model was asked last'),
})
export type WholeIdea = z.infer<typeof WholeIdea>

export const IdeaMessage = z.object({
  n: z.int(),
  by: z.enum(['you', 'iris']),
  text: z.string(),
  at: z.int(),
  stage: StageId.nullable().describe(
    'The stage that answered it, or whose answer it is; null while none has',
  ),
  from: z
    .enum(['structure', 'words'])
    .nullable()
    .describe('For an answer: whether its signals were given by the schema, or found in its words'),
})
export type IdeaMessage = z.infer<typeof IdeaMessage>

const line = z.string().trim().min(1).max(500)

/** Who the person is, as far as it decides whether an idea fits. */
export const Profile = z.object({
  goals: z.array(line).max(20),
  skills: z.array(line).max(50),
  network: z.array(line).max(50),
  lifeStage: z.string().trim().max(500),
})
export type Profile = z.infer<typeof Profile>
