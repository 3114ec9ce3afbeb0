import { z } from 'zod'
import { AnswerInput, AnswerSource, Ask, AskId, AskType } from '../../contract/index.ts'
import { answererOf } from '../../core/inbox/index.ts'
import { askHuman } from './ask-human.ts'
import { PageLimit } from './paging.ts'
import { defineTool, forRoles, hints } from './tool.ts'

const list = defineTool({
  name: 'inbox_list',
  title: 'List what waits for an answer',
  description:
    'What agents ask and wait for, oldest first, with the options of each; `all`: include answered asks, newest first. An agent sees only what it may answer.',
  input: z.object({
    all: z.boolean().default(false).describe('Also what has an answer'),
    after: AskId.optional().describe('`next` of the page before'),
    limit: PageLimit,
  }),
  output: z.object({
    status: z.literal('ok'),
    asks: z.array(Ask),
    open: z.int(),
    next: AskId.nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.all,
  run({ inbox, caller }, { all, after, limit }) {
    if (caller.kind === 'agent') {
      const asks = inbox.listFor(answererOf(caller))
      return { status: 'ok', asks: asks.slice(0, limit), open: asks.length, next: null }
    }
    const state = all ? 'all' : 'open'
    return { status: 'ok', ...inbox.list({ state, limit, ...(after ? { after } : {}) }) }
  },
})

const answer = defineTool({
  name: 'inbox_answer',
  title: 'Answer an ask',
  description:
    'Answers what an agent asks; it goes on at once. `choose` takes the key or label of an option (a permission: y, a for always, n), `text` words of your own. The first answer counts. An agent may answer only where it was asked or the config lets it, and never its own asks.',
  input: AnswerInput.extend({ ask: AskId }),
  output: z.object({ status: z.literal('answered'), ask: Ask }),
  annotations: { ...hints.tells, destructiveHint: true },
  roles: forRoles.members,
  async run({ inbox, caller }, { ask, ...input }) {
    return { status: 'answered', ask: await inbox.answer(ask, { who: answererOf(caller), input }) }
  },
})

const Option = z.object({
  label: z.string().min(1).max(200),
  description: z.string().max(4000).default(''),
  recommended: z.boolean().default(false),
})

const ask = defineTool({
  name: 'ask_human',
  title: 'Ask a person',
  description:
    'Asks the people you work for. `type` says how urgent it is: with `blocking` you wait for the answer, with any other you go on (by your default) and are told when the answer differs. Do not ask what you can find out.',
  input: z.object({
    type: AskType,
    text: z.string().trim().min(1).max(4000).describe('The question: clear and specific'),
    context: z.string().max(4000).default('').describe('Why you ask, in a sentence or two'),
    options: z.array(Option).max(12).default([]),
    default: z.string().max(4000).optional().describe('What you do when nobody answers'),
    allowFreeText: z.boolean().default(true),
    multiSelect: z.boolean().default(false),
    reversible: z.boolean().default(false).describe('Whether acting on the default can be undone'),
    tags: z
      .array(z.string().min(1).max(64))
      .max(16)
      .default([])
      .describe('approval, security, cost and promotion are only ever answered by a person'),
    phase: z.string().max(100).default(''),
  }),
  output: z.object({
    status: z.enum(['answered', 'filed', 'dismissed']),
    ask: AskId,
    answer: z.string(),
    source: AnswerSource.nullable(),
    advice: z.string(),
  }),
  annotations: hints.tells,
  roles: ['agent'],
  run: (context, input) => askHuman(context, input),
})

/** Tools for what waits for somebody. */
export const inboxTools = [list, answer, ask]
