import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, readers } from '../operation.ts'
import { RulingId } from '../rulings/index.ts'
import { StageState } from '../stages/index.ts'
import { plainCoordinator } from './plain.ts'

/** What the coordinator has in hand: something the watch found, a build that failed, files two tasks want, a decision. */
const ConcernKind = z.enum([
  'stuck',
  'loop',
  'deadlock',
  'component',
  'quota',
  'budget',
  'build_failed',
  'conflict',
  'decision',
])

/** What the coordinator decided; REDISTRIBUTE only ever follows an answer of a person. */
export const CoordinatorAction = z.enum([
  'WATCH',
  'ESCALATE',
  'INTERRUPT',
  'RESTART',
  'GRANT',
  'DENY',
  'PREEMPT',
  'REDISTRIBUTE',
])
export type CoordinatorAction = z.infer<typeof CoordinatorAction>

const About = {
  subject: z
    .string()
    .describe('The id of the alert, the build, the ask, or of the task that waits for files'),
  kind: ConcernKind,
  about: z.string().describe('The key of the task or the build, or the name of the part of Iris'),
  team: z.string().nullable(),
  build: z.string().nullable().describe('The key of the build it is about'),
}
const Decided = {
  action: CoordinatorAction,
  why: z.string(),
  ruling: RulingId.nullable().describe('Null where a rule was not asked again'),
  ask: AskId.nullable().describe('Where a person is asked'),
}

/** Something that the coordinator has in hand, with what it decided last. */
export const Concern = z.object({
  ...About,
  ...Decided,
  openedAt: z.int(),
  decidedAt: z.int(),
  againInMs: z.int().nullable().describe('When it looks again without cause; null when it waits for news'),
  interrupts: z.int(),
  restarts: z.int(),
  endedAt: z.int().nullable(),
})
export type Concern = z.infer<typeof Concern>

/** What a role is at; it follows from what is stored and is stored nowhere. */
export const RoleAtWork = z.object({
  role: z.string(),
  state: StageState,
  words: z.string().describe('What it is at, or why it is not'),
  atWork: z.int().describe('How many pieces of work it has in hand'),
  since: z.int().nullable().describe('Since when; null when nobody knows, or it never worked'),
})
export type RoleAtWork = z.infer<typeof RoleAtWork>

/** Who does what next, what waits, what is stuck: decided by rules, in code. */
export const coordinatorNoun = defineNoun(plainCoordinator, {
  ids: [],
  events: {
    'coordinator.decided': defineEvent(
      1,
      z.object({ ...About, ...Decided, times: z.int().describe('How often the same was decided of it') }),
    ),
    'coordinator.acted': defineEvent(
      1,
      z.object({ ...About, action: CoordinatorAction, words: z.string().describe('What came of it') }),
    ),
  },
  operations: {
    listConcerns: operation({
      summary: 'What the coordinator has in hand and what it decided, the newest first',
      input: z.object({
        state: z.enum(['open', 'all']).default('open'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({ concerns: z.array(Concern) }),
      for: readers,
    }),
    readRoles: operation({
      summary: 'What each role of the pipeline is at',
      input: z.object({}),
      output: z.object({ roles: z.array(RoleAtWork) }),
      for: readers,
    }),
  },
})
