import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from './fake-agents.suite.ts'

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
