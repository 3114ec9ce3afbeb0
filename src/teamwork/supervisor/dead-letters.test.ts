import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
})
afterEach(() => world.end())

const turnsOf = (session: string) =>
  world.fake.events('turn.accepted').filter((event) => event.session === session)
const openAsks = () => world.fake.asks.list({ state: 'open', limit: 9 }).asks
const lettersIn = (name: string) => {
  const room = world.services.channels.byName(name)
  const { messages } = room
    ? world.services.channels.history(room.channel, { newest: true, limit: 99 })
    : { messages: [] }
  return messages.filter(({ form }) => form === 'dead_letter')
}

/** The agent that was called from a room, once it was told so often. */
async function agentIn(room: string, told: number): Promise<FakeAgent> {
  const isCalled = ({ sent }: FakeAgent): boolean =>
    sent.length === told && sent[0]?.text.includes(`called in the room "${room}"`) === true
  await world.until(() => world.fake.agents.some(isCalled))
  const found = world.fake.agents.find(isCalled)
  if (!found) throw new Error('nobody was called')
  return found
}

/** The model refuses the turn that was called from a room. */
async function refuse(room: string, told = 1): Promise<void> {
  const ended = world.fake.events('turn.ended').length
  const agent = await agentIn(room, told)
  agent.print({ type: 'result', stop_reason: 'refusal', is_error: true, result: 'no' })
  await world.until(() => world.fake.events('turn.ended').length > ended)
}

test('[CHN23] a dead letter mentions the engineering manager of its project and wakes it, fenced, and is no ask', async () => {
  const { name, session } = world.em()
  await world.say('@shop sell it', '#project-shop')
  await refuse('#project-shop')
  expect(lettersIn('#errors-shop')).toMatchObject([
    {
      author: 'irisd',
      body: expect.stringMatching(new RegExp(`^@${name} A tell to shop failed for good \\(refused`)),
      mentions: [name],
    },
  ])
  expect(lettersIn('#errors').map(({ body }) => body)).toEqual([
    expect.stringMatching(/^A tell to shop failed for good/),
  ])
  expect(openAsks()).toEqual([])
  const [woken] = world.services.sessions.turnsAfter(session, 0, 9)
  expect(woken?.message).toMatch(/^"irisd" said \(msg_\w+\):\n\| \\@\w+ A tell to shop failed for good/m)
  expect(turnsOf(session)).toHaveLength(1)
})

test('[CHN23] a dead letter about the engineering manager itself calls nobody and is an ask', async () => {
  const { name, session } = world.em()
  await world.say(`@${name} hello`, '#project-shop')
  await refuse('#project-shop')
  expect(lettersIn('#errors-shop')).toMatchObject([{ mentions: [] }])
  expect(openAsks()).toMatchObject([{ team: 'shop', source: 'alert' }])
  expect(turnsOf(session)).toHaveLength(1)
})

test('[CHN23] where no organisation runs a dead letter is an ask', async () => {
  const { name, session } = world.em()
  await world.services.org.stop('shop', 'user')
  await world.say('@shop sell it', '#project-shop')
  await refuse('#project-shop')
  expect(lettersIn('#errors-shop')[0]?.body).not.toContain(name)
  expect(openAsks()).toMatchObject([{ team: 'shop', source: 'alert' }])
  expect(turnsOf(session)).toEqual([])
})

test('[CHN22] [CHN23] an engineering manager that passes every dead letter back is called no more after some hops', async () => {
  const { name, session } = world.em()
  await world.say('@shop sell it', '#project-shop')
  let called = 0
  for (; called < 30; called += 1) {
    world.fake.clock.advance(10)
    await refuse('#project-shop', called + 1)
    if (turnsOf(session).length === called) break
    const manager = await agentIn('#errors-shop', called + 1)
    await world.say('@shop try again', '#project-shop', { name, kind: 'agent', session })
    manager.answerTurn('I told it again.')
    await world.until(() => world.fake.events('turn.ended').length === 2 * called + 2)
  }
  expect(called).toBeLessThan(30)
  expect(openAsks()).toHaveLength(1)
})

test('[CHN23] [ORG45] a manager that dies in the middle is no dead letter: it is resumed', async () => {
  await world.give('TASK: Say hello')
  await world.until(() => world.builds.started.length === 1)
  const { session } = world.seat(world.builds.started[0]?.build ?? 'bld_')
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    world.services.sessions.put({ session, message: `go ${deaths}`, author: 'user', fromSession: null })
    await world.until(() => world.fake.agents.at(-1)?.sent.at(-1)?.text.includes(`go ${deaths}`) === true)
    world.fake.agents.at(-1)?.print({ type: 'system', subtype: 'init' })
    world.fake.agents.at(-1)?.exit({ code: 1 })
    await world.until(() => world.fake.events('turn.ended').length === deaths)
  }
  expect(world.fake.events('turn.ended')).toMatchObject([
    { data: { how: 'agent_died' } },
    { data: { how: 'agent_died' } },
    { data: { how: 'agent_died' } },
  ])
  expect(lettersIn('#errors-shop')).toEqual([])
})
