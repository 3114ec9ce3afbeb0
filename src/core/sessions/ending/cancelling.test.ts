import { expect, test } from 'vitest'
import type { SessionId, TurnId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const drop = (turn: TurnId) => world.sessions.cancel(session, turn)
const ends = () => world.events('turn.ended').map(({ turn, data }) => ({ turn, data }))
const sent = () => world.agents.flatMap((one) => one.sent.map(({ text }) => text))

test('[TEA60] a turn behind another is dropped; its watchers hear it and the others run in order', async () => {
  const running = await put('one')
  const [second, third] = [await put('two'), await put('three')]
  const heard: unknown[] = []
  let isOver = false
  world.sessions.progress$(second).subscribe({
    next: (step) => heard.push(step),
    complete: () => (isOver = true),
  })
  expect(await drop(second)).toBe(second)
  expect([heard, isOver]).toEqual([[{ kind: 'state', status: 'cancelled', waitingFor: null }], true])
  expect(ends()).toMatchObject([{ turn: second, data: { how: 'cancelled', preview: '', costUsd: null } }])
  expect([how(running), agent().interrupts]).toEqual([null, 0])
  agent().answerTurn('1')
  await world.settle()
  agent().answerTurn('3')
  expect([how(running), how(third), sent()]).toEqual(['answered', 'answered', ['one', 'three']])
})

test('[TEA60] behind the quota the next one in the queue says that it waits', async () => {
  const running = await put('one')
  const until = Math.ceil(world.clock.now() / 1000) + 60
  agent().print({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: until, rateLimitType: 'five_hour' },
  })
  agent().answerTurn('1')
  const [second, third] = [await put('two'), await put('three')]
  expect([how(running), world.usage.heldUntil() > 0]).toEqual(['answered', true])
  await drop(second)
  await world.settle()
  expect(world.events('turn.waiting').map(({ turn }) => turn)).toEqual([second, third])
  await drop(third)
  expect([how(second), how(third), world.sessions.live(session).waitingFor]).toEqual([
    'cancelled',
    'cancelled',
    null,
  ])
  expect(sent()).toEqual(['one'])
})

test('[TEA60] one that waits for a place leaves it to others', async () => {
  const others = ['one', 'two'].map((caller) => world.sessions.open(caller, 'beta').id)
  for (const other of others) await world.put(other, 'work')
  const turn = await put('wants a place')
  expect(world.sessions.live(session).waitingFor).toBe('pool')
  await drop(turn)
  expect([how(turn), world.sessions.live(session).current]).toEqual(['cancelled', undefined])
  agent(0).answerTurn('done')
  await world.settle()
  expect(world.agents).toHaveLength(2)
  const next = await put('again')
  agent().answerTurn('here')
  expect([how(next), sent()]).toEqual(['answered', ['work', 'work', 'again']])
})

test('[TEA60] the one under way is interrupted, and one that has ended cannot be cancelled', async () => {
  const turn = await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  const cancelled = drop(turn)
  await world.settle()
  agent().print({ type: 'result', is_error: true, terminal_reason: 'aborted_streaming' })
  expect(await cancelled).toBe(turn)
  expect([how(turn), agent().interrupts]).toEqual(['stopped', 1])
  await expect(drop(turn)).rejects.toMatchObject({ code: 'TURN_ENDED' })
})

test('[TEA60] a dropped turn stays dropped over a restart', async () => {
  await put('one')
  const second = await put('two')
  await drop(second)
  await world.restart()
  agent().answerTurn('1')
  await world.settle()
  expect([how(second), sent()]).toEqual(['cancelled', ['one']])
})

test('[TEA60] when the end cannot be recorded the turn stays in the queue', async () => {
  await put('one')
  const second = await put('two')
  world.fill(true)
  await expect(drop(second)).rejects.toThrow()
  world.fill(false)
  expect(how(second)).toBeNull()
  agent().answerTurn('1')
  await world.settle()
  expect(sent()).toEqual(['one', 'two'])
})

test('[TEA61] drop takes only a turn that waits; one that an agent has goes on', async () => {
  const running = await put('one')
  const second = await put('two')
  await expect(world.sessions.drop(session, running)).rejects.toMatchObject({ code: 'TURN_BEGUN' })
  await world.sessions.drop(session, second)
  await expect(world.sessions.drop(session, second)).rejects.toMatchObject({ code: 'TURN_ENDED' })
  expect([how(running), how(second), agent().interrupts]).toEqual([null, 'cancelled', 0])
  agent().answerTurn('1')
  expect([how(running), sent()]).toEqual(['answered', ['one']])
})
