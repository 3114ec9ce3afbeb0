import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IrisTools, IrisAgent } from '../../teamwork/intelligence/index.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { call, mcpClients } from './clients.suite.ts'

let calls: unknown[][]
let server: Awaited<ReturnType<typeof serveMcp>>
const clients = mcpClients(() => server.url)
const { connect } = clients

beforeEach(async () => {
  calls = []
  const { orchestrator } = playOrchestrator()
  server = await serveMcp({ orchestrator, iris: { ask: answer, tools: playedTools() } })
})
afterEach(async () => {
  await clients.end()
  await server.end()
})

/** IrisTools that say which of them was used, by which conversation and for what. */
function playedTools(): IrisTools {
  const used = (hand: string) => (conversation: string, input?: unknown) => {
    calls.push([hand, conversation, input])
    return { by: hand }
  }
  const usedInTime =
    (hand: string) =>
    async (conversation: string, input: unknown): Promise<Record<string, unknown>> =>
      used(hand)(conversation, input)
  return {
    checkSessionStatus: used('checkSessionStatus'),
    getActiveSessions: used('getActiveSessions'),
    createPendingQuestion: used('createPendingQuestion'),
    wakeTeam: usedInTime('wakeTeam'),
    sendMessageToTeam: usedInTime('sendMessageToTeam'),
    analyzeCompletion: used('analyzeCompletion'),
    getPoolMetrics: used('getPoolMetrics'),
    readEvents: used('readEvents'),
    getSessionReport: used('getSessionReport'),
    waitForTurn: usedInTime('waitForTurn'),
  }
}

const answer: IrisAgent['ask'] = async (input) => {
  calls.push(['ask', input])
  return { chat: 'one', answer: 'Beta sleeps.', cites: [], actions: [], costUsd: 0, rehearsed: true }
}

test.each([
  ['check_session_status', { fromTeam: 'user', toTeam: 'alpha' }, {}],
  ['get_active_sessions', {}, { statusFilter: 'all' }],
  ['create_pending_question', { question: 'Which?' }, { context: '' }],
  ['wake_team', { team: 'beta' }, {}],
  ['send_message_to_team', { team: 'beta', message: 'Go on.' }, {}],
  ['analyze_completion', { completion: 'Shall I?' }, {}],
  ['read_events', {}, { after: 0 }],
])(
  '[IRI16] the tool %s does its work for the conversation that calls, and gives what came of it',
  async (name, input, filledIn) => {
    const client = await connect({ secret: secrets.iris })
    const hand = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(await call(client, name, input)).toEqual({ status: 'ok', by: hand })
    expect(calls).toEqual([[hand, 'iris-brain:user-chat', { ...input, ...filledIn }]])
  },
)

test('[IRI16] the tool get_pool_metrics needs no more than the conversation', async () => {
  const client = await connect({ secret: secrets.iris })
  expect(await call(client, 'get_pool_metrics')).toEqual({ status: 'ok', by: 'getPoolMetrics' })
})

test('[IRI14] a question to Iris is answered, and nothing is done without a confirmation unless it says yes', async () => {
  const client = await connect()
  expect(await call(client, 'iris_ask', { question: ' What does beta do? ' })).toMatchObject({
    status: 'answered',
    answer: 'Beta sleeps.',
  })
  await call(client, 'iris_ask', { question: 'Wake beta.', yes: true })
  expect(calls).toEqual([
    ['ask', { question: 'What does beta do?', yes: false }],
    ['ask', { question: 'Wake beta.', yes: true }],
  ])
})
