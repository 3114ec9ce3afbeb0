import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { IrisAnswer, IrisMessage } from './schemas.ts'

const maxQuestion = 20_000

/** What can be asked of the Iris agent itself. */
export const operations = {
  askIris: operation({
    summary:
      'Asks the Iris agent: what is active, why is a team stuck, what did it cost, wake or tell a team. Progress is in the log as chat.progressed',
    input: z.object({
      question: z.string().trim().min(1).max(maxQuestion),
      yes: z.boolean().default(false).describe('Do what this question itself asks for without asking again'),
      chat: z
        .string()
        .regex(/^[\w-]{1,64}$/)
        .optional()
        .describe('A name of your own for this question, to follow its progress'),
    }),
    output: IrisAnswer,
    for: people,
  }),
  readIrisMessages: operation({
    summary: 'What was said with the Iris agent, oldest first: in the chat, or about one session',
    input: z.object({
      agentSession: z.string().max(200).default('iris-brain:user-chat'),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      messages: z.array(IrisMessage),
      mayAsk: z.boolean().describe('Whether the config lets you ask'),
      offBy: z.string().nullable().describe('The key of the config that does not'),
    }),
    for: readers,
  }),
}
