import { expect, test } from 'vitest'
import { IrisError, type SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const yes = { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } } as const
const init = { type: 'system', subtype: 'init' }

test('[TEA18] a daemon killed between writing down and putting a message puts it once', async () => {
  const turn = await put('one')
  await world.restart()
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
  agent().answerTurn('1')
  expect([how(turn), world.agents.length]).toEqual(['answered', 1])
  expect(world.events('turn.delivered')).toHaveLength(1)
})

test('[TEA18] a message that was written down as given but never put is put by the next daemon', async () => {
  world.onMade((made) => {
    const send = made.send.bind(made)
    let isLost = true
    // The daemon dies with the message in its hands.
    made.send = (message) => {
      if (!isLost) return send(message)
      isLost = false
      return new Promise(() => undefined)
    }
  })
  const turn = await put('one')
  expect(agent().sent).toEqual([])
  await world.restart()
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
  agent().answerTurn('1')
  expect([how(turn), world.agents.length]).toEqual(['answered', 1])
})

test('[TEA18] an answer given while no daemon ran ends the turn, with what was said before', async () => {
  const turn = await put('one')
  agent().print(init)
  agent().print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'before' }] } })
  await settle()
  await world.restart()
  expect(world.sessions.saidSoFar(session)).toBe('before')
  agent().print({
    type: 'result',
    is_error: true,
    result: 'API Error: 500',
    api_error_status: 500,
    num_turns: 1,
  })
  expect(world.sessions.turn(turn)).toMatchObject({ how: 'failed', answer: 'before' })
})

test('[TEA18] [TEA14] a turn that was taken up is cancelled by an interrupt, and its process lives on', async () => {
  const turn = await put('one')
  agent().print(init)
  await settle()
  await world.restart()
  await settle()
  const cancelled = world.sessions.cancel(session)
  await settle()
  expect([agent().interrupts, agent().closed]).toEqual([1, false])
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  expect(await cancelled).toBe(turn)
  expect([how(turn), agent().closed]).toEqual(['stopped', false])
})

test('[TEA23] a pipe that is found again with its agents starts no second process', async () => {
  const turn = await put('one')
  agent().print(init)
  world.sessions.pause()
  const queued = await put('two')
  await world.sessions.recover(world.known)
  await settle()
  expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
  agent().answerTurn('1')
  await settle()
  agent().answerTurn('2')
  expect([how(turn), how(queued), world.agents.length]).toEqual(['answered', 'answered', 1])
})

test('[TEA23] a start that is under way when the pipe is found again is left alone', async () => {
  let launch: () => void = () => undefined
  world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
  const turn = await put('one')
  world.sessions.pause()
  await world.sessions.recover(world.known)
  launch()
  await settle()
  expect(world.events('agent.exited')).toEqual([])
  // The next daemon knows it for the one that runs, too.
  await world.restart()
  await settle()
  agent().answerTurn('1')
  expect([how(turn), world.agents.length]).toEqual(['answered', 1])
})

test('[TEA58] a process whose start was not recorded is told as started and ended; its turn goes to another', async () => {
  world.afterLaunch(new Promise(() => undefined))
  const turn = await put('one')
  expect([world.agents.length, world.events('agent.started')]).toEqual([1, []])
  world.afterLaunch(Promise.resolve())
  await world.restart()
  await settle()
  const [unfinished, next] = world.agents.map(({ id }) => id)
  expect([agent(0).closed, agent(0).sent, world.known.has(unfinished!)]).toEqual([true, [], false])
  expect(world.events('agent.started', 'agent.exited')).toMatchObject([
    { type: 'agent.started', agent: unfinished, data: { team: 'alpha', pid: 1, command: ['claude'] } },
    { type: 'agent.exited', agent: unfinished, data: { reason: 'exited', endedFor: 'stopped' } },
    { type: 'agent.started', agent: next, data: { pid: 2 } },
  ])
  agent().answerTurn('1')
  expect([how(turn), agent().sent.length]).toEqual(['answered', 1])
})

test('[TEA58] a process that never ran has neither a start nor an exit', async () => {
  world.beforeLaunch(new Promise(() => undefined))
  const turn = await put('one')
  world.beforeLaunch(Promise.resolve())
  await world.restart()
  await settle()
  agent().answerTurn('1')
  expect([how(turn), world.agents.length]).toEqual(['answered', 1])
  expect(world.events('agent.started', 'agent.exited').map(({ agent: of }) => of)).toEqual([agent().id])
})

