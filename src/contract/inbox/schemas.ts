import { z } from 'zod'
import { AgentId, AskId, GrantId, SessionId, TurnId } from '../ids.ts'

/** What is wanted: leave to do something, an answer, approval of a plan, or a choice between ways to go on. */
export const AskKind = z.enum(['permission', 'question', 'plan', 'decision'])
export type AskKind = z.infer<typeof AskKind>

/** How an ask behaves in time. Only `blocking` waits for ever; permissions and plans always are. */
export const AskType = z.enum([
  'blocking',
  'clarifying',
  'confirming',
  'educational',
  'celebratory',
  'preference',
])
export type AskType = z.infer<typeof AskType>

/** What raised an ask; `run`: a run that rests before its goal is reached; `lesson`: one that could go into CLAUDE.md; `wiki`: a remote that diverged. */
export const AskSource = z.enum([
  'permission',
  'ask_user_question',
  'plan',
  'prose',
  'json',
  'ask_human',
  'alert',
  'pm',
  'run',
  'lesson',
  'build',
  'wiki',
  'idea',
  'spec',
  'validation',
  'ux',
])
export type AskSource = z.infer<typeof AskSource>

export const AskUrgency = z.enum(['low', 'normal', 'high'])
export type AskUrgency = z.infer<typeof AskUrgency>

/** `dismissed`: closed without an answer and without effect. `withdrawn`: its agent no longer waits, or was told something else. */
const AskState = z.enum(['open', 'answered', 'dismissed', 'withdrawn'])
type AskState = z.infer<typeof AskState>

/** Who or what gave an answer: a person, the team that told, time, habit, the config, or a team that may answer for people. */
export const AnswerSource = z.enum(['user', 'lead', 'default', 'learned', 'policy', 'delegate'])
export type AnswerSource = z.infer<typeof AnswerSource>

/** One thing to choose. */
const AskOption = z.object({
  key: z.string().describe('The keystroke that chooses it: y, a, n, or 1, 2, 3 …'),
  label: z.string(),
  description: z.string(),
  recommended: z.boolean(),
  implications: z.string().optional().describe('What choosing it leads to'),
})
export type AskOption = z.infer<typeof AskOption>

/** One question of an ask. Most asks have exactly one. */
export const AskQuestion = z.object({
  question: z.string(),
  header: z.string(),
  options: z.array(AskOption),
  multiSelect: z.boolean(),
  freeText: z.boolean().describe('Words of your own are an answer too'),
})
export type AskQuestion = z.infer<typeof AskQuestion>

/** What was chosen or said to one question. */
export const Chosen = z.object({
  question: z.string(),
  labels: z.array(z.string()),
  text: z.string().nullable(),
})
export type Chosen = z.infer<typeof Chosen>

/** An answer as it was given. */
export const AskAnswer = z.object({
  source: AnswerSource,
  by: z.string().describe('`user`, a team, `clock`, `policy`, or the grant that allowed it'),
  at: z.int(),
  allow: z.boolean().nullable().describe('Of a permission or a plan; otherwise null'),
  chosen: z.array(Chosen),
  text: z.string().nullable().describe('Words of its own: the reason of a denial, or what to change'),
  grant: GrantId.nullable().describe('The grant that was added with it, or that gave it'),
})
export type AskAnswer = z.infer<typeof AskAnswer>

/** Anything that waits for a person or a lead. */
export const Ask = z.object({
  ask: AskId,
  kind: AskKind,
  type: AskType,
  source: AskSource,
  urgency: AskUrgency,
  state: AskState,
  text: z.string().describe('What is asked, in one text'),
  context: z.string().describe('Why it is asked'),
  questions: z.array(AskQuestion).min(1),
  default: z.string().nullable().describe('The label that is taken when time runs out'),
  team: z.string(),
  from: z.string().describe('Who told the team: another team, or `user`'),
  session: SessionId.nullable(),
  turn: TurnId.nullable(),
  agent: AgentId.nullable(),
  teammate: z.string().nullable().describe('The teammate inside the agent that asks'),
  phase: z.string(),
  tags: z.array(z.string()),
  batch: AskId.nullable().describe('The first of the asks that belong together with this one'),
  tool: z.string().nullable().describe('Of a permission: the tool'),
  input: z.record(z.string(), z.unknown()).describe('Of a permission: what the tool is to be called with'),
  isCut: z
    .boolean()
    .describe('`input` is cut here, as lists do with what is long; one ask by its id is whole'),
  grant: z.string().nullable().describe('Exactly what “always allow” would add'),
  holds: z.boolean().describe('An agent stands still until this is answered'),
  whoMayAnswer: z.object({
    lead: z.string().nullable().describe('The team of the lead, when it may answer'),
    answerers: z.array(z.string()).describe('Teams whose agents may answer instead of a person'),
  }),
  forwardedTo: SessionId.nullable(),
  askedAt: z.int(),
  expiresAt: z.int().nullable(),
  reminders: z.int(),
  answer: AskAnswer.nullable(),
  late: z.array(AskAnswer).describe('Answers that came after the first'),
  closedAt: z.int().nullable(),
  closedFor: z.string().nullable().describe('Why it was dismissed or withdrawn'),
  carriedAt: z.int().nullable().describe('When the answer reached its agent'),
  falseAlarm: z.boolean(),
})
export type Ask = z.infer<typeof Ask>

/** Something that is always allowed to one team. */
export const Grant = z.object({
  grant: GrantId,
  team: z.string(),
  allows: z.string().describe('Such as Bash(npm test): the tool and exactly what it is called with'),
  by: z.string(),
  ask: AskId.describe('The ask it was added with'),
  createdAt: z.int(),
  used: z.int().describe('How often it has allowed something'),
})
export type Grant = z.infer<typeof Grant>

/** An answer that Iris gives by itself, because you gave it before. */
export const LearnedAnswer = z.object({
  key: z.string(),
  team: z.string(),
  type: AskType,
  text: z.string(),
  answer: z.string(),
  ask: AskId.describe('The last ask that was answered so by a person'),
  times: z.int().describe('How often in a row it was answered so'),
  given: z.int().describe('How often Iris has given it since'),
})
export type LearnedAnswer = z.infer<typeof LearnedAnswer>

/** How the asks of one team and kind went. */
export const AskFigures = z.object({
  team: z.string(),
  kind: AskKind,
  type: AskType,
  asked: z.int(),
  open: z.int(),
  answered: z.record(AnswerSource, z.int()),
  dismissed: z.int(),
  withdrawn: z.int(),
  late: z.int(),
  falseAlarms: z.int(),
  medianMs: z.int().nullable().describe('Time until a person or team answered'),
  slowestMs: z.int().nullable(),
})
export type AskFigures = z.infer<typeof AskFigures>
