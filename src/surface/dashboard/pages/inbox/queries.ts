import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { AskId, CallOutput } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

const figuresOf = 30 * 24 * 3_600_000
const asksPerPage = 200
const maxAskPages = 25

/** Asks, and what decides about them without a person: grants, learned answers, judgment. */
export const asksReading = reading({
  subject: 'asks',
  staleOn: ['answer', 'ask', 'judgment', 'rule'],
  queries: (client) => ({
    asks: queryOptions({ queryKey: ['asks', 'open'], queryFn: () => readOpenAsks(client) }),
    closedAsks: queryOptions({
      queryKey: ['asks', 'closed'],
      queryFn: () => client.call('listAsks', { state: 'closed', limit: 40 }),
    }),
    ask: (ask: AskId) =>
      queryOptions({ queryKey: ['asks', ask], queryFn: () => client.call('getAsk', { ask }) }),
    askFigures: queryOptions({
      queryKey: ['asks', 'figures'],
      queryFn: () => client.call('getAskFigures', { since: Date.now() - figuresOf }),
    }),
    judgment: queryOptions({
      queryKey: ['asks', 'judgment'],
      queryFn: () => client.call('getJudgment', {}),
    }),
    grants: queryOptions({ queryKey: ['asks', 'grants'], queryFn: () => client.call('listGrants', {}) }),
    learned: queryOptions({ queryKey: ['asks', 'learned'], queryFn: () => client.call('listLearned', {}) }),
  }),
})

/** Every open ask: the most urgent may be the newest. A queue longer than this is cut, and its count says so. */
async function readOpenAsks(client: Client): Promise<CallOutput<'listAsks'>> {
  const found = await client.call('listAsks', { limit: asksPerPage })
  for (let page = 1; page < maxAskPages && found.next !== null; page += 1) {
    const more = await client.call('listAsks', { limit: asksPerPage, after: found.next })
    found.asks.push(...more.asks)
    found.next = more.next
  }
  return found
}
