import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { how, agent } = openOneSession((opened) => ({ world, session } = opened))

const day = 86_400_000
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms)
  await world.settle()
}

test('[DMN17] [TEA10] a clock set a day ahead during a turn does not end it; its silence is counted as before', async () => {
  Object.assign(world.team, { responseTimeout: 10_000 })
  const turn = await world.put(session, 'one')
  await pass(8000)
  world.clock.setDate(day)
  await pass(1000)
  expect(how(turn)).toBeNull()
  world.clock.setDate(-2 * day)
  await pass(500)
  expect(how(turn)).toBeNull()
  await pass(1000)
  expect(how(turn)).toBe('response_timeout')
})

test('[DMN17] [TEA22] an idle agent lives for its idle time, whichever way the clock is set', async () => {
  Object.assign(world.team, { idleTimeout: 10_000 })
  await world.put(session, 'one')
  agent().answerTurn('1')
  await world.settle()
  world.clock.setDate(day)
  await pass(5000)
  expect(agent().closed).toBe(false)
  world.clock.setDate(-2 * day)
  await pass(4000)
  expect(agent().closed).toBe(false)
  await pass(3000)
  expect(agent().closed).toBe(true)
})

test('[TEA10] an agent that came when the daemon had let go of its session is not watched for silence', async () => {
  Object.assign(world.team, { responseTimeout: 10_000 })
  let come = (): void => undefined
  world.afterLaunch(new Promise((resolve) => (come = resolve)))
  const turn = await world.put(session, 'one')
  await world.sessions.close('kept')
  come()
  await world.settle()
  await pass(20_000)
  expect(how(turn)).toBeNull()
})
