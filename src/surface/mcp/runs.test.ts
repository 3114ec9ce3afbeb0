import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { calls, type RunId } from '../../contract/index.ts'
import { init, openFakeRuns, type FakeRuns } from '../../teamwork/runs/fake-runs.suite.ts'
import { toolsFor } from './tools.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'

let fake: FakeRuns
let led: RunId
let other: RunId
let server: Awaited<ReturnType<typeof serveMcp>>
const clients: Client[] = []

beforeEach(async () => {
  fake = await openFakeRuns()
  led = await fake.start()
  fake.leader().print(init)
  other = await fake.start()
  const { orchestrator } = playOrchestrator()
  const agentSession = fake.get(led).leader.session
  server = await serveMcp({ orchestrator, runs: () => fake.runs, agentSession })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await server.end()
  await fake.end()
})

async function connect(secret: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }))
  clients.push(client)
  return client
}
async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>
}
async function tools(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('run_'))
}

test('[RUN26] people start, look at, tell, stop and resume runs', async () => {
  const person = await connect(secrets.human)
  const started = await call(person, 'run_start', { team: 'alpha', goal: 'Reach it', roster: ['qa'] })
  expect(started).toMatchObject({ status: 'ok', run: { state: 'starting', roster: ['qa'] } })
  expect(await call(person, 'run_list', { open: true })).toMatchObject({
    runs: [{}, { run: other }, { run: led }],
  })
  expect(await call(person, 'run_tell', { run: other, message: 'Hurry' })).toMatchObject({
    status: 'accepted',
  })
  expect(await call(person, 'run_stop', { run: other })).toMatchObject({ run: { state: 'stopped' } })
  expect(await call(person, 'run_tell', { run: other, message: 'x' })).toMatchObject({ code: 'RUN_ENDED' })
  expect(await call(person, 'run_resume', { run: other })).toMatchObject({ run: { endedAt: null } })
  expect(await call(person, 'run_show', {})).toMatchObject({ code: 'INPUT_INVALID' })
  expect(await tools(person)).not.toContain('run_complete')
})

test('[RUN26] a leader looks at its own run and completes it; it starts and stops none', async () => {
  const leader = await connect(secrets.agent)
  expect(await tools(leader)).toEqual(['run_show', 'run_complete'])
  expect(await call(leader, 'run_show')).toMatchObject({ run: { run: led } })
  expect(await call(leader, 'run_show', { run: other })).toMatchObject({ code: 'FORBIDDEN' })
  const completed = await call(leader, 'run_complete', { summary: 'Done' })
  expect(completed).toMatchObject({ status: 'completed_unverified', checks: [] })
  expect(fake.get(led).summary).toBe('Done')
})

test('[RUN26] an agent that leads nothing has no tool about runs; an observer only looks', async () => {
  await fake.runs.stop(led, 'user')
  const observer = await connect(secrets.observer)
  expect(await tools(observer)).toEqual(['run_list', 'run_show'])
  expect(await call(observer, 'run_show', { run: led })).toMatchObject({ run: { state: 'stopped' } })
  await server.end()
  server = await serveMcp({ orchestrator: playOrchestrator().orchestrator, runs: () => fake.runs })
  expect(await tools(await connect(secrets.agent))).toEqual([])
})

test.each<[string, Record<string, unknown>]>([
  ['a goal of spaces', { goal: '  \n ' }],
  ['a goal of more than a million characters', { goal: 'x'.repeat(1_000_001) }],
  ['33 roles', { goal: 'x', roster: Array.from({ length: 33 }, (_, n) => `r${n}`) }],
  ['21 commands', { goal: 'x', evidence: { commands: Array.from({ length: 21 }, () => 'true') } }],
])('[RUN32] over MCP %s is refused as over HTTP', async (_, input) => {
  const person = await connect(secrets.human)
  const { listing } = toolsFor('human').get('run_start')!
  const { properties, required } = z.toJSONSchema(calls.startRun.input, { io: 'input' })
  expect(listing.inputSchema).toMatchObject({ properties, required })
  expect(calls.startRun.input.safeParse({ team: 'alpha', ...input }).success).toBe(false)
  expect(await call(person, 'run_start', { team: 'alpha', ...input })).toMatchObject({
    code: 'INPUT_INVALID',
  })
  expect(fake.events('run.started')).toHaveLength(2)
})

test('[RUN32] what surrounds a goal or a message in spaces is left out, and a message of spaces is none', async () => {
  const person = await connect(secrets.human)
  const started = await call(person, 'run_start', { team: 'alpha', goal: '  Reach it\n', roster: ['qa'] })
  expect(started).toMatchObject({ run: { goal: 'Reach it' } })
  expect(await call(person, 'run_tell', { run: other, message: '  ' })).toMatchObject({
    code: 'INPUT_INVALID',
  })
})
