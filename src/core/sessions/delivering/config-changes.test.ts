import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { agent } = openOneSession((opened) => ({ world, session } = opened))

const grant = (grantPermission: 'yes' | 'ask' | 'no') => Object.assign(world.team, { grantPermission })
async function change(mode: 'yes' | 'ask' | 'no'): Promise<void> {
  grant(mode)
  world.sessions.configChanged()
  await world.settle()
}

test('[TEA67] an agent that asks nobody is told to ask once its team no longer allows everything, and once only', async () => {
  grant('yes')
  await world.put(session, 'one')
  await change('yes')
  expect(agent().modes).toEqual([])
  await change('ask')
  await change('no')
  expect(agent().modes).toEqual(['default'])
})

test('[TEA67] a config that changed while no daemon ran counts as soon as the agent is taken up', async () => {
  grant('yes')
  await world.put(session, 'one')
  grant('ask')
  await world.restart()
  await world.settle()
  expect(agent().modes).toEqual(['default'])
  await world.restart()
  await world.settle()
  expect(agent().modes).toEqual(['default'])
})

test('[TEA67] a config that changes while the agent starts counts', async () => {
  grant('yes')
  let launch = (): void => undefined
  world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
  await world.put(session, 'one')
  await change('ask')
  launch()
  await world.settle()
  expect(agent().modes).toEqual(['default'])
})

test('[TEA67] an agent that cannot be told to ask is ended', async () => {
  grant('yes')
  await world.put(session, 'one')
  const first = agent()
  first.refuses = true
  await change('ask')
  expect([first.modes, first.closed]).toEqual([['default'], true])
  // The message that it had not begun goes to one that asks.
  expect(agent()).not.toBe(first)
})

test('[TEA67] an agent that asks anyway is left as it is', async () => {
  await world.put(session, 'one')
  await change('no')
  expect([agent().modes, agent().closed]).toEqual([[], false])
})
