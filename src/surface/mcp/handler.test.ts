import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls, type Operation, type Role } from '../../contract/index.ts'
import { openInboxWorld, type InboxWorld } from '../../core/inbox/inbox.suite.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { call, eras, mcpClients } from './clients.suite.ts'

let play: ReturnType<typeof playOrchestrator>
let waits: InboxWorld
let server: Awaited<ReturnType<typeof serveMcp>>
let faults: unknown[]
const clients = mcpClients(() => server.url)
const { connect } = clients

beforeEach(async () => {
  faults = []
  play = playOrchestrator()
  waits = openInboxWorld()
  const { orchestrator } = play
  server = await serveMcp({ orchestrator, inbox: waits.inbox, onFault: (error) => faults.push(error) })
})
afterEach(async () => {
  await clients.end()
  await server.end()
  await waits.end()
})

const toolsByRole = {
  human: [
    'team_tell',
    'team_quick_tell',
    'team_wake',
    'team_wake_all',
    'team_sleep',
    'team_isAwake',
    'team_report',
    'team_cache_read',
    'team_cache_clear',
    'team_teams',
    'team_getTeamName',
    'session_cancel',
    'session_retry',
    'session_reboot',
    'session_delete',
    'session_fork',
    'inbox_list',
    'inbox_answer',
    'run_start',
    'run_list',
    'run_show',
    'run_stop',
    'run_resume',
    'run_tell',
    'iris_ask',
    'chat_read',
    'chat_channels',
  ],
  agent: [
    'team_tell',
    'team_quick_tell',
    'team_teams',
    'team_isAwake',
    'team_report',
    'team_getTeamName',
    'session_cancel',
    'inbox_list',
    'inbox_answer',
    'ask_human',
    'chat_read',
    'chat_channels',
  ],
  observer: [
    'team_teams',
    'team_isAwake',
    'team_report',
    'team_cache_read',
    'team_getTeamName',
    'inbox_list',
    'run_list',
    'run_show',
  ],
}

function toolsNamedFor(role: Role): string[] {
  const operations: Operation[] = Object.values(calls)
  return operations
    .filter(({ for: allowed }) => allowed === 'anyone' || allowed.includes(role))
    .flatMap(({ tool }) => tool?.name ?? [])
    .toSorted()
}

describe('the way in', () => {
  test.each(eras)('[MCP1] a client of the %s revision tells a team and gets the answer', async (era) => {
    const client = await connect({ era })
    expect(client.getServerVersion()).toMatchObject({ name: 'iris' })
    const answer = call(client, 'team_tell', { to: 'alpha', message: 'hello' })
    const turn = await play.told()
    expect(turn).toMatchObject({ from: 'user', message: 'hello' })
    turn.ends('good day')
    expect(await answer).toMatchObject({ status: 'answered', text: 'good day', turn: turn.turn })
  })

  test.each(eras)('[MCP2] a %s client goes on with another server in the same place', async (era) => {
    const client = await connect({ era })
    await client.listTools()
    await server.end()
    server = await serveMcp({ orchestrator: play.orchestrator, port: server.port })
    // A kept-alive connection may still be found closed once; the client is the same all the while.
    await expect.poll(() => call(client, 'team_teams').catch(() => undefined)).toMatchObject({ total: 2 })
  })

  test('[MCP3] a missing or wrong token and a foreign Host or Origin are refused', async () => {
    const authorization = `Bearer ${secrets.human}`
    const refused = [
      [{}, 401],
      [{ authorization: 'Bearer iris_wrong' }, 401],
      [{ authorization, host: 'evil.example' }, 403],
      [{ authorization, origin: 'http://evil.example' }, 403],
    ] as const
    for (const [headers, status] of refused)
      expect([headers, await rawStatus(headers)]).toEqual([headers, status])
    expect(await rawStatus({ authorization, origin: server.url })).toBe(200)
    await expect(connect({ secret: 'iris_wrong' })).rejects.toThrow()
  })

  test('[MCP4] a caller is what its token and folder say', async () => {
    const nobody = await connect()
    expect(await call(nobody, 'team_getTeamName')).toMatchObject({
      name: 'user',
      kind: 'human',
      session: null,
    })
    const inside = await connect({ cwd: '/projects/alpha/süd west' })
    expect(await call(inside, 'team_getTeamName')).toMatchObject({ name: 'alpha', kind: 'human' })
    const agent = await connect({ secret: secrets.agent, cwd: '/projects/alpha' })
    expect(await call(agent, 'team_getTeamName')).toMatchObject({
      name: 'beta',
      kind: 'agent',
      session: server.agentSession,
    })
    expect(await call(agent, 'team_tell', { to: 'alpha', message: 'x', fromTeam: 'alpha' })).toMatchObject({
      status: 'error',
      code: 'CALLER_REFUSED',
    })
  })

  test('[MCP5] each role has its own tools', async () => {
    const namesOf = async (secret: string) =>
      (await (await connect({ secret })).listTools()).tools.map(({ name }) => name).toSorted()
    // What other nouns bring is for whom their operations are (MCP37).
    const known = new Set(Object.values(toolsByRole).flat())
    for (const role of ['human', 'agent', 'observer'] as const) {
      const names = await namesOf(secrets[role])
      expect(names.filter((name) => known.has(name))).toEqual(toolsByRole[role].toSorted())
      const others = names.filter((name) => !known.has(name))
      expect(others).toEqual(toolsNamedFor(role).filter((name) => !known.has(name)))
    }
    const agent = await connect({ secret: secrets.agent })
    await expect(call(agent, 'session_delete', { team: 'alpha' })).rejects.toThrow('no tool session_delete')
  })
})

