import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createOrchestrator, type OrchestratorDeps } from '../../teamwork/orchestrator/index.ts'
import { serveMcp } from '../../../test/support/mcp.ts'
import { call, mcpClients } from './clients.suite.ts'

let world: FakeWorld
let server: Awaited<ReturnType<typeof serveMcp>>
const clients = mcpClients(() => server.url)

beforeEach(async () => {
  world = await openFakeWorld()
  const teams = new Map([['alpha', { name: 'alpha', path: tmpdir() }]])
  // Only the names and folders of teams, and the limit, are read here.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  const projects = { isThere: () => Promise.resolve(true) }
  const orchestrator = createOrchestrator({ ...world, config, projects } as unknown as OrchestratorDeps)
  server = await serveMcp({ orchestrator, inbox: world.asks })
})
afterEach(async () => {
  await clients.end()
  await server.end()
  await world.end()
})

const text = (words: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text: words }] } })

/** Tells alpha something; its agent says these messages and ends with the last. */
async function answered(...messages: string[]): Promise<Record<string, unknown>> {
  const client = await clients.connect()
  const outcome = call(client, 'team_tell', { to: 'alpha', message: 'look' })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  for (const words of messages) world.agents[0]?.print(text(words))
  world.agents[0]?.answerTurn(messages.at(-1) ?? '')
  return outcome
}

test('[MCP35] a tell gives all that was said, with a line above the final message; one message stands alone', async () => {
  const outcome = await answered('Three tests fail.', 'Done.')
  expect(outcome).toMatchObject({
    status: 'answered',
    text: 'Three tests fail.\n\n[Final message]\n\nDone.',
    cut: null,
    advice: null,
  })
  const client = await clients.connect()
  expect(await call(client, 'team_report', { team: 'alpha' })).toMatchObject({
    turns: [{ answer: 'Three tests fail.\n\n[Final message]\n\nDone.', isCut: false }],
  })
  const alone = call(client, 'team_tell', { to: 'alpha', message: 'again' })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(2)
  world.agents[0]?.answerTurn('Only this.')
  expect(await alone).toMatchObject({ text: 'Only this.' })
})

test('[MCP35] of more than 20,000 characters it gives the end and the way to the rest, which comes in pages', async () => {
  const findings = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(7000))
  const outcome = await answered(...findings, 'Done.')
  const whole = [...findings, 'Done.'].join('\n\n')
  expect(outcome).toMatchObject({
    text: [...findings.slice(3), '[Final message]', 'Done.'].join('\n\n'),
    cut: { from: 3 * 7002, to: whole.length, of: whole.length },
    advice: `It said more than fits here. Read it all with team_report {"turn": "${String(outcome['turn'])}", "from": 0}.`,
  })
  const client = await clients.connect()
  const pages: unknown[] = []
  for (let from: number | undefined = 0; from !== undefined;) {
    const [turn] = await reported(client, { turn: outcome['turn'], from })
    pages.push(turn?.answer)
    from = turn?.cut && turn.cut.to < turn.cut.of ? turn.cut.to : undefined
  }
  expect(pages).toEqual([
    findings.slice(0, 2).join('\n\n'),
    findings.slice(2, 4).join('\n\n'),
    [findings[4], '[Final message]', 'Done.'].join('\n\n'),
  ])
  const [listed] = await reported(client, { team: 'alpha' })
  expect(listed).toMatchObject({ answer: '[Final message]\n\nDone.', isCut: true })
  expect(await call(client, 'team_report', { team: 'alpha', from: 3 })).toMatchObject({
    code: 'INPUT_INVALID',
  })
})

interface Reported {
  answer: string
  cut: { from: number; to: number; of: number } | null
}

async function reported(
  client: Awaited<ReturnType<typeof clients.connect>>,
  args: Record<string, unknown>,
): Promise<Reported[]> {
  const { turns } = (await call(client, 'team_report', args)) as unknown as { turns: Reported[] }
  return turns
}
