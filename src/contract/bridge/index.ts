import { z } from 'zod'
import { MessageId } from '../channels/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { Nothing, operation, readers } from '../operation.ts'
import { plainBridge } from './plain.ts'

/** How the rooms stand with the server they are also on. */
const BridgeState = z.object({
  backend: z.enum(['embedded', 'irc']),
  server: z.string().nullable().describe('Its address; null when rooms are in Iris alone'),
  isConnected: z.boolean(),
  since: z.int().nullable().describe('Since when it is as it is'),
  reason: z.string().nullable().describe('Why it is not connected'),
  waiting: z.int().describe('Messages that were not yet said there'),
  givenUp: z.int().describe('Messages that were given up'),
  connections: z.int(),
  problems: z.array(z.string()).describe('What does not work although it is connected'),
})
export type BridgeState = z.infer<typeof BridgeState>

/** The rooms on an IRC server that is there already. */
export const bridgeNoun = defineNoun(plainBridge, {
  ids: [],
  events: {
    'bridge.connected': defineEvent(1, z.object({ server: z.string() })),
    'bridge.disconnected': defineEvent(1, z.object({ server: z.string(), reason: z.string() })),
    'bridge.gave_up': defineEvent(
      1,
      z.object({ server: z.string(), message: MessageId, room: z.string(), reason: z.string() }),
    ),
  },
  operations: {
    readBridge: operation({
      summary: 'How the rooms stand with the server they are also on',
      input: Nothing,
      output: BridgeState,
      for: readers,
    }),
  },
})
