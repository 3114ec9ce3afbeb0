import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from '../fake-agents.suite.ts'

// There is room for two.
let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

const sessionOf = (team: string): SessionId => world.sessions.open('user', team).id
async function told(session: SessionId): Promise<FakeWorld['agents'][number]> {
  await world.put(session, 'one')
  return world.agents.at(-1)!
}

test('[TEA21] room is made by whose last turn ended first, whoever was told first', async () => {
  const first = await told(sessionOf('alpha'))
  const second = await told(sessionOf('beta'))
  second.answerTurn('2')
  await world.settle()
  first.answerTurn('1')
  await world.settle()
  await told(sessionOf('gamma'))
  expect([first.closed, second.closed]).toEqual([false, true])
})

test('[TEA21] whom room is made by is gone before another starts', async () => {
  const first = await told(sessionOf('alpha'))
  first.answerTurn('1')
  await told(sessionOf('beta'))
  let leave: () => void = () => undefined
  first.close = () => new Promise((resolve) => (leave = () => resolve(first.exit())))
  await told(sessionOf('gamma'))
  expect(world.agents).toHaveLength(2)
  leave()
  await world.settle()
  expect(world.agents).toHaveLength(3)
})

test('[TEA31] a start that failed leaves no process that is thought to live', async () => {
  const session = sessionOf('alpha')
  world.onMade(() => {
    throw new Error('no')
  })
  await world.put(session, 'one')
  world.onMade(() => undefined)
  const living = () => world.sql.prepare('SELECT id FROM agent WHERE endedAt IS NULL').all()
  expect([world.agents.length, living()]).toEqual([0, []])
})

test('[ORG65] who is asked for a sign of life and gives one is left, and one that is silent is ended', async () => {
  const session = sessionOf('alpha')
  const agent = await told(session)
  agent.answerTurn('1')
  await world.settle()
  await world.sessions.endSilent(session)
  expect(agent.closed).toBe(false)
  agent.isSilent = true
  const ending = world.sessions.endSilent(session)
  await world.settle()
  world.clock.advance(60_000)
  await ending
  expect(agent.closed).toBe(true)
})
