import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId, TurnId } from '../../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from '../fake-agents.suite.ts'
import type { Sessions } from '../index.ts'

let world: FakeWorld
let session: SessionId
let turn: TurnId
beforeEach(async () => {
  world = await openFakeWorld()
  session = world.sessions.open('user', 'alpha').id
  turn = await world.put(session, 'one')
  agent().print({ type: 'system', subtype: 'init' })
  await world.settle()
})
afterEach(() => world.end())

const agent = (index = 0): FakeAgent => world.agents[index]!

/** Asks the next daemon, which takes up what was left only when that has had its time. */
async function restartAnd<T>(ask: (sessions: Sessions) => Promise<T>): Promise<{ asked: Promise<T> }> {
  let asked: Promise<T> | undefined
  world.onRestart(async () => {
    asked = ask(world.sessions)
    await world.settle()
  })
  await world.restart()
  await world.settle()
  return { asked: asked! }
}
const early = async <T>(ask: (sessions: Sessions) => Promise<T>): Promise<T> => (await restartAnd(ask)).asked

test('[TEA63] everything of a session that is ended before it was taken up is ended', async () => {
  await early((sessions) => sessions.halt(session, { graceMs: 0 }))
  expect([world.sessions.turn(turn).how, agent().closed]).toEqual(['stopped', true])
})

test('[TEA63] a sleep, a stop and a reboot before it was taken up end its process', async () => {
  await early((sessions) => sessions.reboot(session, 'user'))
  expect([world.sessions.turn(turn).how, agent().closed]).toEqual(['stopped', true])
  await world.put(session, 'two')
  expect(agent(1).conversation).toEqual({ how: 'new', id: world.sessions.byId(session).conversation })
  await early((sessions) => sessions.sleep(session))
  expect(agent(1).closed).toBe(true)
})

test('[TEA63] a cancel before it was taken up interrupts the turn that runs', async () => {
  const { asked } = await restartAnd((sessions) => sessions.cancel(session))
  expect(agent().interrupts).toBe(1)
  agent().answerTurn('', { subtype: 'error_during_execution', is_error: true, result: undefined })
  expect(await asked).toBe(turn)
})