describe('tools', () => {
  test('[MCP6] every tool is described, hinted and has both schemas', async () => {
    const { tools } = await (await connect()).listTools()
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect([name, title, description]).toEqual([name, expect.any(String), expect.any(String)])
      expect(annotations).toEqual({
        title,
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      })
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(outputSchema).toMatchObject({ type: 'object', required: ['status'] })
    }
  })

  test('[MCP6] what a client may assume of a tool is what the tool does', async () => {
    const { tools } = await (await connect()).listTools()
    const hintsOf = (name: string) => {
      const { title: _, ...hints } = tools.find((tool) => tool.name === name)?.annotations ?? {}
      return hints
    }
    const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    expect(hintsOf('team_teams')).toEqual(looks)
    expect(hintsOf('team_wake')).toEqual({ ...looks, readOnlyHint: false })
    expect(hintsOf('session_delete')).toEqual({ ...looks, readOnlyHint: false, destructiveHint: true })
    const tells = { ...looks, readOnlyHint: false, idempotentHint: false, openWorldHint: true }
    expect(hintsOf('team_tell')).toEqual(tells)
    expect(hintsOf('inbox_answer')).toEqual({ ...tells, destructiveHint: true })
  })

  test('[MCP6] an agent is listed its tools without what only clients read', async () => {
    const { tools } = await (await connect({ secret: secrets.agent })).listTools()
    expect(tools.map(({ name }) => name)).toContain('team_tell')
    expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true)
  })

  test.each(eras)('[MCP6] every tool answers a %s client with what its schema says', async (era) => {
    const client = await connect({ era })
    // After listing, the client holds every result against the output schema.
    await client.listTools()
    const asked = waits.request()
    const told = await call(client, 'team_tell', { toTeam: 'alpha', message: 'go', timeout: -1 })
    const statuses = {
      team_quick_tell: [{ to: 'alpha', message: 'x' }, 'accepted'],
      team_wake: [{ team: 'alpha' }, 'woken'],
      team_wake_all: [{}, 'woken'],
      team_isAwake: [{ team: 'beta' }, 'awake'],
      team_sleep: [{ team: 'alpha', force: true }, 'asleep'],
      team_report: [{ team: 'alpha' }, 'ok'],
      team_cache_read: [{ team: 'alpha' }, 'ok'],
      team_cache_clear: [{ team: 'alpha' }, 'cleared'],
      team_teams: [{}, 'ok'],
      team_getTeamName: [{}, 'ok'],
      session_cancel: [{ team: 'alpha' }, 'stopped'],
      session_retry: [{ team: 'alpha' }, 'running'],
      session_reboot: [{ team: 'alpha' }, 'rebooted'],
      session_delete: [{ team: 'alpha' }, 'deleted'],
      session_fork: [{ team: 'alpha' }, 'ok'],
      inbox_list: [{}, 'ok'],
      inbox_answer: [{ ask: asked.id, choose: 'y' }, 'answered'],
    } as const
    expect(told).toMatchObject({ status: 'accepted' })
    for (const [name, [args, status]] of Object.entries(statuses)) {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: { ...args } })
      expect([name, structuredContent]).toMatchObject([name, { status }])
      expect(isError).toBeUndefined()
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
    }
    expect(play.calls).toContainEqual(['sleep', expect.anything(), 'alpha', { force: true }])
  })

  test('[MCP6] [TEA60] session_cancel drops the turn that is named', async () => {
    const client = await connect()
    const { turn } = await call(client, 'team_tell', { toTeam: 'alpha', message: 'go', timeout: -1 })
    const dropped = await call(client, 'session_cancel', { team: 'alpha', turn })
    expect(dropped).toEqual({ status: 'cancelled', turn, advice: null })
    expect(play.calls).toContainEqual(['cancel', expect.anything(), 'alpha', turn])
  })

  test('[MCP34] session_retry runs again what met a limit, or leaves it; an agent has no such tool', async () => {
    const client = await connect()
    expect(await call(client, 'session_retry', { team: 'alpha' })).toEqual({
      status: 'nothing_waits',
      turns: [],
    })
    const { turn } = await call(client, 'team_tell', { toTeam: 'alpha', message: 'go', timeout: -1 })
    expect(await call(client, 'session_retry', { turn })).toEqual({ status: 'running', turns: [turn] })
    expect(await call(client, 'session_retry', { leave: true })).toEqual({ status: 'left', turns: [turn] })
    expect(play.calls).toContainEqual(['retry', expect.anything(), { turn }])
    expect(play.calls).toContainEqual(['leave', {}])
    const agents = await (await connect({ secret: secrets.agent })).listTools()
    expect(agents.tools.map(({ name }) => name)).not.toContain('session_retry')
  })

  test('[MCP7] an error says what to do and shows no stack', async () => {
    const client = await connect()
    await client.listTools()
    const unknown = await client.callTool({ name: 'team_tell', arguments: { to: 'nobody', message: 'x' } })
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: {
        status: 'error',
        code: 'TEAM_UNKNOWN',
        advice: expect.stringContaining('iris teams'),
      },
    })
    expect(unknown.structuredContent).not.toHaveProperty('details')
    const wrong = await call(client, 'team_tell', { message: 7, timeout: -2 })
    expect(wrong).toMatchObject({
      code: 'INPUT_INVALID',
      details: { fields: [{ field: 'message' }, { field: 'timeout' }] },
    })
    expect(await call(client, 'team_tell', { message: 'to nobody' })).toMatchObject({
      details: { fields: [{ field: 'to' }] },
    })
    play.orchestrator.teams = () => {
      throw new Error('secret detail')
    }
    const fault = await client.callTool({ name: 'team_teams', arguments: {} })
    expect(fault).toMatchObject({ isError: true, structuredContent: { code: 'UNEXPECTED' } })
    expect(JSON.stringify(fault)).not.toMatch(/secret detail|at .*\.ts/)
    expect(faults).toEqual([expect.objectContaining({ message: 'secret detail' })])
  })

  test('[MCP8] patience decides what a tell gives', async () => {
    const client = await connect()
    expect(await call(client, 'team_tell', { to: 'alpha', message: 'x', timeout: -1 })).toMatchObject({
      status: 'accepted',
    })
    expect(await call(client, 'team_tell', { to: 'alpha', message: 'x', timeout: 5 })).toMatchObject({
      status: 'delivered',
    })
    const patient = call(client, 'team_tell', { to: 'alpha', message: 'x', timeout: 60_000 })
    await play.told()
    await play.told()
    const third = await play.told()
    third.ends('in time')
    expect(await patient).toMatchObject({ status: 'answered', text: 'in time' })
  })

  test('[MCP9] teams, turns and asks come in pages', async () => {
    const client = await connect()
    const first = await call(client, 'team_teams', { limit: 1 })
    expect(first).toMatchObject({ teams: [{ name: 'alpha' }], total: 2, next: 'alpha' })
    expect(await call(client, 'team_teams', { limit: 1, after: first['next'] })).toMatchObject({
      teams: [{ name: 'beta' }],
      next: null,
    })
    for (const message of ['one', 'two', 'three'])
      await call(client, 'team_quick_tell', { to: 'alpha', message: message.repeat(10) })
    const page = await call(client, 'team_report', { team: 'alpha', limit: 2, maxChars: 3 })
    expect(page).toMatchObject({ turns: [{ message: 'one', isCut: true }, { message: 'two' }] })
    const rest = await call(client, 'team_report', { team: 'alpha', after: page['next'] })
    expect(rest).toMatchObject({ turns: [{ message: 'three'.repeat(10), isCut: false }], next: null })
    const asks = [waits.request(), (waits.clock.advance(1), waits.request())].map(({ id }) => id)
    const page1 = await call(client, 'inbox_list', { limit: 1 })
    expect(page1).toMatchObject({ open: 2, asks: [{ ask: asks[0] }], next: asks[0] })
    expect(await call(client, 'inbox_list', { after: asks[0] })).toMatchObject({
      asks: [{ ask: asks[1] }],
      next: null,
    })
    expect(await call(client, 'inbox_list', { all: true })).toMatchObject({
      asks: [{ ask: asks[1] }, { ask: asks[0] }],
    })
  })

  test('[MCP9] a page has twenty unless the caller says otherwise, and starts with the first', async () => {
    const client = await connect()
    const [alpha] = play.orchestrator.teams()
    const names = Array.from({ length: 25 }, (_, n) => `team-${n}`)
    play.orchestrator.teams = () => names.map((name) => ({ ...alpha!, name }))
    const listed = await call(client, 'team_teams')
    expect(listed).toMatchObject({ total: 25, next: 'team-19' })
    expect(listed['teams']).toMatchObject(names.slice(0, 20).map((name) => ({ name })))
  })

  test('[MCP9] one turn can be read in full, by an agent only if it is its own', async () => {
    const human = await connect()
    const { turn } = await call(human, 'team_quick_tell', { to: 'alpha', message: 'private' })
    expect(await call(human, 'team_report', { turn })).toMatchObject({ turns: [{ message: 'private' }] })
    const agent = await connect({ secret: secrets.agent })
    expect(await call(agent, 'team_report', { turn })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[MCP11] clearing the cache reboots the session', async () => {
    await call(await connect(), 'team_cache_clear', { team: 'alpha' })
    expect(play.calls).toEqual([['reboot', { name: 'user', kind: 'human' }, 'alpha']])
  })
})

/** fetch refuses to set Host, so this goes through node:http. */
function rawStatus(headers: Record<string, string>): Promise<number> {
  const all = {
    ...headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL('/mcp', server.url), { method: 'POST', headers: all }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
  })
}
