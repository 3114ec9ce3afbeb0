import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Seat, type SessionId } from '../../contract/index.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

const day = 24 * 3_600_000

let world: OrgWorld
let manager: Seat
beforeEach(async () => {
  world = await openOrgWorld({ budget: '{ agent: 5, day: 8, total: 20 }' })
  await world.services.org.start('shop', 'user')
  await world.give('TASK: Say hello')
  await world.until(() => world.builds.started.length === 1)
  const [started] = world.builds.started
  if (!started) throw new Error('nothing was given out')
  manager = world.seat(started.build)
})
afterEach(() => world.end())

function spend(session: SessionId, costUsd: number): void {
  const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }
  const used = { turn: newId('trn'), session, team: 'shop', costUsd, tokens, rehearsed: false, model: null }
  world.fake.log.write((append) => world.services.usage.record(used, append))
}
const held = () => world.fake.events('org.held', 'org.released').map(({ type, data }) => ({ type, ...data }))
const state = (key: string) => world.org().seats.find((seat) => seat.key === key)?.state
const saidIn = (name: string): string => {
  const room = world.services.channels.byName(name)?.channel
  const said = room ? world.services.channels.history(room, { newest: true, limit: 20 }).messages : []
  return said.map(({ body }) => body).join('\n')
}
const toTomorrow = (): void => {
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) world.fake.clock.advance(day / (24 * 60))
}

test('[ORG39] [ORG40] a seat whose budget of the day is spent rests with its build, and goes on the next day', () => {
  spend(manager.session, 4.99)
  expect(held()).toEqual([])
  spend(manager.session, 0.01)
  expect(held()).toMatchObject([{ type: 'org.held', seat: 'shop-1', budget: 'agent', limitUsd: 5 }])
  expect([state('shop-1'), state('em'), world.builds.started[0]?.isPaused]).toEqual(['paused', 'idle', true])
  expect(saidIn('#standup-shop')).toContain('shop-1 rests: its budget of $5.00 a day is spent.')
  expect(world.org().budgets).toContainEqual({ of: 'agent', seat: 'shop-1', limitUsd: 5, spentUsd: 5 })
  spend(manager.session, 1)
  expect(held()).toHaveLength(1)
  toTomorrow()
  expect(held().at(-1)).toMatchObject({ type: 'org.released', seat: 'shop-1' })
  expect([state('shop-1'), world.builds.started[0]?.isPaused]).toEqual(['idle', false])
}, 120_000)

test('[ORG39] what an organisation cost is all of it, also when its seats are no longer shown', async () => {
  world.configure({})
  const [first] = world.builds.started
  spend(manager.session, 0.5)
  if (first) world.endBuild(first.build)
  for (let number = 2; number <= 52; number += 1) {
    await world.give(`TASK: number ${number}`)
    await world.until(() => world.builds.started.length === number)
    const { build } = world.builds.started.at(-1) ?? {}
    if (!build) throw new Error('nothing was given out')
    spend(world.seat(build).session, 0.25)
    world.endBuild(build)
  }
  expect(world.org().seats).toHaveLength(50)
  expect(world.org().costUsd).toBeCloseTo(0.5 + 51 * 0.25)
}, 120_000)

test('[ORG39] [ORG41] when the day is spent the organisation rests, also for the next daemon: nothing is delivered or given out until the reset', async () => {
  const { name, session } = world.em()
  spend(session, 4)
  spend(manager.session, 4)
  expect(held()).toMatchObject([{ type: 'org.held', seat: null, budget: 'day', until: expect.any(Number) }])
  expect(saidIn('#project-shop')).toContain('The organisation rests: its budget of $8.00 a day is spent.')
  await world.restart()
  await world.services.sessions.recovered()
  expect([state('em'), state('shop-1')]).toEqual(['paused', 'paused'])
  expect(world.org().heldFor).toContain('The organisation rests')
  await world.say(`@${name} hello`, '#project-shop')
  await world.give('TASK: Say goodbye')
  await world.until(() => world.org().dispatches[0]?.why === 'It waits for room in the budget.')
  expect([world.fake.agents.length, world.builds.started.length]).toEqual([0, 1])
  toTomorrow()
  await world.until(() => world.builds.started.length === 2)
  await world.until(() => world.fake.agents.at(-1)?.sent.at(-1)?.text.includes('hello') === true)
  expect(world.org().heldFor).toBeNull()
  expect(saidIn('#project-shop')).toContain('There is room in the budget again')
}, 120_000)

test('[ORG41] what was spent in all has no reset: it goes on when the budget is raised; a pause stays', () => {
  for (let days = 0; days < 3; days += 1) {
    spend(world.em().session, 3.5)
    spend(manager.session, 3.5)
    toTomorrow()
  }
  expect(held()).toMatchObject([{ type: 'org.held', budget: 'project', until: null }])
  expect(world.org().heldFor).toContain('when its budget is raised')
  world.services.org.pause({ project: 'shop', seat: 'shop-1' }, 'user')
  world.configure({ budget: '{ total: 30 }' })
  world.fake.clock.advance(60_000)
  expect(held().at(-1)).toMatchObject({ type: 'org.released', seat: null, budget: 'project' })
  expect([state('em'), state('shop-1')]).toEqual(['idle', 'paused'])
}, 120_000)
