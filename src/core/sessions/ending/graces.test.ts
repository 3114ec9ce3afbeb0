import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

const init = { type: 'system', subtype: 'init' }
/** How soon the end of a silent turn is tried again. */
const retryAfter = 2000
async function atRest(): Promise<void> {
  await put('one')
  agent().answerTurn('1')
  await settle()
}
async function atWork(): Promise<void> {
  await put('one')
  agent().print(init)
  await settle()
}

test('[TEA15] [TEA16] [TEA17] a process at rest has two seconds to end, one that must go none', async () => {
  const graces: Record<string, number[]> = {}
  await atRest()
  await world.sessions.sleep(session)
  graces['sleep'] = agent().graces
  await atRest()
  await world.sessions.reboot(session, 'user')
  graces['reboot'] = agent().graces
  await atRest()
  await world.sessions.halt(session, { graceMs: 77 })
  graces['halt'] = agent().graces
  await atRest()
  await world.sessions.remove(session, 'user')
  graces['remove'] = agent().graces
  expect(graces).toEqual({ sleep: [2000], reboot: [0], halt: [77], remove: [0] })
})

test('[TEA15] settings that changed end a process at rest before its next turn, with two seconds for it', async () => {
  await atRest()
  Object.assign(world.team, { model: 'another' })
  await put('two')
  expect([world.agents.length, world.agents[0]?.graces]).toEqual([2, [2000]])
})

test('[TEA12] an agent that is silent for too long is ended at once', async () => {
  await atWork()
  world.clock.advance(60_001)
  await settle()
  expect(agent(0).graces).toEqual([0])
})

test('[TEA10] [TEA31] a silent turn whose end cannot be written is ended once it can', async () => {
  const turn = await put('one')
  agent().print(init)
  await settle()
  world.fill(true)
  world.clock.advance(60_001)
  await settle()
  expect(world.sessions.turn(turn).how).toBeNull()
  world.fill(false)
  world.clock.advance(retryAfter)
  await settle()
  expect(world.sessions.turn(turn).how).toBe('response_timeout')
})

test('[TEA17] whoever waits for a turn hears that it ended with its session, with what was said', async () => {
  const running = await put('one')
  agent().print(init)
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'half' }] } })
  const queued = await put('two')
  const over: string[] = []
  for (const [name, turn] of Object.entries({ running, queued }))
    world.sessions.progress$(turn).subscribe({ complete: () => over.push(name) })
  await world.sessions.remove(session, 'user')
  expect(over.toSorted()).toEqual(['queued', 'running'])
  expect([running, queued].map((turn) => world.sessions.turn(turn))).toMatchObject([
    { how: 'stopped', answer: 'half' },
    { how: 'deleted' },
  ])
})

test('[TEA14] a halt ends what runs with what was said, and what waits without a word; both are told', async () => {
  const running = await put('one')
  agent().print(init)
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'half' }] } })
  const queued = await put('two')
  const over: string[] = []
  for (const turn of [running, queued])
    world.sessions.progress$(turn).subscribe({ complete: () => over.push(turn) })
  await world.sessions.halt(session, { graceMs: 0 })
  expect(over).toEqual([running, queued])
  expect([running, queued].map((turn) => world.sessions.turn(turn))).toMatchObject([
    { how: 'stopped', answer: 'half' },
    { how: 'stopped', answer: '' },
  ])
})

test('[DMN22] a stop ends what rests and leaves what works, or ends both', async () => {
  const other = world.sessions.open('beta', 'alpha').id
  await atRest()
  const resting = agent()
  await world.put(other, 'two')
  const working = agent()
  working.print(init)
  await settle()
  await world.sessions.close('kept')
  expect([resting.closed, working.closed]).toEqual([true, false])
})

test('[DMN22] a stop that leaves no agent at work ends its turn as stopped', async () => {
  const turn = await put('one')
  agent().print(init)
  await settle()
  const closed = world.sessions.close('ended')
  await settle()
  world.clock.advance(2000)
  await closed
  expect([agent().closed, world.sessions.turn(turn).how]).toEqual([true, 'stopped'])
})
