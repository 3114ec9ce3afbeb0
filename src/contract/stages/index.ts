import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { prefixedId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, readers } from '../operation.ts'
import { plainStages } from './plain.ts'

export const StageId = prefixedId('stg')
export type StageId = z.infer<typeof StageId>

/** What a role at work is at, for people to see; it follows from what is stored and is stored nowhere. */
export const StageState = z.enum(['IDLE', 'LOADING', 'ACTIVE', 'WAITING', 'COMPLETE', 'ERROR'])
export type StageState = z.infer<typeof StageState>

/** How a stage ended: with an answer, without one, or nobody knows, because the process was lost in the middle of it. */
export const StageEnding = z.enum(['answered', 'failed', 'lost'])
export type StageEnding = z.infer<typeof StageEnding>

/** One turn of a model in a role of the pipeline. */
export const Stage = z.object({
  stage: StageId,
  role: z.string().describe('The key of the role, such as `ideation`'),
  subject: z.string().describe('What it is about: the id of an idea, of a spec'),
  state: StageState,
  model: z.string().nullable().describe('Null until it is started'),
  tokens: z.int().describe('About how many model tokens it was told'),
  cut: z.array(z.string()).describe('What did not fit, in words'),
  beganAt: z.int(),
  askedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  how: StageEnding.nullable().describe('Null until it has ended'),
  why: z.string().nullable().describe('What went wrong, or why it could not be started yet, in words'),
  costUsd: z.number().nullable(),
  rehearsed: z.boolean(),
})
export type Stage = z.infer<typeof Stage>

/** What the stages of a role were told and cost. */
export const StageUse = z.object({
  role: z.string(),
  stages: z.int(),
  tokens: z.int().describe('About how many model tokens one was told, on average'),
  most: z.int().describe('The most that one was told'),
  budget: z.int().nullable().describe('What it may be told at most; null for stages of before'),
  costUsd: z.number(),
})
export type StageUse = z.infer<typeof StageUse>

const About = { stage: StageId, role: z.string(), subject: z.string() }

/** What the roles of the pipeline ask a model. */
export const stagesNoun = defineNoun(plainStages, {
  ids: [StageId],
  events: {
    'stage.began': defineEvent(1, z.object({ ...About, tokens: z.int(), cut: z.array(z.string()) })),
    'stage.waiting': defineEvent(1, z.object({ ...About, reason: z.string() })),
    'stage.asked': defineEvent(1, z.object({ ...About, model: z.string() })),
    'stage.ended': defineEvent(
      1,
      z.object({
        ...About,
        how: StageEnding,
        why: z.string().nullable(),
        costUsd: z.number(),
        durationMs: z.int(),
      }),
    ),
  },
  operations: {
    listStages: operation({
      summary: 'What the roles of the pipeline asked a model, the newest first',
      input: z.object({
        subject: z.string().max(200).optional(),
        role: z.string().max(64).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({ stages: z.array(Stage) }),
      for: readers,
    }),
    readStageUse: operation({
      summary: 'What the stages of each role were told and cost',
      input: z.object({ since: z.coerce.number().int().min(0).default(0) }),
      output: z.object({ roles: z.array(StageUse) }),
      for: readers,
    }),
  },
})
