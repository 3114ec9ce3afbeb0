import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId, TurnId } from '../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from './fake-agents.suite.ts'

let world: FakeWorld
let session: SessionId
beforeEach(async () => {
  world = await openFakeWorld()
  session = world.sessions.open('user', 'alpha').id
})
afterEach(() => world.end())

const settle = () => world.settle()
const put = (message: string) => world.put(session, message)
const how = (turn: TurnId) => world.sessions.turn(turn).how
const agent = (index = -1): FakeAgent => world.agents.at(index)!
const note = (n: number) => ({ type: 'system', subtype: 'note', n })
const yes = { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } } as const
const init = { type: 'system', subtype: 'init' }

test('[TEA14] the next turn waits until the interrupt has been understood', async () => {
  const turn = await put('one')
  agent().print(init)
  let understood: () => void = () => undefined
  agent().interrupt = () => new Promise((resolve) => (understood = resolve))
  const next = await put('two')
  const cancelled = world.sessions.cancel(session)
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  await settle()
  expect([how(turn), agent().sent.length]).toEqual(['stopped', 1])
  understood()
  await cancelled
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['one', 'two'])
  agent().answerTurn('2')
  expect(how(next)).toBe('answered')
})

test('[TEA14] an agent that ignores the interrupt is ended, and the next turn runs in another process', async () => {
  const turn = await put('one')
  agent().print(init)
  const next = await put('two')
  const cancelled = world.sessions.cancel(session)
  await settle()
  world.clock.advance(10_000)
  await cancelled
  await settle()
  expect([how(turn), agent(0).closed, world.agents.length]).toEqual(['stopped', true, 2])
  agent().answerTurn('2')
  expect(how(next)).toBe('answered')
})

test('[TEA10] [TEA11] silence ends a turn, lines put it off, and an open ask stops the clock', async () => {
  const turn = await put('one')
  agent().print(init)
  for (let minute = 0; minute < 5; minute += 1) {
    world.clock.advance(59_000)
    agent().print(note(minute))
  }
  agent().print({
    type: 'control_request',
    request_id: 'r1',
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' },
  })
  world.clock.advance(24 * 3_600_000)
  expect(how(turn)).toBeNull()
  const [ask] = world.asks.holding(session)
  await world.asks.answer(ask!.id, yes)
  expect(agent().answers).toEqual(['r1'])
  world.clock.advance(59_000)
  expect(how(turn)).toBeNull()
  world.clock.advance(60_000)
  await settle()
  expect([how(turn), agent().closed]).toEqual(['response_timeout', true])
})

test('[TEA15] [TEA23] a process that would not end gets no further turn: it is ended before another begins', async () => {
  await put('one')
  agent().answerTurn('1')
  await settle()
  const stubborn = agent()
  stubborn.close = () => Promise.reject(new Error('it does not end'))
  await world.sessions.sleep(session)
  const turn = await put('two')
  await settle()
  agent().answerTurn('2')
  expect([how(turn), world.agents.length, world.known.has(stubborn.id)]).toEqual(['answered', 2, false])
  expect(stubborn.sent.map(({ text }) => text)).toEqual(['one'])
})

test('[TEA16] [TEA17] turns that wait for room in the pool can be stopped and deleted', async () => {
  const others = ['beta', 'gamma'].map((caller) => world.sessions.open(caller, 'alpha').id)
  for (const other of others)
    world.sessions.put({ session: other, message: 'busy', author: 'x', fromSession: null })
  await settle()
  const turn = await put('one')
  expect(world.sessions.live(session).waitingFor).toBe('pool')
  await world.sessions.cancel(session)
  expect([how(turn), world.agents.length]).toEqual(['stopped', 2])
  const second = await put('two')
  await world.sessions.remove(session, 'user')
  await settle()
  expect([how(second), world.agents.length]).toEqual(['deleted', 2])
})
