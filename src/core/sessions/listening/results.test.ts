import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../fake-agents.suite.ts'

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
  world.clock.advance(1999)
  // Printed after the answer and not yet committed: it must stay in the pipe.
  agent.print({ type: 'system', subtype: 'note' })
  expect(world.trims).toEqual([])
  world.clock.advance(1)
  await expect.poll(() => world.trims).toEqual([{ id: agent.id, before: recorded }])
  expect(end).toBeGreaterThan(recorded)
})

test('[TEA50] an agent is asked how full its context is when it rests, and now and then when it never does', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const turn = async (number: number): Promise<void> => {
    world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
    await expect.poll(() => world.agents[0]?.sent.length).toBe(number)
    world.agents[0]!.answerTurn(String(number))
  }
  await turn(1)
  world.clock.advance(1500)
  await turn(2)
  world.clock.advance(1500)
  expect(world.sessions.live(session).contextPercent).toBeNull()
  world.clock.advance(500)
  await expect.poll(() => world.sessions.live(session).contextPercent).toBe(25)
  await expect.poll(() => world.trims.length).toBe(1)

  for (let number = 3; number < 20; number += 1) {
    await turn(number)
    world.clock.advance(1900)
  }
  await expect.poll(() => world.trims.length).toBe(2)
})

test('[TEA51] a command that calls no model ends with its empty result; a note does not end it', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const { id } = world.sessions.put({ session, message: '/clear', author: 'user', fromSession: null })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const agent = world.agents[0]!
  const empty = { type: 'result', subtype: 'success', num_turns: 0, result: '', total_cost_usd: 0 }
  agent.print(empty)
  agent.print({ type: 'system', subtype: 'init' })
  agent.print({ ...empty, origin: { kind: 'task-notification' } })
  expect(world.sessions.turn(id).how).toBeNull()
  agent.print({ type: 'system', subtype: 'init' })
  agent.print(empty)
  expect(world.sessions.turn(id)).toMatchObject({ how: 'answered', answer: '' })
})

test('[TEA9] a turn that fails keeps what was said; where nothing was, the reason of the CLI stands for it', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const failed = {
    type: 'result',
    subtype: 'success',
    is_error: true,
    num_turns: 1,
    result: 'API Error: 500',
  }
  const fail = async (...said: string[]) => {
    const id = await world.put(session, 'x')
    const agent = world.agents[0]!
    agent.print({ type: 'system', subtype: 'init' })
    for (const text of said)
      agent.print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text }] } })
    agent.print(failed)
    await world.settle()
    const { how, answer } = world.sessions.turn(id)
    return [how, answer]
  }
  expect(await fail('Half of it.')).toEqual(['failed', 'Half of it.'])
  expect(await fail()).toEqual(['failed', 'API Error: 500'])
})

test('[TEA1] an agent that answers before it is known to have been reached was reached first, and once', async () => {
  world.onMade((agent) => {
    const send = agent.send.bind(agent)
    agent.send = async (message) => {
      await send(message)
      agent.answerTurn('At once.')
    }
  })
  const session = world.sessions.open('user', 'alpha').id
  const turn = await world.put(session, 'x')
  await world.settle()
  const events = world.events('turn.delivered', 'turn.ended')
  expect(events).toMatchObject([
    { type: 'turn.delivered', session, turn, data: { agent: world.agents[0]!.id } },
    { type: 'turn.ended', turn, data: { how: 'answered' } },
  ])
  expect(world.sessions.turn(turn).deliveredAt).toBe(events[0]!.at)
})

test('[TEA50] how full it was is forgotten with the conversation', async () => {
  const session = world.sessions.open('user', 'alpha').id
  await world.put(session, 'x')
  world.agents[0]!.answerTurn('1')
  world.clock.advance(2000)
  await expect.poll(() => world.sessions.live(session).contextPercent).toBe(25)
  await world.sessions.reboot(session, 'user')
  expect(world.sessions.live(session).contextPercent).toBeNull()
})
