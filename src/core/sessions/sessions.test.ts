import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { IrisError, type SessionId, type TurnId } from '../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from './fake-agents.suite.ts'

let world: FakeWorld
let session: SessionId
beforeEach(async () => {
  world = await openFakeWorld()
  session = world.sessions.open('user', 'alpha').id
})
afterEach(() => world.end())

/** Lets everything that is ready happen; time stands still. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate)
  world.clock.advance(5)
  await new Promise(setImmediate)
}
async function put(message: string): Promise<TurnId> {
  const { id } = world.sessions.put({ session, message, author: 'user', fromSession: null })
  await settle()
  return id
}
const how = (turn: TurnId) => world.sessions.turn(turn).how
const agent = (index = -1): FakeAgent => world.agents.at(index)!
const note = (n: number) => ({ type: 'system', subtype: 'note', n })
const yes = { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } } as const
const init = { type: 'system', subtype: 'init' }
function notes(): number[] {
  const found: string[] = []
  for (let after = 0; ;) {
    const { events, next, head } = world.log.read({ types: ['agent.printed'], after, limit: 1000 })
    found.push(...events.map((event) => JSON.stringify(event.data)))
    if (next >= head) return found.flatMap((line) => /n\\":(\d+)/.exec(line)?.[1] ?? []).map(Number)
    after = next
  }
}

describe('delivery', () => {
  test('[TEA3] a turn is put only when the one before it has ended', async () => {
    const [first, second] = [await put('one'), await put('two')]
    expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
    agent().answerTurn('1')
    await settle()
    expect([how(first), agent().sent.map(({ text }) => text)]).toEqual(['answered', ['one', 'two']])
    agent().answerTurn('2')
    await settle()
    expect([how(second), world.agents.length]).toEqual(['answered', 1])
  })

  test('[TEA1] an agent that answers before it is heard to have taken the message was delivered to all the same', async () => {
    await put('warm-up')
    agent().answerTurn('0')
    await settle()
    const quick = agent()
    quick.send = () => {
      quick.answerTurn('1')
      return Promise.resolve()
    }
    const turn = await put('one')
    expect(world.sessions.turn(turn)).toMatchObject({ how: 'answered', deliveredAt: expect.any(Number) })
    const types = world.events('turn.delivered', 'turn.ended').map((event) => event.type)
    expect(types).toEqual(['turn.delivered', 'turn.ended', 'turn.delivered', 'turn.ended'])
  })

  test('[TEA6] a result that is not ours ends nothing', async () => {
    const turn = await put('one')
    agent().print(init)
    agent().print({ type: 'result', result: 'note', origin: { kind: 'task-notification' } })
    agent().print({ type: 'result', result: '', num_turns: 0 })
    agent().print({ type: 'result', result: 'other', num_turns: 1, user_message_uuids: ['another'] })
    expect(how(turn)).toBeNull()
    agent().answerTurn('mine', { user_message_uuids: [world.sessions.turn(turn).uuid] })
    expect(world.sessions.turn(turn)).toMatchObject({ how: 'answered', answer: 'mine' })
  })

  test('[TEA12] a conversation that the CLI does not know is begun anew with the same message', async () => {
    const first = await put('one')
    agent().answerTurn('1')
    agent().exit()
    await settle()
    const second = await put('two')
    expect(agent().conversation.how).toBe('resumed')
    agent().print({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: ['No conversation found with session ID: x'],
    })
    agent().exit({ code: 1 })
    await settle()
    expect(agent().conversation.how).toBe('new')
    expect(agent().sent.map(({ text }) => text)).toEqual(['two'])
    agent().answerTurn('2')
    expect([how(first), how(second)]).toEqual(['answered', 'answered'])
  })

  test('[TEA12] a conversation that the CLI has already is resumed with the same message', async () => {
    const turn = await put('one')
    expect(agent().conversation.how).toBe('new')
    agent().exit({ code: 1 })
    await settle()
    expect(agent().conversation.how).toBe('resumed')
    expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
    agent().answerTurn('1')
    expect(how(turn)).toBe('answered')
  })

  test('[TEA12] a CLI that never starts ends the turn after three tries, with its complaint', async () => {
    const turn = await put('one')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      agent().exit({ code: 2 })
      await settle()
    }
    expect(world.sessions.turn(turn)).toMatchObject({
      how: 'agent_died',
      advice: expect.stringContaining('a complaint'),
    })
    expect(world.agents).toHaveLength(3)
  })

  test('[TEA13] a turn that goes on does so three times at the most', async () => {
    Object.assign(world.team, { onCrash: 'resume' })
    const turn = await put('one')
    for (let crash = 0; crash < 4; crash += 1) {
      expect(how(turn)).toBeNull()
      agent().print(init)
      agent().exit({ code: null, signal: 'SIGKILL' })
      await settle()
    }
    expect([how(turn), world.agents.length, world.events('turn.resumed').length]).toEqual([
      'agent_died',
      4,
      3,
    ])
  })

  test('[TEA12] the exit of a former process does not touch the turn of its successor', async () => {
    await put('one')
    agent().answerTurn('1')
    await settle()
    const former = agent()
    let leave: () => void = () => undefined
    former.close = () => new Promise((resolve) => (leave = () => resolve(former.exit({ code: 1 }))))
    world.clock.advance(3_601_000)
    const turn = await put('two')
    expect(world.agents).toHaveLength(1)
    leave()
    await settle()
    expect(agent().conversation.how).toBe('resumed')
    agent().answerTurn('2')
    expect([how(turn), world.agents.length]).toEqual(['answered', 2])
    expect(world.events('turn.resumed')).toEqual([])
  })
})

describe('stopping', () => {
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
})

describe('recording', () => {
  test('[TEA31] lines that could not be recorded are read again: none is missing, none is twice', async () => {
    const turn = await put('one')
    agent().print(init)
    for (let n = 0; n < 300; n += 1) agent().print(note(n))
    world.fill(true)
    for (let n = 300; n < 900; n += 1) agent().print(note(n))
    // Room comes back before anybody heard of the failure: what follows must not be taken for the next line.
    world.fill(false)
    for (let n = 900; n < 1000; n += 1) agent().print(note(n))
    agent().print({ type: 'result', result: 'end', num_turns: 1 })
    await settle()
    world.clock.advance(2000)
    await settle()
    expect(how(turn)).toBe('answered')
    expect(notes()).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  })

  test('[TEA31] a turn whose delivery could not be recorded goes on, and the next one waits for it', async () => {
    const sent: string[] = []
    await put('warm-up')
    agent().answerTurn('0')
    await settle()
    agent().send = ({ text }) => {
      sent.push(text)
      if (text === 'one') world.fill(true)
      return Promise.resolve()
    }
    const turn = await put('one')
    world.fill(false)
    await put('two')
    expect([how(turn), sent]).toEqual([null, ['one']])
    world.clock.advance(2000)
    await settle()
    expect(world.sessions.turn(turn).deliveredAt).not.toBeNull()
    agent().answerTurn('1')
    await settle()
    expect([how(turn), sent]).toEqual(['answered', ['one', 'two']])
  })

  test('[TEA31] an exit that could not be recorded is decided when there is room again', async () => {
    const turn = await put('one')
    agent().print(init)
    world.fill(true)
    agent().exit({ code: null, signal: 'SIGKILL' })
    await settle()
    expect(how(turn)).toBeNull()
    world.fill(false)
    world.clock.advance(2000)
    await settle()
    expect(how(turn)).toBe('agent_died')
    expect(world.events('agent.exited')).toHaveLength(1)
  })

  test('[TEA31] a silent turn that could not be ended for want of room is ended later', async () => {
    const turn = await put('one')
    world.fill(true)
    world.clock.advance(60_000)
    await settle()
    expect(how(turn)).toBeNull()
    world.fill(false)
    world.clock.advance(4000)
    await settle()
    expect(how(turn)).toBe('response_timeout')
  })
})

describe('recovery', () => {
  test('[TEA18] a daemon killed between writing down and putting a message puts it once', async () => {
    const turn = await put('one')
    await world.restart()
    await settle()
    expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
    agent().answerTurn('1')
    expect([how(turn), world.agents.length]).toEqual(['answered', 1])
    expect(world.events('turn.delivered')).toHaveLength(1)
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
    agent().answerTurn('1')
    expect([how(turn), world.agents.length]).toEqual(['answered', 1])
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
})
