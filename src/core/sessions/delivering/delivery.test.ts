import { expect, test } from 'vitest'
import { IrisError, type SessionId } from '../../../contract/index.ts'
import { endNow } from '../ending/endings.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const init = { type: 'system', subtype: 'init' }

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

test('[TEA7] an agent is told whose words it is given, unless they are a person’s', async () => {
  await put('of a person')
  agent().answerTurn('1')
  await settle()
  world.sessions.put({ session, message: 'of a team', author: 'beta', fromSession: null })
  await settle()
  const uuid = expect.any(String)
  expect(agent().sent).toEqual([
    { uuid, text: 'of a person' },
    { uuid, text: 'of a team', from: 'beta' },
  ])
})

test('[TEA59] a tell during a wake waits for the process that starts, and its clock ends with its turn', async () => {
  Object.assign(world.team, { sessionInitTimeout: 20_000 })
  let launch: () => void = () => undefined
  world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
  const waking = world.sessions.wake(session)
  const turn = await put('one')
  expect([how(turn), world.agents.length, world.sessions.pool.isStarting(session)]).toEqual([null, 0, true])
  launch()
  await waking
  await settle()
  agent().answerTurn('1')
  await settle()
  world.clock.advance(10 * 60_000)
  await settle()
  expect([how(turn), world.agents.length, agent().closed]).toEqual(['answered', 1, false])
  expect(agent().sent.map(({ text }) => text)).toEqual(['one'])
  expect(world.sessions.pool.get(session)?.agent.id).toBe(agent().id)
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

test('[TEA6] a turn ends once: what ends it again changes nothing and is not told', async () => {
  const turn = await put('one')
  agent().answerTurn('1')
  await settle()
  const first = world.sessions.turn(turn)
  endNow(world.sessions.live(session), { turn: first, how: 'stopped', text: 'something else' })
  await settle()
  expect(world.sessions.turn(turn)).toEqual(first)
  expect(world.events('turn.ended').map(({ data }) => data)).toMatchObject([
    { how: 'answered', preview: '1' },
  ])
})

test('[TEA57] a thousand turns wait at the most; the next is refused and leaves nothing behind', async () => {
  const tell = () => world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
  await put('one')
  for (let n = 0; n < 1000; n += 1) tell()
  const head = world.log.head()
  expect(tell).toThrow(expect.objectContaining({ code: 'QUEUE_FULL' }))
  expect([world.log.head(), world.sessions.counts(session)]).toEqual([head, { turns: 1001, queued: 1000 }])
  agent().answerTurn('1')
  await settle()
  expect(world.sessions.counts(session).queued).toBe(999)
  expect(tell().endedAt).toBeNull()
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
    expect(how(turn)).toBeNull()
    agent().exit({ code: 2 })
    await settle()
    world.clock.advance(5000)
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
    const told = agent().sent.map(({ text }) => text)
    expect(told).toEqual([
      crash === 0 ? 'one' : expect.stringMatching(/^You were interrupted by a crash.*\n\none$/),
    ])
    agent().print(init)
    agent().exit({ code: null, signal: 'SIGKILL' })
    await settle()
  }
  expect([how(turn), world.agents.length]).toEqual(['agent_died', 4])
  expect(world.events('turn.resumed').map(({ data }) => data)).toMatchObject([
    { attempt: 1 },
    { attempt: 2 },
    { attempt: 3 },
  ])
})

test('[TEA8] [TEA64] a message that is too large for its agent fails alone: the next one is delivered', async () => {
  world.onMade((made) => {
    const send = made.send.bind(made)
    made.send = (message) =>
      message.text === 'long' ? Promise.reject(new IrisError('BODY_TOO_LARGE', 'Too long.')) : send(message)
  })
  const long = await put('long')
  const short = await put('short')
  await settle()
  expect(world.sessions.turn(long)).toMatchObject({ how: 'failed', advice: 'Too long.' })
  expect([how(short), agent().sent.map(({ text }) => text)]).toEqual([null, ['short']])
})

test('[TEA33] an agent is known by its id as long as it lives and its session is not deleted', async () => {
  await put('one')
  const { id } = agent()
  expect(world.sessions.ofLiving(id)?.id).toBe(session)
  agent().answerTurn('1')
  await settle()
  agent().exit()
  await settle()
  expect(world.sessions.ofLiving(id)).toBeUndefined()
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

test('[TEA18] a turn that an agent only waits for is committed as given to it; one behind others is not', async () => {
  await put('one')
  agent().answerTurn('1')
  await settle()
  const turn = { session, message: 'two', author: 'user', fromSession: null }
  expect(world.sessions.put(turn).agent).toBe(agent().id)
  expect(world.sessions.put({ ...turn, message: 'three' }).agent).toBeNull()
})

test('[INB37] a tell withdraws what was found in the words of its session; what Iris itself tells does not', async () => {
  const found = { source: 'prose', type: 'blocking', team: 'alpha', caller: 'user', session } as const
  const { ask } = world.asks.raise({ ...found, text: 'Shall I go on?' })
  world.sessions.put({ session, message: 'a reminder', author: 'iris', fromSession: null })
  expect(world.asks.view(ask.id).state).toBe('open')
  world.sessions.put({ session, message: 'do something else', author: 'user', fromSession: null })
  expect(world.asks.view(ask.id)).toMatchObject({ state: 'withdrawn', closedFor: 'told something else' })
  await settle()
})
