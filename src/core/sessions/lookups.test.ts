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
  expect(sessions.openTurns()).toEqual([{ team: 'alpha', running: 2, queued: 1, limited: 0 }])
  world.agents[0]!.answerTurn('1')
  await step(3)
  expect(sessions.turn(first.id).how).toBe('answered')
  expect(sessions.openTurns()).toEqual([{ team: 'alpha', running: 2, queued: 0, limited: 0 }])
})

test('[TEA40] sessions are listed by team, and reading one leaves nothing behind', () => {
  const { sessions } = world
  const alpha = sessions.open('user', 'alpha').id
  const beta = sessions.open('user', 'beta').id
  expect(sessions.list('beta').map(({ id }) => id)).toEqual([beta])
  expect(sessions.list()).toHaveLength(2)
  expect(sessions.live(alpha)).not.toBe(sessions.live(alpha))
})

test('[HTTP34] who asks for no page gets the 500 sessions that were used last', () => {
  const { sessions } = world
  const first = sessions.open('caller-0', 'alpha').id
  world.clock.advance(1)
  world.log.write(() => {
    for (let n = 1; n <= 500; n += 1) sessions.open(`caller-${n}`, 'alpha')
  })
  const listed = sessions.list('alpha').map(({ id }) => id)
  expect(listed).toHaveLength(500)
  expect(listed).not.toContain(first)
})

test('[TEA56] long turns make short pages, and nothing is left out', () => {
  const session = world.sessions.open('user', 'alpha').id
  const sizes = [1, 5, 2, 1, 3, 0.5, 0.5].map((mega) => mega * 1024 * 1024)
  for (const size of sizes)
    world.sessions.put({ session, message: 'x'.repeat(size), author: 'user', fromSession: null })
  const pages: number[] = []
  for (let after = 0, hasMore = true; hasMore;) {
    const page = world.sessions.turnPage(session, after, 3)
    pages.push(page.turns.length)
    after = page.turns.at(-1)!.n
    hasMore = page.hasMore
  }
  expect(pages).toEqual([1, 1, 2, 3])
  expect(world.sessions.turnPage(session, 1e9, 3)).toEqual({ turns: [], hasMore: false })
})
