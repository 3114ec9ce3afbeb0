import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { prefixedId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, people } from '../operation.ts'
import { plainConnectors } from './plain.ts'

export const ConnectorId = prefixedId('con')
export type ConnectorId = z.infer<typeof ConnectorId>

/** A program that asks to be let in. */
const ConnectRequest = z.object({
  request: z.string(),
  name: z.string().describe('What the program calls itself; nobody has checked it'),
  leadsTo: z.string().describe('The origin that the browser goes back to'),
})
export type ConnectRequest = z.infer<typeof ConnectRequest>

const RequestName = z.string().min(1).max(64)

/** Outside programs that speak for a person, let in by OAuth. */
export const connectorsNoun = defineNoun(plainConnectors, {
  ids: [ConnectorId],
  events: {
    'connector.allowed': defineEvent(
      1,
      z.object({ connector: ConnectorId, name: z.string(), leadsTo: z.string(), mayAnswer: z.boolean() }),
    ),
    'connector.ended': defineEvent(
      1,
      z.object({ connector: ConnectorId, name: z.string(), reason: z.enum(['revoked', 'replayed']) }),
    ),
  },
  operations: {
    showConnectRequest: operation({
      summary: 'Which program asks to be let in',
      input: z.object({ request: RequestName }),
      output: ConnectRequest,
      for: people,
    }),
    answerConnectRequest: operation({
      summary: 'Lets a program speak for you, or does not; says where the browser goes next',
      input: z.object({
        request: RequestName,
        allow: z.boolean(),
        mayAnswer: z.boolean().default(false).describe('It may answer asks too'),
      }),
      output: z.object({ location: z.string() }),
      for: people,
    }),
  },
})
