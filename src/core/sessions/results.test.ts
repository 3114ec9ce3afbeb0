import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from './fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

test('[TEA41] after a turn the pipe may let go of what is recorded, and of no more', async () => {
  const session = world.sessions.open('user', 'alpha').id
  world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const agent = world.agents[0]!
  let end = 0
  agent.output$.subscribe((output) => 'next' in output && (end = output.next))
  agent.answerTurn('1')
  const recorded = end
  // Printed after the answer and not yet committed: it must stay in the pipe.
  agent.print({ type: 'system', subtype: 'note' })
  expect(world.trims).toEqual([])
  await expect.poll(() => world.trims).toEqual([{ id: agent.id, before: recorded }])
  expect(end).toBeGreaterThan(recorded)
})
