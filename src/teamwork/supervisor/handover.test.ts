import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
})
afterEach(() => world.end())

const handOver = () => world.services.org.handOver({ project: 'shop', seat: 'em' })

/** The newest agent, once it has been told so much. */
async function told(words: string): Promise<FakeAgent> {
  const isTold = (agent: FakeAgent | undefined) => agent?.sent.at(-1)?.text.includes(words) === true
  await world.until(() => isTold(world.fake.agents.at(-1)))
  const agent = world.fake.agents.at(-1)
  if (!agent) throw new Error('nobody is there')
  return agent
}

const said = (tokens: number, tool?: string): object => ({
  type: 'assistant',
  message: {
    id: 'msg_1',
    model: 'claude-sonnet-4-5',
    usage: { input_tokens: 10, cache_read_input_tokens: tokens - 10 },
    content: [tool ? { type: 'tool_use', id: tool, name: 'Read', input: {} } : { type: 'text', text: 'Hm.' }],
  },
})
const returned = (tool: string): object => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: tool, content: 'x' }] },
})

test('[ORG20] [ORG21] a handover is due at 80% of the window, and a turn is interrupted only when all its tools have returned', async () => {
  const { name } = world.em()
  await world.say(`@${name} hello`, '#project-shop')
  const agent = await told('hello')
  agent.print({ type: 'system', subtype: 'init' })
  agent.print(said(158_000, 'a'))
  agent.print(returned('a'))
  expect(world.org().seats[0]).toMatchObject({ contextPercent: 79, state: 'working' })
  expect(world.fake.events('shift.due')).toEqual([])
  agent.print(said(162_000, 'b'))
  agent.print(said(162_000, 'c'))
  agent.print(returned('b'))
  expect(agent.interrupts).toBe(0)
  expect(world.fake.events('shift.due')).toMatchObject([{ data: { key: 'em', percent: 81 } }])
  agent.print(returned('c'))
  await world.until(() => agent.interrupts === 1)
  agent.print({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: 'aborted_tools',
  })
  await told('You hand over now: your conversation is 81% full')
})

test('[ORG27] a conversation that the CLI compacted is due; what a subagent says counts for nothing', async () => {
  await world.say(`@${world.em().name} hello`, '#project-shop')
  const agent = await told('hello')
  agent.print({ type: 'system', subtype: 'init' })
  agent.print({ ...said(190_000), parent_tool_use_id: 'toolu_1' })
  expect(world.fake.events('shift.due')).toEqual([])
  agent.print({
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { trigger: 'auto', pre_tokens: 167_000 },
  })
  agent.answerTurn('Hello.')
  await told('the CLI compacted your conversation')
})

test.for(['nothing', 'the due', 'the first handoff', 'the second handoff'])(
  '[ORG5] [ORG11] [ORG23] [ORG24] [ORG28] [ORG32] a seat is handed over, also by a daemon that was killed after %s',
  async (point) => {
    const { name, session } = world.em()
    const restartAfter = async (step: string): Promise<void> => (point === step ? world.restart() : undefined)
    handOver()
    await restartAfter('the due')
    let agent = await told('You hand over now: a person asked for it')
    const old = agent.conversation.id
    await world.say(`@${name} what waits`, '#project-shop')
    agent.answerTurn('No.')
    await restartAfter('the first handoff')
    agent = await told('Your handoff is not whole yet. The page is not there.')
    expect(agent.conversation.id).toBe(old)
    agent.answerTurn('Never.')
    await restartAfter('the second handoff')
    agent = await told(`You take over from ${name}`)
    expect(agent.conversation.id).not.toBe(old)
    expect(agent.sent[0]?.text).toContain('| ## What is left')
    expect(agent.sent[0]?.text).toContain('There is no page Sprint: write it anew from the tasks.')
    agent.answerTurn('Read.')
    await told('what waits')
    const after = world.em()
    expect(after).toMatchObject({ session, shifts: [{ endedAt: null }, { name, how: 'written_for' }] })
    expect(after.name).not.toBe(name)
    expect(world.fake.events('shift.ended', 'session.rebooted')).toHaveLength(2)
    const { channels } = world.services
    const room = channels.byName('#project-shop')?.channel
    if (!room) throw new Error('there is no room')
    const members = channels.members(room).map((member) => member.name)
    expect(members).toContain(after.name)
    expect(members).not.toContain(name)
    expect(world.services.org.seatOf(session)).toEqual({
      name: after.name,
      names: [after.name, name],
      leads: 'shop',
    })
    // Who writes to the one that left writes to the seat.
    await world.say(`@${name} still there?`, '#project-shop')
    expect(world.fake.events('turn.accepted').filter((event) => event.session === session)).toHaveLength(5)
  },
)

test('[ORG28] a handover that cannot be ended for a long time is ended when it can, and nothing is delivered in between', async () => {
  const { name } = world.em()
  const { sessions } = world.services
  const reboot = sessions.reboot.bind(sessions)
  let tries = 0
  sessions.reboot = () => {
    tries += 1
    return Promise.reject(new Error('no space left on device'))
  }
  handOver()
  ;(await told('You hand over now')).answerTurn('No.')
  const agent = await told('not whole yet')
  await world.say(`@${name} what waits`, '#project-shop')
  agent.answerTurn('No.')
  for (let failed = 1; failed <= 40; failed += 1) {
    await world.until(() => tries === failed)
    await world.fake.settle()
    world.fake.clock.advance(60_000)
  }
  expect(agent.sent.at(-1)?.text).toContain('not whole yet')
  expect(world.em().state).toBe('handing_over')
  sessions.reboot = reboot
  await world.until(() => {
    world.fake.clock.advance(60_000)
    return world.em().name !== name
  })
  await told(`You take over from ${name}`)
})

test('[ORG5] a successor reads on where the last one stopped', async () => {
  const { name } = world.em()
  const { channels } = world.services
  await world.say('one', '#standup-shop')
  const { seq } = await world.say('two', '#standup-shop')
  await world.say('three', '#standup-shop')
  const room = channels.byName('#standup-shop')?.channel
  if (!room) throw new Error('there is no room')
  channels.markRead(room, name, { seq })
  handOver()
  ;(await told('You hand over now')).answerTurn('No.')
  ;(await told('not whole yet')).answerTurn('No.')
  await told('You take over')
  expect(channels.marker(room, world.em().name).seq).toBe(seq)
  const project = channels.byName('#project-shop')?.channel
  expect(project && channels.marker(project, world.em().name).seq).toBe(
    project && channels.marker(project, name).seq,
  )
})

test('[ORG26] only an open seat of a running organisation is handed over, and once at a time', async () => {
  expect(() => world.services.org.handOver({ project: 'shop', seat: 'shop-9' })).toThrow(
    'There is no seat shop-9',
  )
  expect(() => world.services.org.handOver({ project: 'none', seat: 'em' })).toThrow(
    'There is no organisation none',
  )
  handOver()
  handOver()
  world.services.org.handOver({ project: 'shop', seat: world.em().name })
  expect(world.fake.events('shift.due')).toHaveLength(1)
  expect(world.org().seats[0]?.state).toBe('handing_over')
  await told('You hand over now')
  await world.services.org.stop('shop', 'user')
  expect(handOver).toThrow('start the organisation first')
})
