import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

const exits = () => world.events('agent.exited').map(({ data }) => data)
const change = (model: string) => Object.assign(world.team, { model })

/** An agent that is awake and rests. */
async function rest(): Promise<void> {
  await put('one')
  agent().answerTurn('1')
  await settle()
}

test('[TEA77] changed settings reach an awake agent at its next turn: it is started anew, in the same conversation', async () => {
  await rest()
  const former = agent()
  change('opus')
  await settle()
  expect([world.agents.length, former.closed]).toEqual([1, false])
  const turn = await put('two')
  expect(former.closed).toBe(true)
  expect(former.sent.map(({ text }) => text)).toEqual(['one'])
  expect(agent().sent.map(({ text }) => text)).toEqual(['two'])
  expect(agent().conversation).toEqual({ how: 'resumed', id: former.conversation.id })
  agent().answerTurn('2')
  expect(world.sessions.turn(turn)).toMatchObject({ how: 'answered', answer: '2' })
  expect(exits()).toMatchObject([{ endedFor: 'settings' }])
})

test('[TEA77] settings that are as they were, also when they changed and changed back, end nobody', async () => {
  await rest()
  change('opus')
  Object.assign(world.team, { model: undefined })
  await put('two')
  agent().answerTurn('2')
  await put('three')
  expect(world.agents).toHaveLength(1)
})

test('[TEA77] a turn under way is not cut; the one behind it gets the changed settings', async () => {
  await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  change('opus')
  await put('two')
  expect([world.agents.length, agent().closed]).toEqual([1, false])
  agent().answerTurn('1')
  await settle()
  expect(world.agents.map(({ sent }) => sent.map(({ text }) => text))).toEqual([['one'], ['two']])
})

test('[TEA77] an agent in which a teammate works, or that waits for an answer, keeps its process until it does not', async () => {
  await rest()
  const about = { task_id: 'a1', tool_use_id: 'toolu_1' }
  const started = { description: 'PM stage', subagent_type: 'pm', task_type: 'local_agent' }
  agent().print({ type: 'system', subtype: 'task_started', ...about, ...started })
  change('opus')
  await put('two')
  agent().answerTurn('2')
  await settle()
  expect([world.agents.length, agent().closed]).toEqual([1, false])
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, agent_id: 'a1' }
  agent().print({ type: 'control_request', request_id: 'r1', request })
  agent().print({ type: 'system', subtype: 'task_notification', ...about, status: 'completed' })
  world.clock.advance(2000)
  await put('three')
  agent().answerTurn('3')
  await settle()
  expect(world.agents).toHaveLength(1)
  agent().print({ type: 'control_cancel_request', request_id: 'r1' })
  await put('four')
  expect(world.agents.map(({ sent }) => sent.length)).toEqual([3, 1])
})

test('[TEA77] settings that changed while no daemon ran count too', async () => {
  await rest()
  await world.restart()
  await put('two')
  expect(world.agents).toHaveLength(1)
  agent().answerTurn('2')
  await settle()
  change('opus')
  await world.restart()
  await put('three')
  expect(world.agents.map(({ sent }) => sent.length)).toEqual([2, 1])
})

test('[TEA77] a daemon that is killed while it starts the agent anew loses nothing: the turn is put once', async () => {
  await rest()
  change('opus')
  const { promise, release } = held()
  world.beforeLaunch(promise)
  const turn = await put('two')
  expect(world.agents).toHaveLength(1)
  world.beforeLaunch(Promise.resolve())
  await world.restart()
  release()
  await settle()
  expect(world.agents.flatMap(({ sent }) => sent.map(({ text }) => text))).toEqual(['one', 'two'])
  agent().answerTurn('2')
  expect(world.sessions.turn(turn).how).toBe('answered')
})

test('[TEA77] an agent of an older Iris, which does not say with what it was started, is left alone', async () => {
  await rest()
  world.sql.exec('UPDATE agent SET settings = NULL')
  change('opus')
  await put('two')
  expect(world.agents).toHaveLength(1)
})

test('[TEA78] an agent whose login was refused is started anew for the next turn, in the same conversation', async () => {
  await rest()
  await put('two')
  agent().print({ type: 'system', subtype: 'init' })
  agent().print({
    type: 'result',
    subtype: 'success',
    is_error: true,
    api_error_status: 401,
    result: 'Not logged in · Please run /login',
  })
  await settle()
  expect(world.events('turn.ended').at(-1)).toMatchObject({
    data: { advice: expect.stringMatching(/^Not logged in · Please run \/login\. Sign in with/) as string },
  })
  expect(agent().closed).toBe(false)
  await put('three')
  expect(agent().sent.map(({ text }) => text)).toEqual(['three'])
  expect(agent().conversation.how).toBe('resumed')
  agent().answerTurn('3')
  await put('four')
  expect(world.agents).toHaveLength(2)
})

test('[TEA79] a conversation that is not there any more is begun anew, and the session says so', async () => {
  await rest()
  change('opus')
  await put('two')
  const errors = ['No conversation found with session ID: x']
  agent().print({ type: 'result', subtype: 'error_during_execution', is_error: true, errors })
  agent().exit({ code: 1 })
  await settle()
  expect(agent().conversation.how).toBe('new')
  expect(world.events('session.rebooted')).toMatchObject([{ session, data: { by: 'iris' } }])
})

function held(): { promise: Promise<void>; release: () => void } {
  let release = (): void => undefined
  const promise = new Promise<void>((resolve) => (release = resolve))
  return { promise, release }
}
