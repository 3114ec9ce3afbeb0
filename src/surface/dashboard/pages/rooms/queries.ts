import { queryOptions } from '@tanstack/react-query'
import type { MessageId } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

/** So much of a thread is read at once. */
export const threadLimit = 500

export const roomsReading = reading({
  subject: 'rooms',
  staleOn: ['bridge', 'channel', 'config', 'message'],
  queries: (client) => ({
    rooms: queryOptions({
      queryKey: ['rooms', 'all'],
      queryFn: () => client.call('listChannels', { archived: true }),
    }),
    bridge: queryOptions({ queryKey: ['rooms', 'bridge'], queryFn: () => client.call('readBridge', {}) }),
    room: (channel: string) =>
      queryOptions({
        queryKey: ['rooms', 'one', channel],
        queryFn: () => client.call('getChannel', { channel }),
      }),
    thread: (channel: string, thread: MessageId) =>
      queryOptions({
        queryKey: ['rooms', 'thread', channel, thread],
        queryFn: () => client.call('readMessages', { channel, thread, limit: threadLimit }),
      }),
  }),
})
