import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from './fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

test('[TEA40] open turns are counted by team, and ended ones are not', async () => {
  const { sessions } = world
  const put = (caller: string, team: string) =>
    sessions.put({ session: sessions.open(caller, team).id, message: 'x', author: 'user', fromSession: null })
  const first = put('user', 'alpha')
  put('user', 'alpha')
  put('other', 'alpha')
  const delivered = () => world.events('turn.delivered').length
  const step = async (count: number) => {
    for (let round = 0; delivered() < count && round < 100; round += 1) {
      await new Promise(setImmediate)
      world.clock.advance(1)
    }
  }
  await step(2)
  expect(sessions.openTurns()).toEqual([{ team: 'alpha', running: 2, queued: 1 }])
  world.agents[0]!.answerTurn('1')
  await step(3)
  expect(sessions.turn(first.id).how).toBe('answered')
  expect(sessions.openTurns()).toEqual([{ team: 'alpha', running: 2, queued: 0 }])
})

test('[TEA40] sessions are listed by team, and reading one leaves nothing behind', () => {
  const { sessions } = world
  const alpha = sessions.open('user', 'alpha').id
  const beta = sessions.open('user', 'beta').id
  expect(sessions.list('beta').map(({ id }) => id)).toEqual([beta])
  expect(sessions.list()).toHaveLength(2)
  expect(sessions.live(alpha)).not.toBe(sessions.live(alpha))
})
