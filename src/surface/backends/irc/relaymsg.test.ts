import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRelayingServer, type RelayingServer } from './relaying-server.suite.ts'
import { openReturningClient, type ReturningClient } from './returning-client.suite.ts'
import { openBridgeWorld, until, you, type BridgeWorld } from './world.suite.ts'

let server: RelayingServer
let ann: ReturningClient
let world: BridgeWorld
beforeEach(async () => {
  server = await openRelayingServer()
  ann = openReturningClient(server.port, { nick: 'ann', channel: '#project-shop' })
  world = await openBridgeWorld({ port: server.port, identity: 'relaymsg' })
  await world.connected()
  await until(() => ann.isIn())
})
afterEach(async () => {
  ann.end()
  await world.end()
  await server.end()
})

const spoken = (): string[] =>
  ann.lines
    .filter((line) => line.includes('PRIVMSG'))
    .map((line) => line.replace(/^:(\S+?)!\S+ PRIVMSG \S+ :?/, '$1: '))

test('[BRD3] with RELAYMSG everybody speaks through one connection under their own name, line by line', async () => {
  await world.say('hello\nthere')
  await world.say('mine', you)
  await world.say('by a worker', { name: 'worker-1', kind: 'worker' })
  await world.settled()
  expect(spoken()).toEqual([
    'shop/iris: hello',
    'shop/iris: there',
    'user/iris: mine',
    'worker-1/iris: by a worker',
  ])
  expect(world.backend().state().connections).toBe(1)
  expect(await ann.say('heard')).toBe(true)
  await until(() => world.bodies('ann/irc').length === 1)
})

test('[BRD3] where the server refuses to relay, the name stands before the words, and nothing is given up', async () => {
  server.relays = false
  await world.say('hello')
  await world.say('again')
  await world.settled()
  expect(spoken()).toEqual(['iris: <shop> hello', 'iris: <shop> again'])
  expect(world.backend().state().givenUp).toBe(0)
})

test('[BRD5] whether a line was passed on is asked by the connection of Iris, so that a slow answer to who speaks holds up nothing', async () => {
  const own = await openBridgeWorld({ port: server.port, nick: 'iris2' })
  try {
    await until(() => own.backend().state().connections === 2)
    await own.say('hello')
    await own.settled()
    expect(server.asked.filter((line) => !line.startsWith('ann '))).toEqual(['iris2 on1'])
  } finally {
    await own.end()
  }
})
