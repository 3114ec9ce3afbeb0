import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type AskId } from '../../contract/index.ts'
import { openInboxWorld, type InboxWorld } from '../../core/inbox/inbox.suite.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { callWantedBy, createMarks } from './resuming.ts'

let waits: InboxWorld
let server: Awaited<ReturnType<typeof serveMcp>>

beforeEach(async () => {
  waits = openInboxWorld()
  const { orchestrator } = playOrchestrator()
  server = await serveMcp({ orchestrator, inbox: waits.inbox })
})
afterEach(async () => {
  await server.end()
  await waits.end()
})

const comeBack = (mark: string, secret = secrets.agent): Promise<Response> =>
  fetch(new URL('/mcp', server.url), {
    headers: { authorization: `Bearer ${secret}`, accept: 'text/event-stream', 'last-event-id': mark },
  })
const raise = (session = server.agentSession): AskId => waits.raise({ type: 'blocking', session }).ask.id
const answer = (ask: AskId) =>
  waits.inbox.answer(ask, { who: { kind: 'human', name: 'user' }, input: { choose: 'SQLite' } })

test('[MCP31] who comes back for a call gets its mark again and, once there is one, the answer', async () => {
  const ask = raise()
  const response = await comeBack(`${ask}/7`)
  await expect.poll(() => waits.inbox.view(ask).holds).toBe(true)
  await answer(ask)
  const text = await response.text()
  expect(text).toMatch(new RegExp(`^id: ${ask}/7\\nretry: \\d+\\ndata:\\n\\n`))
  const [, data = ''] = /^event: message\ndata: (.*)$/m.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({
    jsonrpc: '2.0',
    id: 7,
    result: { structuredContent: { status: 'answered', ask, answer: 'SQLite' } },
  })
})

test('[MCP31] what was answered meanwhile is not told twice', async () => {
  const ask = raise()
  await answer(ask)
  const text = await (await comeBack(`${ask}/7`)).text()
  expect(text).toContain('"status":"filed"')
  expect(text).not.toContain('SQLite')
})

test('[MCP31] nobody gets the answer to a call of another, and another mark is none', async () => {
  const ask = raise(newId('ses'))
  for (const secret of [secrets.agent, secrets.human]) {
    const text = await (await comeBack(`${ask}/7`, secret)).text()
    expect(text).not.toContain('result')
  }
  expect(waits.inbox.view(ask)).toMatchObject({ state: 'open', holds: false })
  expect((await comeBack('something else')).status).toBe(405)
})

test('[MCP31] who comes back for an ask that is not there is told so, as an error', async () => {
  const text = await (await comeBack(`${newId('ask')}/7`)).text()
  const [, data = ''] = /^event: message\ndata: (.*)$/m.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({ id: 7, result: { isError: true } })
})

test('[MCP31] a waiting client is let go when the daemon stops', async () => {
  const ask = raise()
  const response = await comeBack(`${ask}/7`)
  await expect.poll(() => waits.inbox.view(ask).holds).toBe(true)
  await server.handler.close()
  expect(await response.text()).not.toContain('result')
})

test('[MCP31] a mark names its call, whatever its id', async () => {
  for (const id of [0, 12, 'a/b "c"\n']) {
    const ask = newId('ask')
    const marks = createMarks()
    marks.mark({ ask, id })
    const text = await marks.within(new Response('data: x\n\n')).text()
    const [, mark = ''] = /^id: (.*)$/m.exec(text) ?? []
    expect(text).toMatch(/\n\ndata: x\n\n$/)
    const headers = { 'last-event-id': mark }
    expect(callWantedBy(new Request('http://127.0.0.1/mcp', { headers }))).toEqual({ ask, id })
  }
})
