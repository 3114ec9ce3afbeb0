import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

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

test('[RUN18] one turn is stopped alone, whether it waits behind another or an agent has it', async () => {
  const first = await put('one')
  agent().print(init)
  const second = await put('two')
  const third = await put('three')
  await world.sessions.stop(second)
  expect([first, second, third].map(how)).toEqual([null, 'stopped', null])
  const stopped = world.sessions.stop(first)
  await settle()
  world.clock.advance(2000)
  await stopped
  await settle()
  expect([how(first), agent(0).interrupts]).toEqual(['stopped', 1])
  agent().answerTurn('3')
  await world.sessions.stop(third)
  expect(how(third)).toBe('answered')
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

test('[TEA15] who ends a process that is being ended waits for its end too, but not for ever', async () => {
  await put('one')
  let leave: () => void = () => undefined
  const former = agent()
  former.close = () => new Promise((resolve) => (leave = () => resolve(former.exit())))
  const over: string[] = []
  const halt = (name: string) => world.sessions.halt(session, { graceMs: 0 }).then(() => void over.push(name))
  const halts = [halt('first')]
  await settle()
  halts.push(halt('second'))
  await settle()
  expect(over).toEqual([])
  world.clock.advance(20_000)
  await settle()
  expect(over).toEqual(['second'])
  leave()
  await Promise.all(halts)
  expect(world.sessions.pool.list()).toEqual([])
})

test('[TEA16] a reboot ends what runs, and the next turn begins a conversation of its own', async () => {
  const turn = await put('one')
  agent().print(init)
  const before = world.sessions.byId(session).conversation
  await world.sessions.reboot(session, 'user')
  expect([how(turn), agent().closed]).toEqual(['stopped', true])
  await put('two')
  expect(agent().conversation).toEqual({ how: 'new', id: world.sessions.byId(session).conversation })
  expect(agent().conversation.id).not.toBe(before)
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

test('[DMN22] a stop that ends all stops the turn of an agent and leaves what none has begun in the queue', async () => {
  const turn = await put('one')
  agent().print(init)
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'Half.' }] } })
  const next = await put('two')
  agent().interrupt = () => Promise.reject(new Error('deaf'))
  const closing = world.sessions.close('ended')
  await settle()
  world.clock.advance(2000)
  await closing
  expect([how(turn), how(next), agent().closed]).toEqual(['stopped', null, true])
  expect([world.sessions.turn(turn).answer, agent().sent.length, world.agents.length]).toEqual([
    'Half.',
    1,
    1,
  ])
  expect(world.events('agent.exited')[0]?.data).toMatchObject({ endedFor: 'stopped' })
})

test('[DMN22] a stop leaves an agent at work as it is unless told to end it', async () => {
  const turn = await put('one')
  agent().print(init)
  await world.sessions.close('kept')
  expect([how(turn), agent().closed, agent().interrupts]).toEqual([null, false, 0])
})

test('[DMN22] what an agent says after a stop is for the next daemon, and its silence ends nothing', async () => {
  const turn = await put('one')
  agent().print(init)
  await settle()
  await world.sessions.close('kept')
  const heard = () => world.events('agent.printed', 'turn.ended', 'agent.exited').length
  const before = heard()
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'Late.' }] } })
  world.clock.advance(24 * 3_600_000)
  await settle()
  expect([heard(), how(turn), agent().closed]).toEqual([before, null, false])
  await world.restart()
  await settle()
  expect(world.sessions.saidSoFar(session)).toBe('Late.')
})

test('[TEA70] the turn of an agent that a person ended without a daemon is stopped, also where a crash is resumed', async () => {
  Object.assign(world.team, { onCrash: 'resume' })
  const turn = await put('one')
  agent().print(init)
  await world.restart()
  agent().exit({ code: null, signal: 'SIGTERM', why: 'stopped' })
  await settle()
  expect([how(turn), world.agents.length]).toEqual(['stopped', 1])
  expect(world.events('turn.resumed')).toEqual([])
  expect(world.events('agent.exited')[0]?.data).toMatchObject({ endedFor: 'stopped' })
})

test('[DMN5] when Iris stops, what is put starts nobody: it waits for the next daemon, and who works is left at work', async () => {
  const running = await put('one')
  agent().print(init)
  await world.sessions.close('kept')
  const other = world.sessions.open('other', 'beta').id
  const waiting = await world.put(other, 'two')
  await settle()
  expect([how(running), how(waiting)]).toEqual([null, null])
  expect(world.agents.map(({ closed }) => closed)).toEqual([false])
  expect(world.events('turn.delivered')).toHaveLength(1)
})
