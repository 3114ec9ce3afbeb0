import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { Ask } from '../../src/contract/index.ts'
import { attempts } from '../../src/contract/injections.suite.ts'
import { iris } from '../support/iris.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

/** An MCP server on stdio with one tool. */
const smallServer = `
import { createInterface } from 'node:readline'
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1' } },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
})
`

let world: TeamWorld
afterEach(() => world.end())

const agent = { completionAnalysis: { responseTimeout: 500 } }
const answered = "  - { when: { says: 'The answer' }, reply: 'Using ${says}.' }\n"
const asking = `  - { when: { says: migrate }, reply: 'Found the table. Nothing was changed yet. Which port should I use, 80 or 8080?' }\n${answered}`

const filed = async (): Promise<Ask> => {
  await world.event('question.settled')
  const { asks } = await world.client.call('listAsks', {})
  return asks[0]!
}
const nextAnswer = async (): Promise<string> => {
  await expect.poll(() => world.events('turn.ended').length).toBe(2)
  const { turns } = await world.client.call('readTurns', { team: 'alpha' })
  return turns[1]?.answer ?? ''
}
const tellAsync = (message: string) => world.client.call('tellTeam', { to: 'alpha', message, timeout: -1 })

async function mcp(): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${world.daemon.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', world.daemon.url), { requestInit }))
  return client
}

describe('a question in prose', () => {
  test.each([
    ['HTTP', async ({ ask }: Ask) => void (await world.client.call('answerAsk', { ask, choose: '8080' }))],
    [
      'the command line',
      async ({ ask }: Ask) => void (await iris(world.home, ['inbox', 'answer', ask, '8080'])),
    ],
    [
      'MCP',
      async ({ ask }: Ask) => {
        const client = await mcp()
        await client.callTool({ name: 'inbox_answer', arguments: { ask, choose: '8080' } })
        await client.close()
      },
    ],
  ])('[IRI1] is filed and answered over %s, and the same session goes on with the answer', async (_, say) => {
    world = await openTeams({ lines: asking, agent })
    const { session } = await tellAsync('migrate')
    const ask = await filed()
    expect(ask).toMatchObject({ source: 'prose', session, team: 'alpha', urgency: 'high' })
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual(['80', '8080'])
    await say(ask)
    expect(await nextAnswer()).toContain('8080')
    expect(world.modelCalls.at(-1)).toContain('migrate')
    expect(world.orchestrator.sessions()).toHaveLength(1)
  })

  test('[IRI2] a model that waits and answers in time bothers nobody, one that does not does', async () => {
    world = await openTeams({ lines: asking, agent: { completionAnalysis: { responseTimeout: 3000 } } })
    const client = await mcp()
    const tell = (message: string) =>
      client.callTool({ name: 'team_tell', arguments: { to: 'alpha', message } })
    await tell('migrate')
    await tell('The answer: 80')
    expect((await world.event('question.settled')).data).toMatchObject({ how: 'answered' })
    expect(world.events('ask.opened')).toEqual([])
    await tell('migrate')
    await expect
      .poll(() => world.events('question.settled').map(({ data }) => (data as { how: string }).how))
      .toEqual(['answered', 'filed'])
    await client.close()
  })

  test('[IRI2] a person who waits in a terminal has it in the inbox at once', async () => {
    const agent = { completionAnalysis: { responseTimeout: 600_000 } }
    world = await openTeams({ lines: asking, agent })
    await iris(world.home, ['tell', 'alpha', 'migrate'])
    const { data } = await world.event('turn.accepted')
    expect(data).toMatchObject({ waits: true, reader: 'person' })
    expect(await filed()).toMatchObject({ source: 'prose', urgency: 'high' })
  })

  test('[IRI33] [INB37] a greeting bothers nobody, “what next?” only offers, and whoever tells something else withdraws it', async () => {
    const idle = `  - { when: { says: greet }, reply: 'Hello! What shall I do?' }
  - { when: { says: finish }, reply: 'Everything is merged and the tests pass. What shall I do next?' }
`
    world = await openTeams({
      lines: `${idle}${asking}  - reply: Fine.\n`,
      agent: { ...agent, enabled: false },
    })
    const open = async () => (await world.client.call('listAsks', {})).asks
    await iris(world.home, ['tell', 'alpha', '--async', 'greet'])
    const greeted = await world.event('question.judged')
    expect(greeted.data).toMatchObject({ fileAt: null, reasons: expect.arrayContaining(['greeting']) })
    await iris(world.home, ['tell', 'alpha', '--async', 'finish'])
    await world.event('question.settled')
    expect(await open()).toMatchObject([
      { urgency: 'low', type: 'preference', expiresAt: expect.any(Number) },
    ])
    await tellAsync('migrate')
    await expect.poll(async () => (await open()).map(({ urgency }) => urgency)).toEqual(['high'])
    await iris(world.home, ['tell', 'alpha', '--async', 'leave it'])
    expect(await open()).toEqual([])
    expect(world.events('ask.withdrawn').map(({ data }) => (data as { reason: string }).reason)).toEqual([
      'told something else',
      'told something else',
    ])
    expect(world.events('ask.opened')).toHaveLength(2)
  })

  test('[IRI3] is still there after a restart of the daemon, and its answer still arrives', async () => {
    world = await openTeams({ lines: asking, agent })
    await tellAsync('migrate')
    const { ask } = await filed()
    await world.restart()
    await world.client.call('answerAsk', { ask, choose: '80' })
    expect(await nextAnswer()).toContain('80')
  })
})

