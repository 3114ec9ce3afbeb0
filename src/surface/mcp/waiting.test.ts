import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openInboxWorld, type InboxWorld } from '../../core/inbox/inbox.suite.ts'
import type { AgentEvent } from '../../core/transport/index.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { call, eras, mcpClients } from './clients.suite.ts'

let play: ReturnType<typeof playOrchestrator>
let waits: InboxWorld
let server: Awaited<ReturnType<typeof serveMcp>>
const clients = mcpClients(() => server.url)
const { connect } = clients

beforeEach(async () => {
  play = playOrchestrator()
  waits = openInboxWorld()
  server = await serveMcp({ orchestrator: play.orchestrator, inbox: waits.inbox })
})
afterEach(async () => {
  await clients.end()
  await server.end()
  await waits.end()
})

const said = (text: string): AgentEvent => ({
  kind: 'said',
  message: 'm',
  model: 'x',
  parts: [{ type: 'text', text }],
})

describe('waiting', () => {
  test.each(eras)('[MCP12] progress reaches a %s client while the agent works', async (era) => {
    const client = await connect({ era })
    const shown: string[] = []
    let heard = (): void => undefined
    const answer = client.callTool(
      { name: 'team_tell', arguments: { to: 'alpha', message: 'x' } },
      { onprogress: ({ message }) => (shown.push(message ?? ''), heard()) },
    )
    const turn = await play.told()
    const line = new Promise<void>((resolve) => {
      heard = () => (shown.includes('looking around') ? resolve() : undefined)
    })
    turn.prints(said('looking\n\u001B around'))
    await line
    expect(shown).toEqual(['delivered', 'looking around'])
    turn.ends('done')
    expect((await answer).structuredContent).toMatchObject({ text: 'done' })
  })

  test.each(eras)('[MCP13] a %s client that cancels is let go and the turn goes on', async (era) => {
    const client = await connect({ era })
    const other = await connect({ era })
    const later = await connect({ era })
    const stop = new AbortController()
    const args = { name: 'team_tell', arguments: { to: 'alpha', message: 'long' } }
    const others = other.callTool(args)
    const othersTurn = await play.told()
    const answer = client.callTool(args, { signal: stop.signal })
    const turn = await play.told()
    // Clients count alike: the calls before and after it have the same number.
    const lasts = later.callTool(args)
    const lastTurn = await play.told()
    stop.abort()
    await expect(answer).rejects.toThrow()
    await server.idle(2)
    turn.ends('kept')
    othersTurn.ends('not cancelled')
    lastTurn.ends('nor this')
    expect((await others).structuredContent).toMatchObject({ text: 'not cancelled' })
    expect((await lasts).structuredContent).toMatchObject({ text: 'nor this' })
    expect(await call(client, 'team_report', { turn: turn.turn })).toMatchObject({
      turns: [{ answer: 'kept' }],
    })
  })

  test('[MCP13] a client that hangs up is no longer waited with', async () => {
    const stop = new AbortController()
    const response = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'team_tell',
          arguments: { to: 'alpha', message: 'x' },
          _meta: { progressToken: 1 },
        },
      },
      stop.signal,
    )
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const turn = await play.told()
    stop.abort()
    await server.idle(0)
    await expect.poll(() => play.calls).toEqual([['stopWaiting', turn.turn]])
    turn.ends('kept')
    expect(play.turns[0]).toMatchObject({ answer: 'kept' })
  })

  test.each(eras)('[MCP14] a stop of the server lets waiting %s clients go', async (era) => {
    const client = await connect({ era })
    const answer = client.callTool({ name: 'team_tell', arguments: { to: 'alpha', message: 'x' } })
    await play.told()
    const refused = expect(answer).rejects.toThrow()
    // Not by ending their connections: the daemon waits for calls under way before it does that.
    await server.handler.close()
    await server.idle(0)
    await server.end()
    await client.close()
    await refused
  })

  test('[MCP15] fifty clients at once get their own answers', async () => {
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, n) => connect({ era: eras[n % 2] ?? 'legacy' })),
    )
    const answers = many.map((client, n) =>
      call(client, 'team_tell', { to: n % 3 === 0 ? 'alpha' : 'beta', message: `number ${n}` }),
    )
    const turns = []
    for (const _ of many) turns.push(await play.told())
    for (const turn of turns.toReversed()) turn.ends(`answer to ${turn.message}`)
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(
      many.map((_, n) => `answer to number ${n}`),
    )
  })
})

function post(message: object, signal?: AbortSignal): Promise<Response> {
  return fetch(new URL('/mcp', server.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secrets.human}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
    ...(signal ? { signal } : {}),
  })
}
