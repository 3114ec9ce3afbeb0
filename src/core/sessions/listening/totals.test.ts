import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => {
  world = await openFakeWorld()
})
afterEach(() => world.end())

const agent = () => world.agents.at(-1)!
const init = { type: 'system', subtype: 'init' }
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate)
}
async function put(message: string): Promise<void> {
  const session = world.sessions.open('user', 'alpha').id
  world.sessions.put({ session, message, author: 'user', fromSession: null })
  await settle()
}
const costs = () => world.events('usage.recorded').map((event) => (event.data as { costUsd: number }).costUsd)
async function turnThatCosts(total: number, capabilities: string[]): Promise<void> {
  await put('x')
  agent().print({ ...init, capabilities })
  agent().print({ type: 'result', result: 'y', num_turns: 1, total_cost_usd: total })
  await settle()
}
async function newProcess(): Promise<void> {
  agent().exit()
  await settle()
}

test('[TEA28] a CLI that counts from 0 after a resume', async () => {
  await turnThatCosts(1, [])
  await turnThatCosts(3, [])
  await newProcess()
  await turnThatCosts(5, [])
  await turnThatCosts(6, [])
  expect(costs()).toEqual([1, 2, 5, 1])
})

test('[TEA28] a CLI that goes on counting, but began anew all the same', async () => {
  await turnThatCosts(3, ['a'])
  await newProcess()
  await turnThatCosts(2, ['a'])
  await turnThatCosts(2.5, ['a'])
  expect(costs()).toEqual([3, 2, 0.5])
})

test('[TEA28] a CLI that goes on counting after a resume', async () => {
  await turnThatCosts(1, ['a'])
  await turnThatCosts(3, ['a'])
  await newProcess()
  await turnThatCosts(5, ['a'])
  await turnThatCosts(6, ['a'])
  expect(costs()).toEqual([1, 2, 2, 1])
})

test('[TEA28] tokens are the differences of what all models together used, and nothing is added', async () => {
  const turn = async (tokens: object): Promise<void> => {
    await put('x')
    agent().print(init)
    const usage = { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3, cacheCreationInputTokens: 4 }
    agent().print({ type: 'result', result: 'y', num_turns: 1, modelUsage: { a: usage, b: tokens } })
    await settle()
  }
  await turn({ inputTokens: 10, outputTokens: 20, cacheReadInputTokens: 30, cacheCreationInputTokens: 40 })
  await turn({ inputTokens: 11, outputTokens: 22, cacheReadInputTokens: 33, cacheCreationInputTokens: 44 })
  expect(world.events('usage.recorded').map(({ data }) => data)).toMatchObject([
    { input: 11, output: 22, cacheRead: 33, cacheWrite: 44 },
    { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  ])
})
