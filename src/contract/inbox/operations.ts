import { z } from 'zod'
import { everyone, Nothing, operation, people, readers, tellers } from '../operation.ts'
import { AskId, GrantId, SessionId, TurnId } from '../ids.ts'
import { PageLimit } from '../page-limit.ts'
import { Ask, AskFigures, AskKind, LearnedAnswer, Grant } from './schemas.ts'
import { TeamName, Turn } from '../teams/schemas.ts'

const maxText = 10_000
const Choice = z.string().min(1).max(500)
const Choices = z.union([Choice, z.array(Choice).max(32)])
const ofAsk = { ask: AskId }

/** What somebody answers. */
export const AnswerInput = z.object({
  choose: Choices.optional().describe('The key or label of an option; several where that is allowed'),
  text: z
    .string()
    .max(maxText)
    .optional()
    .describe('Words of your own: an answer, why not, or what to change'),
  answers: z
    .record(z.string().max(maxText), Choices)
    .optional()
    .describe('For several questions: by the text or the number of each, what is chosen or said'),
})
export type AnswerInput = z.infer<typeof AnswerInput>

/** What can be done with what waits for somebody. */
export const operations = {
  listAsks: operation({
    summary:
      'What waits for somebody, oldest first; `all`: also what was closed, newest first; `closed`: only that; `policy`: what the config or a grant answered. An agent sees what it may answer',
    input: z.object({
      state: z.enum(['open', 'closed', 'all', 'policy']).default('open'),
      team: TeamName.optional(),
      kind: AskKind.optional(),
      session: SessionId.optional(),
      turn: TurnId.optional(),
      after: AskId.optional().describe('`next` of the page before'),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: z.object({
      asks: z.array(Ask),
      open: z.int().describe('How many are open in all'),
      next: AskId.nullable().describe('Pass as `after` to go on'),
    }),
    for: [...everyone, 'delegate'],
    tool: {
      name: 'inbox_list',
      title: 'List what waits for an answer',
      effect: 'reads',
      description:
        'What agents ask and wait for, oldest first, with the options of each; `all`: include answered asks, newest first. An agent sees only what it may answer.',
      input: z
        .object({
          all: z.boolean().default(false).describe('Also what has an answer'),
          after: AskId.optional().describe('`next` of the page before'),
          limit: PageLimit,
        })
        .transform(({ all, ...page }) => ({ state: all ? ('all' as const) : ('open' as const), ...page })),
    },
  }),
  getAsk: operation({
    summary: 'One ask with the turn it belongs to and what its agent had said when it asked',
    input: z.object(ofAsk),
    output: z.object({ ask: Ask, turn: Turn.nullable(), said: z.string() }),
    for: readers,
  }),
  answerAsk: operation({
    summary: 'Answers an ask; the first answer counts, a later one is kept and refused with ASK_ANSWERED',
    input: AnswerInput.extend(ofAsk),
    output: Ask,
    for: [...tellers, 'delegate'],
    tool: {
      name: 'inbox_answer',
      title: 'Answer an ask',
      effect: 'answers',
      description:
        'Answers what an agent asks; it goes on at once. `choose` takes the key or label of an option (a permission: y, a for always, n), `text` words of your own. The first answer counts. An agent may answer only where it was asked or the config lets it, and never its own asks.',
      output: {
        shape: z.object({ status: z.literal('answered'), ask: Ask }),
        from: (ask) => ({
          status: 'answered',
          ask,
        }),
      },
    },
  }),
  dismissAsk: operation({
    summary: 'Closes a question without an answer; an agent that waits is told so',
    input: z.object(ofAsk),
    output: Ask,
    for: people,
  }),
  markFalseAlarm: operation({
    summary: 'Says that an ask was none (or with `falseAlarm: false` that it was one); an open one is closed',
    input: z.object({ ...ofAsk, falseAlarm: z.boolean().default(true) }),
    output: Ask,
    for: people,
  }),
  listGrants: operation({
    summary: 'What is always allowed, by team',
    input: z.object({ team: TeamName.optional() }),
    output: z.object({ grants: z.array(Grant) }),
    for: readers,
  }),
  removeGrant: operation({
    summary: 'Takes a grant back: from now on it is asked again',
    input: z.object({ grant: GrantId }),
    output: Grant,
    for: people,
  }),
  listLearned: operation({
    summary: 'The answers Iris now gives for you, because you gave them before',
    input: Nothing,
    output: z.object({ learned: z.array(LearnedAnswer) }),
    for: readers,
  }),
  forgetLearned: operation({
    summary: 'Forgets a learned answer: from now on it is asked again',
    input: z.object({ key: z.string().regex(/^[0-9a-f]{16,64}$/, 'a key of listLearned') }),
    output: z.object({ key: z.string() }),
    for: people,
  }),
  getJudgment: operation({
    summary: 'Where agents use their own judgment instead of asking what does not block them',
    input: Nothing,
    output: z.object({ everywhere: z.boolean(), teams: z.array(z.string()) }),
    for: readers,
  }),
  setJudgment: operation({
    summary: 'Switches “use your judgment” on or off, for a team or everywhere',
    input: z.object({ on: z.boolean(), team: TeamName.optional() }),
    output: z.object({ everywhere: z.boolean(), teams: z.array(z.string()) }),
    for: people,
  }),
  getAskFigures: operation({
    summary: 'How many asks per team and kind, how fast they were answered and by whom',
    input: z.object({
      since: z.coerce.number().int().min(0).default(0).describe('Asked at or after this time, in ms'),
    }),
    output: z.object({ figures: z.array(AskFigures) }),
    for: readers,
  }),
}
