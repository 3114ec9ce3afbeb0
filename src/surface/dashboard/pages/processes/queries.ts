import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { CallOutput, EventEnvelope } from '../../../../contract/plain.ts'
import { poolEvents } from '../../../views/index.ts'
import { reading } from '../../data/reading.ts'

const dayLong = 24 * 3_600_000
const maxPoolPages = 5

export const processesReading = reading({
  subject: 'processes',
  staleOn: ['agent'],
  queries: (client) => ({
    processes: queryOptions({
      queryKey: ['processes'],
      queryFn: () => client.call('listProcesses', {}),
      // What a process takes is in no event.
      refetchInterval: 2000,
      refetchIntervalInBackground: false,
    }),
    poolEvents: queryOptions({
      queryKey: ['processes', 'events'],
      queryFn: () => readPoolEvents(client, Date.now() - dayLong),
      refetchInterval: 60_000,
    }),
  }),
})

/** The newest events about the pool since a time, oldest first; of a very busy day only the end. */
async function readPoolEvents(client: Client, since: number): Promise<EventEnvelope[]> {
  let found: EventEnvelope[] = []
  let before: number | null = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < maxPoolPages && before !== null; page += 1) {
    const read: CallOutput<'readEvents'> = await client.call('readEvents', {
      types: poolEvents,
      before,
      limit: 1000,
    })
    found = [...read.events, ...found]
    const [oldest] = read.events
    before = oldest && oldest.at >= since ? read.previous : null
  }
  return found
}
