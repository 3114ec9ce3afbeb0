import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { CallOutput } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

const chatPage = 200
const maxChatPages = 3

export const chatReading = reading({
  subject: 'chat',
  staleOn: ['action', 'chat'],
  queries: (client) => ({
    chat: queryOptions({ queryKey: ['chat'], queryFn: () => readChat(client) }),
  }),
})

/** All that the daemon keeps of the chat. */
async function readChat(client: Client): Promise<CallOutput<'readIrisMessages'>> {
  let read = await client.call('readIrisMessages', { limit: chatPage })
  const { messages } = read
  for (let page = 1; page < maxChatPages && read.messages.length === chatPage; page += 1) {
    read = await client.call('readIrisMessages', { after: messages.at(-1)?.n ?? 0, limit: chatPage })
    messages.push(...read.messages)
  }
  return { ...read, messages }
}
