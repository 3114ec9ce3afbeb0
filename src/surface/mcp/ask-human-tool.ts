import { z } from 'zod'
import { AnswerSource, AskId, AskType } from '../../contract/index.ts'
import { askHuman } from './ask-human.ts'
import { defineTool, hints } from './tool.ts'

const Option = z.object({
  label: z.string().min(1).max(200),
  description: z.string().max(4000).default(''),
  recommended: z.boolean().default(false),
  implications: z.string().max(4000).optional().describe('What choosing it leads to'),
})

/** The tool an agent asks people with. */
export const askHumanTool = defineTool({
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
