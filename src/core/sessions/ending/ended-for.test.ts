import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

const settle = () => world.settle()

async function work(caller: string): Promise<void> {
  const session = world.sessions.open(caller, 'alpha').id
  world.sessions.put({ session, message: 'go', author: caller, fromSession: null })
  await settle()
  world.agents.at(-1)?.answerTurn('Done.')
  await settle()
}

test('[TEA22] the exit of a process says why Iris ended it, and nothing when it ended by itself', async () => {
  const reasons = () =>
    world.events('agent.exited').map(({ data }) => (data as { endedFor?: string }).endedFor)
  for (const caller of ['a', 'b', 'c']) await work(caller)
  expect(reasons()).toEqual(['room'])
  world.agents[1]?.exit({ code: 1 })
  await settle()
  await world.sessions.sleep(world.sessions.open('c', 'alpha').id)
  expect(reasons()).toEqual(['room', undefined, 'stopped'])
})