test('[TEA20] a pipe that is found again without the agent ends the turn; the next runs in another process', async () => {
  const turn = await put('one')
  agent().print(init)
  world.known.clear()
  world.sessions.pause()
  const queued = await put('two')
  await world.sessions.recover(world.known)
  await settle()
  expect([how(turn), world.agents.length]).toEqual(['agent_died', 2])
  agent().answerTurn('2')
  expect(how(queued)).toBe('answered')
})

test('[TEA20] a health check notices an agent that the pipe no longer knows', async () => {
  const turn = await put('one')
  agent().print(init)
  world.known.clear()
  world.clock.advance(1000)
  await settle()
  expect(how(turn)).toBe('agent_died')
  expect(world.sessions.pool.list()).toEqual([])
})

test('[TEA30] a turn that waits for the quota still waits after the restart, though its agent lives', async () => {
  await put('one')
  agent().print({
    type: 'rate_limit_event',
    rate_limit_info: {
      status: 'rejected',
      resetsAt: world.clock.now() / 1000 + 60,
      rateLimitType: 'five_hour',
    },
  })
  agent().answerTurn('1')
  await settle()
  const turn = await put('two')
  await world.restart()
  await settle()
  expect([agent().sent.length, world.sessions.live(session).waitingFor]).toEqual([1, 'quota'])
  world.clock.advance(60_000)
  await settle()
  agent().answerTurn('2')
  expect(how(turn)).toBe('answered')
})

test('[TEA26] an answer that was recorded but not carried is carried after the restart', async () => {
  await put('one')
  agent().print(init)
  agent().print({
    type: 'control_request',
    request_id: 'r1',
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' },
  })
  const [ask] = world.asks.holding(session)
  const answering = agent()
  const lively = answering.answers
  answering.answer = () => Promise.reject(new IrisError('PIPE_CLOSED', 'gone'))
  await world.asks.answer(ask!.id, yes)
  expect(world.asks.uncarried().map(({ id }) => id)).toEqual([ask!.id])
  answering.answer = (id) => Promise.resolve(void lively.push(id))
  await world.restart()
  await settle()
  expect(agent().answers).toEqual(['r1'])
  expect(world.asks.uncarried()).toEqual([])
})

test('[TEA86] an agent that a daemon was about to end when it was killed is ended by the next, before anything is put to it', async () => {
  const stopped = await put('one')
  const stubborn = agent()
  stubborn.print(init)
  const willing = { ...stubborn }
  stubborn.close = () => new Promise(() => undefined)
  void world.sessions.cancel(session)
  await settle()
  world.clock.advance(10_000)
  await settle()
  const next = await put('two')
  expect([how(stopped), stubborn.sent.length]).toEqual(['stopped', 1])
  stubborn.close = (options) => willing.close(options)
  await world.restart()
  await settle()
  expect([stubborn.closed, stubborn.sent.length, world.agents.length]).toEqual([true, 1, 2])
  agent().answerTurn('2')
  expect(how(next)).toBe('answered')
})

test('[TEA86] an agent that heeded its stop is not ended by the next daemon', async () => {
  await put('one')
  agent().print(init)
  const cancelled = world.sessions.cancel(session)
  await settle()
  agent().print({
    type: 'result',
    is_error: true,
    terminal_reason: 'aborted_streaming',
    total_cost_usd: 0.01,
  })
  await cancelled
  await world.restart()
  await put('two')
  expect([agent().closed, agent().sent.length, world.agents.length]).toEqual([false, 2, 1])
})

test('[TEA58] a process whose start was not recorded is ended before another is started', async () => {
  let end: () => void = () => undefined
  const ending = new Promise<void>((resolve) => (end = resolve))
  world.onMade((made) => {
    const close = made.close.bind(made)
    made.close = async (options) => {
      await ending
      return close(options)
    }
  })
  world.afterLaunch(new Promise(() => undefined))
  await put('one')
  world.afterLaunch(Promise.resolve())
  await world.restart()
  await settle()
  expect(world.agents).toHaveLength(1)
  end()
  await settle()
  expect([world.agents.length, agent().sent.length]).toEqual([2, 1])
})
