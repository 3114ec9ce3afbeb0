import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allSessions, type Client } from '../../../client/index.ts'
import type { AskId, CallOutput, EventEnvelope, RunId, SessionId } from '../../../contract/plain.ts'
import { alertEvents, poolEvents } from '../../views/index.ts'
import { newestEvents, tailLength } from './refresh.ts'

const hour = 3_600_000
const dayLong = 24 * hour
const mostPoolPages = 5
const asksPerPage = 200
const chatPage = 200
const mostChatPages = 3
const mostAskPages = 25

/** All that the daemon keeps of the chat. */
async function readChat(client: Client): Promise<CallOutput<'readIrisMessages'>> {
  let read = await client.call('readIrisMessages', { limit: chatPage })
  const { messages } = read
  for (let page = 1; page < mostChatPages && read.messages.length === chatPage; page += 1) {
    read = await client.call('readIrisMessages', { after: messages.at(-1)?.n ?? 0, limit: chatPage })
    messages.push(...read.messages)
  }
  return { ...read, messages }
}

/** What the pages read, each with the name under which it is kept. */
export function createQueries(client: Client) {
  return {
    ...askQueries(client),
    ...sessionQueries(client),
    teams: queryOptions({ queryKey: ['teams'], queryFn: () => client.call('listTeams', {}) }),
    sessions: queryOptions({ queryKey: ['sessions'], queryFn: () => allSessions(client) }),
    chat: queryOptions({
      queryKey: ['chat'],
      queryFn: () => readChat(client),
    }),
    runs: queryOptions({ queryKey: ['runs'], queryFn: () => client.call('listRuns', {}) }),
    run: (run: RunId) =>
      queryOptions({ queryKey: ['runs', run], queryFn: () => client.call('getRun', { run }) }),
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
    config: queryOptions({
      queryKey: ['config'],
      queryFn: () => client.call('readConfigFile', {}),
      staleTime: Infinity,
    }),
    status: queryOptions({ queryKey: ['status'], queryFn: () => client.call('getStatus', {}) }),
    limits: queryOptions({
      queryKey: ['limits'],
      queryFn: () => client.call('readLimits', {}),
      // Neither a full disk nor a missing program is in the log.
      refetchInterval: 60_000,
    }),
    alertEvents: queryOptions({
      queryKey: ['alertEvents'],
      queryFn: async () =>
        (
          await client.call('readEvents', {
            types: [...alertEvents],
            before: Number.MAX_SAFE_INTEGER,
            limit: newestEvents,
          })
        ).events,
      // Each new event is added as it comes; this finds one that came while they were read.
      refetchInterval: 60_000,
    }),
    tokens: queryOptions({ queryKey: ['tokens'], queryFn: () => client.call('listTokens', {}) }),
    usage: (span: 'hour' | 'day', spans: number) =>
      queryOptions({
        queryKey: ['usage', span, spans],
        queryFn: () => client.call('readUsage', { since: startOf(span, spans), span }),
        refetchInterval: 5 * 60_000,
      }),
  }
}

export type Queries = ReturnType<typeof createQueries>

function askQueries(client: Client) {
  return {
    asks: queryOptions({
      queryKey: ['asks', 'open'],
      queryFn: () => readOpenAsks(client),
    }),
    closedAsks: queryOptions({
      queryKey: ['asks', 'closed'],
      queryFn: () => client.call('listAsks', { state: 'closed', limit: 40 }),
    }),
    ask: (ask: AskId) =>
      queryOptions({ queryKey: ['asks', ask], queryFn: () => client.call('getAsk', { ask }) }),
    askFigures: queryOptions({
      queryKey: ['asks', 'figures'],
      queryFn: () => client.call('getAskFigures', { since: Date.now() - 30 * 24 * hour }),
    }),
    judgment: queryOptions({
      queryKey: ['asks', 'judgment'],
      queryFn: () => client.call('getJudgment', {}),
    }),
    rules: queryOptions({ queryKey: ['asks', 'rules'], queryFn: () => client.call('listRules', {}) }),
    learned: queryOptions({ queryKey: ['asks', 'learned'], queryFn: () => client.call('listLearned', {}) }),
  }
}

/** Every open ask: the most urgent may be the newest. A queue longer than this is cut, and its count says so. */
async function readOpenAsks(client: Client): Promise<CallOutput<'listAsks'>> {
  const found = await client.call('listAsks', { limit: asksPerPage })
  for (let page = 1; page < mostAskPages && found.next !== null; page += 1) {
    const more = await client.call('listAsks', { limit: asksPerPage, after: found.next })
    found.asks.push(...more.asks)
    found.next = more.next
  }
  return found
}

function sessionQueries(client: Client) {
  return {
    session: (session: SessionId) =>
      queryOptions({
        queryKey: ['session', session],
        queryFn: () => client.call('getSession', { session }),
      }),
    lastTurn: (session: SessionId) =>
      queryOptions({
        queryKey: ['session', session, 'last'],
        queryFn: () => client.call('getSession', { session, limit: 1 }),
      }),
    /** How many problems a session has; read again when the stretch that is loaded shows others. */
    problems: (session: SessionId, loaded: number) =>
      queryOptions({
        queryKey: ['session', session, 'problems', loaded],
        queryFn: async () => (await client.call('findProblem', { session })).problems,
        placeholderData: keepPreviousData,
      }),
    tail: (session: SessionId) =>
      queryOptions({
        queryKey: ['tail', session],
        queryFn: async () =>
          (
            await client.call('readEvents', {
              session,
              types: ['agent.printed'],
              before: Number.MAX_SAFE_INTEGER,
              limit: tailLength,
            })
          ).events,
        staleTime: Infinity,
      }),
  }
}

/** The newest events about the pool since a time, oldest first; of a very busy day only the end. */
async function readPoolEvents(client: Client, since: number): Promise<EventEnvelope[]> {
  let found: EventEnvelope[] = []
  let before: number | null = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < mostPoolPages && before !== null; page += 1) {
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

/** Where the first of so many spans begins, the last being the one we are in. */
function startOf(span: 'hour' | 'day', spans: number): number {
  const now = new Date()
  if (span === 'hour') return now.setMinutes(0, 0, 0) - (spans - 1) * hour
  now.setHours(0, 0, 0, 0)
  return now.setDate(now.getDate() - (spans - 1))
}
