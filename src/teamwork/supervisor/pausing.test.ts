import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Seat } from '../../contract/index.ts'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
})
afterEach(() => world.end())

const em = { project: 'shop', seat: 'em' }

/** The newest agent, once it has been told so much. */
async function told(words: string): Promise<FakeAgent> {
  await world.until(() => world.fake.agents.at(-1)?.sent.at(-1)?.text.includes(words) === true)
  const agent = world.fake.agents.at(-1)
  if (!agent) throw new Error('nobody is there')
  return agent
}

/** A task that is given out, with its manager in the seat. */
async function manager(): Promise<Seat> {
  await world.give('TASK: Say hello')
  await world.until(() => world.builds.started.length === 1)
  const [started] = world.builds.started
  if (!started) throw new Error('nothing was given out')
  return world.seat(started.build)
}

test('[ORG33] a paused seat ends its turn and is delivered nothing more, also by the next daemon, until it goes on', async () => {
  const { name } = world.em()
  await world.say(`@${name} first`, '#project-shop')
  const agent = await told('first')
  world.services.org.pause(em, 'user')
  world.services.org.pause(em, 'user')
  expect(world.em()).toMatchObject({ state: 'pausing', nextLookAt: null })
  await world.say(`@${name} second`, '#project-shop')
  agent.answerTurn('Done.')
  await world.until(() => world.em().state === 'paused')
  await world.restart()
  await world.services.sessions.recovered()
  await world.fake.settle()
  expect(world.em().state).toBe('paused')
  expect(world.fake.agents.at(-1)?.sent.at(-1)?.text).toContain('first')
  world.services.org.resume(em, 'user')
  await told('second')
  expect(world.fake.events('seat.paused', 'seat.resumed').map(({ type }) => type)).toEqual([
    'seat.paused',
    'seat.resumed',
  ])
})

test('[ORG33] the build of a paused manager pauses with it, stays paused when the organisation goes on, and is let go with its seat', async () => {
  const { key } = await manager()
  const [build] = world.builds.started
  world.services.org.pause({ project: 'shop', seat: key }, 'user')
  expect(build?.isPaused).toBe(true)
  await world.services.org.stop('shop', 'user')
  await world.services.org.start('shop', 'user')
  expect(build?.isPaused).toBe(true)
  world.services.org.resume({ project: 'shop', seat: key }, 'user')
  expect(build?.isPaused).toBe(false)
  if (build) world.endBuild(build.build)
  expect(() => world.services.org.pause({ project: 'shop', seat: key }, 'user')).toThrow('There is no seat')
})

test('[ORG33] a paused seat hands nothing over by itself, and may be replaced', async () => {
  const { name } = world.em()
  world.services.org.pause(em, 'user')
  expect(() => world.services.org.handOver(em)).toThrow('em is paused: let it go on, or replace who has it.')
  world.services.org.replace(em, 'user')
  await world.until(() => world.em().name !== name)
  expect(world.em()).toMatchObject({ state: 'paused', shifts: [{}, { name, how: 'replaced' }] })
  world.services.org.resume(em, 'user')
  await told(`You take over from ${name}`)
})

test.for(['its turn', 'the handoff', 'nothing'])(
  '[ORG34] who is replaced during %s is not asked, and a successor starts from what Iris knows',
  async (at) => {
    const { name, session } = world.em()
    let agent: FakeAgent | undefined
    if (at === 'its turn') {
      await world.say(`@${name} do this`, '#project-shop')
      agent = await told('do this')
    }
    if (at === 'the handoff') {
      world.services.org.handOver(em)
      agent = await told('You hand over now')
    }
    if (agent) await world.say(`@${name} what waits`, '#standup-shop')
    world.services.org.replace(em, 'user')
    world.services.org.replace(em, 'user')
    await told(`You take over from ${name}`)
    const successor = world.fake.agents.at(-1)
    expect(successor).not.toBe(agent)
    expect(successor?.sent[0]?.text).toContain('Iris wrote this from the log')
    expect(world.em()).toMatchObject({ session, shifts: [{ endedAt: null }, { name, how: 'replaced' }] })
    successor?.answerTurn('Read.')
    if (agent) await told('what waits')
    const { channels } = world.services
    const room = channels.byName('#standup-shop')?.channel
    const said = room ? channels.history(room, { newest: true, limit: 9 }).messages : []
    expect(said.map(({ body }) => body)).toContain(
      `${name} was replaced by user: see [[Handoffs/${name}-1]].`,
    )
  },
)

test('[ORG34] a daemon that dies while somebody is replaced goes on with it', async () => {
  const { name } = world.em()
  await world.say(`@${name} do this`, '#project-shop')
  await told('do this')
  world.services.org.replace(em, 'user')
  await world.restart()
  await told(`You take over from ${name}`)
  expect(world.fake.events('shift.ended')).toHaveLength(1)
})
