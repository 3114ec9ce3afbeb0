import { expect, test } from 'vitest'
import type { SessionId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { agent } = openOneSession((opened) => ({ world, session } = opened))

const told = () =>
  world.events('agent.disconnected', 'agent.reconnected').map(({ type, data }) => [type, data])

/** A turn of an agent whose MCP servers stand like this. */
async function turn(servers: object | undefined): Promise<void> {
  await world.put(session, 'go')
  agent().print({ type: 'system', subtype: 'init', mcp_servers: servers })
  agent().answerTurn('done')
  await world.settle()
}
const iris = (status: string) => [
  { name: 'docs', status: 'failed' },
  { name: 'iris', status },
]

test('[TEA68] an agent without a connection to Iris is told of once, and once more when it has it again', async () => {
  await turn(iris('connected'))
  expect([world.sessions.cutOff(session), told()]).toEqual([null, []])
  await turn(iris('failed'))
  await turn(iris('failed'))
  expect(world.sessions.cutOff(session)).toBe('failed')
  await turn(iris('connected'))
  expect(world.sessions.cutOff(session)).toBeNull()
  expect(told()).toEqual([
    ['agent.disconnected', { status: 'failed' }],
    ['agent.reconnected', {}],
  ])
})

test('[TEA68] the daemon says in its log which agent lost Iris, and does not when all is well again', async () => {
  await turn(iris('connected'))
  await turn(iris('failed'))
  await turn(iris('connected'))
  const lines = world.logged().filter(({ msg }) => msg === 'an agent has no connection to Iris')
  expect(lines).toMatchObject([{ session, agent: world.agents[0]?.id, status: 'failed' }])
})

test('[TEA68] one that is not listed is cut off too; a line that says nothing of servers changes nothing', async () => {
  await turn([])
  expect(world.sessions.cutOff(session)).toBe('absent')
  await turn(undefined)
  expect(world.sessions.cutOff(session)).toBe('absent')
})

test('[TEA68] a process that ended is no longer cut off; the next one is judged by itself', async () => {
  await turn(iris('failed'))
  agent().exit()
  await world.settle()
  expect(world.sessions.cutOff(session)).toBeNull()
  await turn(iris('connected'))
  expect(world.sessions.cutOff(session)).toBeNull()
  expect(told()).toEqual([['agent.disconnected', { status: 'failed' }]])
})

test('[DMN18] when Iris has moved, agents that rest are ended, and those at work are told to have lost it', async () => {
  await turn(iris('connected'))
  const resting = agent()
  const other = world.sessions.open('user', 'beta').id
  await world.put(other, 'go')
  const working = agent()
  await world.sessions.noteMoved()
  await world.settle()
  expect([resting.closed, working.closed]).toEqual([true, false])
  expect([world.sessions.cutOff(session), world.sessions.cutOff(other)]).toEqual([null, 'moved'])
  expect(told()).toEqual([['agent.disconnected', { status: 'moved' }]])
})