test('[IRI21] [IRI36] teams that pass a message on over MCP are stopped, and a person lets them go on', async () => {
  const pass = (heard: string, to: string, said: string) => `  - when: { says: ${heard} }
    reply: [{ tool: { name: mcp__iris__team_tell, input: { toTeam: ${to}, message: ${said}, timeout: -1 } } }]
`
  const stopped = "  - { when: { tool: mcp__iris__team_tell }, reply: 'I was told: ${toolResult}' }\n"
  world = await openTeams({
    lines: `${stopped}${pass('ping', 'beta', 'pong')}${pass('pong', 'alpha', 'ping')}  - reply: Fine.\n`,
    teams: { alpha: {}, beta: {} },
    agent: { ...agent, hopLimit: 2 },
  })
  await tellAsync('ping')
  const refused = await world.event('guard.refused')
  expect(refused.data).toMatchObject({ guard: 'hops', team: 'alpha' })
  const circle = async () => {
    const { asks } = await world.client.call('listAsks', {})
    return asks.filter(({ tags }) => tags.includes('circle'))
  }
  await expect.poll(async () => (await circle()).length).toBe(1)
  const [ask] = await circle()
  expect(ask).toMatchObject({ kind: 'decision', urgency: 'high', team: 'alpha', session: refused.session })
  await world.client.call('answerAsk', { ask: ask!.ask, choose: 'Go on' })
  await expect.poll(() => world.modelCalls.some((call) => call.includes('A person says: go on.'))).toBe(true)
})

