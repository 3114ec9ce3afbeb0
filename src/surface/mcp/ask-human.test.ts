import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ask } from '../../contract/index.ts'
import { openInboxWorld, user, type InboxWorld } from '../../core/inbox/inbox.suite.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { call, mcpClients } from './clients.suite.ts'

const day = 24 * 60 * 60 * 1000
const options = [{ label: 'SQLite' }, { label: 'Postgres' }]
let waits: InboxWorld
let server: Awaited<ReturnType<typeof serveMcp>>
const clients = mcpClients(() => server.url)

beforeEach(async () => {
  waits = openInboxWorld()
  const { orchestrator } = playOrchestrator()
  server = await serveMcp({ orchestrator, inbox: waits.inbox, clock: waits.clock })
})
afterEach(async () => {
  await clients.end()
  await server.end()
  await waits.end()
})

const openAsks = (): Ask[] => waits.inbox.list({ state: 'open', limit: 10 }).asks
async function ask(question: Record<string, unknown>): Promise<Record<string, unknown>> {
  return call(await clients.connect({ secret: secrets.agent }), 'ask_human', question)
}
/** The ask that somebody waits for. */
async function awaited(): Promise<Ask> {
  await expect.poll(() => openAsks().map(({ holds }) => holds)).toEqual([true])
  return openAsks()[0]!
}

test('[INB27] a blocking question waits for its answer', async () => {
  const asking = ask({ type: 'blocking', text: 'Which database?', options })
  const { ask: id } = await awaited()
  await waits.inbox.answer(id, { who: user, input: { choose: 'Postgres' } })
  expect(await asking).toEqual({
    status: 'answered',
    ask: id,
    answer: 'Postgres',
    source: 'user',
    advice: 'Go on with this answer.',
  })
})

test('[INB27] an answer has everything that was chosen and said', async () => {
  const asking = ask({ type: 'blocking', text: 'Which databases?', options, multiSelect: true })
  const { ask: id } = await awaited()
  await waits.inbox.answer(id, {
    who: user,
    input: { choose: ['SQLite', 'Postgres'], text: 'in this order' },
  })
  expect(await asking).toMatchObject({ answer: 'SQLite, Postgres, in this order' })
})

test('[INB27] [INB32] who waits for a question that is dismissed goes on by its own judgment', async () => {
  const asking = ask({ type: 'blocking', text: 'Which database?' })
  const { ask: id } = await awaited()
  await waits.inbox.dismiss(id, user.name)
  expect(await asking).toMatchObject({ status: 'dismissed', answer: '', source: null })
})

test('[INB27] any other question returns at once, and its answer comes later', async () => {
  expect(await ask({ type: 'clarifying', text: 'Which database?', options })).toMatchObject({
    status: 'filed',
    ask: openAsks()[0]?.ask,
    answer: '',
    source: null,
  })
  expect(openAsks()).toMatchObject([{ state: 'open', holds: false, questions: [{ freeText: true }] }])
})

test('[INB17] [INB27] the default of a confirmation is taken only where the agent says that it can be undone', async () => {
  await ask({ type: 'confirming', text: 'Drop the table?', options, default: 'SQLite' })
  await ask({ type: 'confirming', text: 'Rename the file?', options, default: 'SQLite', reversible: true })
  waits.clock.advance(day)
  expect(openAsks().map(({ text }) => text)).toEqual(['Drop the table?'])
})

test('[INB22] [INB27] who asks again what is already open waits for the same answer', async () => {
  const client = await clients.connect({ secret: secrets.agent })
  const question = { name: 'ask_human', arguments: { type: 'blocking', text: 'Which database?' } }
  const waiting: number[] = []
  const asking = [1, 2].map((n) => client.callTool(question, { onprogress: () => waiting.push(n) }))
  await expect.poll(() => waiting.toSorted((a, b) => a - b)).toEqual([1, 2])
  const { ask: id } = await awaited()
  expect(openAsks()).toHaveLength(1)
  await waits.inbox.answer(id, { who: user, input: { text: 'either' } })
  const answers = (await Promise.all(asking)).map(({ structuredContent }) => structuredContent)
  expect(answers).toMatchObject([1, 2].map(() => ({ status: 'answered', ask: id, answer: 'either' })))
})

test('[INB27] a waiting agent is shown every 15 s that a person is waited for', async () => {
  const client = await clients.connect({ secret: secrets.agent })
  const shown: (string | undefined)[] = []
  const asking = client.callTool(
    { name: 'ask_human', arguments: { type: 'blocking', text: 'Which database?' } },
    { onprogress: ({ message }) => shown.push(message) },
  )
  const { ask: id } = await awaited()
  await expect.poll(() => shown).toEqual(['waits for a person to answer'])
  waits.clock.advance(15_000)
  await expect.poll(() => shown).toHaveLength(2)
  await waits.inbox.answer(id, { who: user, input: { text: 'either' } })
  await asking
})
