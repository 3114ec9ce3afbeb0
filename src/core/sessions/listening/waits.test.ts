import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TurnId } from '../../../contract/index.ts'
import { openFakeWorld, type FakeAgent, type FakeWorld } from '../fake-agents.suite.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

const settle = () => world.settle()
const how = (turn: TurnId) => world.sessions.turn(turn).how
const agent = (index: number): FakeAgent => world.agents.at(index)!
const note = (n: number) => ({ type: 'system', subtype: 'note', n })
const init = { type: 'system', subtype: 'init' }

test('[TEA35] the clock of an agent stands still while it waits for its own tell, and starts anew after', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const { id: turn } = world.sessions.put({ session, message: 'one', author: 'user', fromSession: null })
  await settle()
  agent(0).print(init)
  world.clock.advance(50_000)
  const other = world.sessions.open('alpha', 'beta').id
  const told = world.sessions.put({ session: other, message: 'x', author: 'alpha', fromSession: session })
  const waiting = world.sessions.progress$(told.id).subscribe()
  await settle()
  for (let minute = 0; minute < 10; minute += 1) {
    world.clock.advance(59_000)
    agent(1).print(note(minute))
  }
  expect([how(turn), how(told.id)]).toEqual([null, null])
  expect([...world.sessions.waitersOf(other)]).toEqual([session])
  waiting.unsubscribe()
  expect([...world.sessions.waitersOf(other)]).toEqual([])
  world.clock.advance(59_000)
  agent(1).print(note(10))
  await settle()
  expect(how(turn)).toBeNull()
  world.clock.advance(59_000)
  await settle()
  expect([how(turn), how(told.id)]).toEqual(['response_timeout', null])
})

test('[TEA35] an agent that only took the receipt of its tell waits for nothing', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const { id: turn } = world.sessions.put({ session, message: 'one', author: 'user', fromSession: null })
  await settle()
  agent(0).print(init)
  const other = world.sessions.open('alpha', 'beta').id
  world.sessions.put({ session: other, message: 'x', author: 'alpha', fromSession: session })
  await settle()
  expect(world.sessions.isWaitingForTell(session)).toBe(false)
  expect([...world.sessions.waitersOf(other)]).toEqual([])
  world.clock.advance(60_000)
  await settle()
  expect(how(turn)).toBe('response_timeout')
})

test('[TEA35] [TEA36] whoever waits for somebody who waits is known at any distance', async () => {
  const chain = ['alpha', 'beta', 'gamma', 'shop'].map((team, place, teams) =>
    world.sessions.open(place === 0 ? 'user' : teams[place - 1]!, team),
  )
  const waiting = chain.slice(1).map(({ id }, place) => {
    const { id: told } = world.sessions.put({
      session: id,
      message: 'x',
      author: chain[place]!.team,
      fromSession: chain[place]!.id,
    })
    return world.sessions.progress$(told).subscribe()
  })
  const above = chain.slice(0, -1).map(({ id }) => id)
  expect([...world.sessions.waitersOf(chain.at(-1)!.id)].toSorted()).toEqual(above.toSorted())
  for (const one of waiting) one.unsubscribe()
  await settle()
})