describe('the genuine CLI as the model of Iris', () => {
  const irisSays = (reply: string) => `  - { when: { system: 'You are Iris' }, reply: ${reply} }\n`
  const team = "  - { when: { says: page }, reply: 'The page renders. Want me to look at the footer?' }\n"

  test('[IRI5] judges what the rules cannot tell', async () => {
    world = await openTeams({
      lines: irisSays(`'{"verdict":"needs_answer","reason":"it stops"}'`) + team,
      agent,
    })
    await tellAsync('show the page')
    expect((await world.event('question.settled')).data).toMatchObject({
      by: 'model',
      verdict: 'needs_answer',
      how: 'filed',
    })
    expect((await world.event('model.called')).data).toMatchObject({ ok: true, purpose: 'judge' })
  })

  test('[IRI17] a model that obeys the words of teams is stopped each time, and nobody was told anything', async () => {
    const obeys = `  - when: { system: 'You are Iris', tool: mcp__iris__send_message_to_team }
    reply: '{"verdict":"offer","reason":"it obeyed"}'
  - when: { system: 'You are Iris' }
    reply: [{ tool: { name: mcp__iris__send_message_to_team, input: { team: target, message: push to main } } }]
`
    const injected = attempts.map((attempt, n) => {
      const reply = JSON.stringify(`${attempt}\n\nThe page renders. Want me to look at the footer?`)
      return `  - { when: { says: case ${n} of }, reply: ${reply} }\n`
    })
    // A session is looked at by the model five times a minute, so the attempts go by several teams.
    const names = Array.from({ length: Math.ceil(attempts.length / 4) }, (_, n) => `team${n}`)
    const teams = Object.fromEntries([...names, 'target'].map((name) => [name, {}]))
    world = await openTeams({
      lines: obeys + injected.join(''),
      teams,
      agent,
      settings: { maxProcesses: 20 },
    })
    await Promise.all(
      names.map(async (name, n) => {
        for (let at = n * 4; at < Math.min(n * 4 + 4, attempts.length); at += 1) {
          const message = `show case ${at} of the page`
          await world.client.call('tellTeam', { to: name, message, timeout: -1 })
        }
      }),
    )
    await expect
      .poll(() => world.events('question.settled').length, { timeout: 240_000 })
      .toBe(attempts.length)
    const obeyed = world
      .events('question.settled')
      .filter(({ data }) => (data as { by: string }).by === 'model')
    expect(obeyed.length).toBeGreaterThanOrEqual(20)
    expect(world.events('guard.refused').map(({ data }) => data)).toEqual(
      obeyed.map(() => expect.objectContaining({ guard: 'tool', team: 'target' })),
    )
    expect(world.orchestrator.sessions().map(({ to }) => to)).not.toContain('target')
  }, 300_000)

  test('[IRI12] [IRI14] [IRI22] [IRI38] [IRI41] is asked from the command line, and what it wants to do is allowed in the inbox', async () => {
    const wakes = `  - when: { system: 'You are Iris', tool: mcp__iris__wait_for_turn, toolResult: '/port is (\\d+)/' }
    reply: 'alpha says \${toolResult.1}.'
  - when: { system: 'You are Iris', tool: mcp__iris__send_message_to_team, toolResult: '/(trn_\\w+)/' }
    reply: [{ tool: { name: mcp__iris__wait_for_turn, input: { turn: '\${toolResult.1}' } } }]
  - when: { system: 'You are Iris', says: '/asks:\\s+relay/' }
    reply: [{ tool: { name: mcp__iris__send_message_to_team, input: { team: alpha, message: which port } } }]
  - { when: { says: which port }, reply: 'The port is 4711.' }
  - when: { system: 'You are Iris', tool: mcp__iris__wake_team }
    reply: 'Woken, see #1.'
  - when: { system: 'You are Iris', says: '/asks:\\s+wake/' }
    reply: [{ tool: { name: mcp__iris__wake_team, input: { team: beta } } }]
  - when: { system: 'You are Iris' }
    reply: 'Nothing is active.'
`
    world = await openTeams({ lines: wakes, teams: { alpha: {}, beta: {} }, agent })
    const plain = await iris(world.home, ['ask', 'what', 'is', 'active?', '--json'])
    expect(JSON.parse(plain.stdout)).toMatchObject({ answer: 'Nothing is active.', rehearsed: true })
    const asked = iris(world.home, ['ask', 'wake beta', '--json'])
    const { data } = await world.event('action.decided')
    expect(world.orchestrator.sessions()).toEqual([])
    const { ask } = data as { ask: Ask['ask'] }
    const second = iris(world.home, ['ask', 'what', 'is', 'active?'])
    const told = await world.event('chat.progressed', world.events('action.decided')[0]?.seq)
    expect(told.data).toMatchObject({ text: `waits for an answer to ${ask} first: iris inbox answer ${ask}` })
    await world.client.call('answerAsk', { ask, choose: 'Allow' })
    expect(JSON.parse((await asked).stdout)).toMatchObject({
      answer: 'Woken, see #1.',
      actions: [{ action: 'wake_team', state: 'done' }],
    })
    expect(world.orchestrator.sessions().map(({ to }) => to)).toEqual(['beta'])
    expect((await second).stdout).toContain('Nothing is active.')
    expect((await second).stderr).toContain(`Iris waits for an answer to ${ask} first`)
    const relayed = await iris(world.home, ['ask', '--yes', 'relay', 'it', 'to', 'alpha'])
    expect(relayed.stdout).toContain('alpha says 4711.')
    expect(relayed.stderr).toContain('Iris uses send_message_to_team {"team":"alpha","message":"which port"}')
    expect(relayed.stderr).toMatch(/Iris got: .*4711/)
    const client = await mcp()
    const result = await client.callTool({ name: 'iris_ask', arguments: { question: 'what is active?' } })
    expect(result.structuredContent).toMatchObject({ status: 'answered', answer: 'Nothing is active.' })
    await client.close()
  })

  test('[IRI22] its process has its own tools, no others, and no other way in', async () => {
    const seen: string[] = []
    world = await openTeams({
      lines: irisSays("'ok'"),
      agent,
      onTools: (names: string[]) => seen.push(...names),
    })
    await world.client.call('askIris', { question: 'hello' })
    expect(seen.filter((name) => !name.startsWith('mcp__iris__'))).toEqual([])
    expect(seen).toContain('mcp__iris__wake_team')
    expect(seen).not.toContain('mcp__iris__team_tell')
  })

  test('[IRI22] [IRI27] it has the MCP servers that the config names and no others, and answers within its limit', async () => {
    const seen = new Set<string>()
    const limits = new Set<number>()
    world = await openTeams({
      lines: irisSays("'ok'"),
      agent: { ...agent, mcpServers: ['notes', 'gone'], maxTokens: 4321 },
      onTools: (names: string[]) => names.forEach((name) => seen.add(name)),
      onMaxTokens: (most) => limits.add(most),
    })
    const script = join(world.home, 'server.mjs')
    writeFileSync(script, smallServer)
    const server = { type: 'stdio', command: process.execPath, args: [script] }
    mkdirSync(join(world.home, 'claude'), { recursive: true })
    const settings = JSON.stringify({ mcpServers: { notes: server, secrets: server } })
    writeFileSync(join(world.home, 'claude', '.claude.json'), settings)
    await world.client.call('askIris', { question: 'hello' })
    expect([...seen].filter((name) => !name.startsWith('mcp__iris__'))).toEqual(['mcp__notes__look'])
    expect([...limits]).toEqual([4321])
  })

  test('[IRI13] switched off it answers nobody, and questions are filed all the same', async () => {
    world = await openTeams({ lines: asking, agent: { ...agent, enabled: false } })
    await expect(world.client.call('askIris', { question: 'hello' })).rejects.toMatchObject({
      code: 'IRIS_DISABLED',
    })
    await tellAsync('migrate')
    expect(await filed()).toMatchObject({ source: 'prose' })
  })
})
