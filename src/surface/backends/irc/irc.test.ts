import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFrom } from '../../../../test/support/points.ts'
import { expectWhole, talkThroughKills } from './conversation.suite.ts'
import { openGate } from './gate.suite.ts'
import { openReturningClient, type ReturningClient } from './returning-client.suite.ts'
import { openRealServer, type RealServer } from './servers.suite.ts'
import { openBridgeWorld, until, type BridgeWorld } from './world.suite.ts'

const kinds = ['ngircd', 'inspircd'] as const

describe.each(kinds)('on a real %s', (kind) => {
  let server: RealServer
  let world: BridgeWorld
  let ann: ReturningClient
  beforeAll(async () => {
    server = await openRealServer(kind)
    ann = openReturningClient(server.port, { nick: 'ann', channel: '#project-shop' })
    world = await openBridgeWorld({ port: server.port })
    await world.connected()
    await until(() => ann.isIn())
  }, 60_000)
  afterAll(async () => {
    ann.end()
    await world.end()
    await server.end()
  })

  test('[BRD1] what is said in a room is heard on the server and the other way, once and in order', async () => {
    await world.say('hello\n\nthere')
    await world.say('by a person', { name: 'user', kind: 'person' })
    await expect.poll(() => ann.heard, { timeout: 15_000 }).toEqual(['hello', 'there', 'by a person'])
    expect(ann.lines.find((line) => line.includes('hello'))).toMatch(
      /^:shop!\S+ PRIVMSG #project-shop :?hello$/,
    )
    expect(ann.lines.find((line) => line.includes('by a person'))).toMatch(/^:user!/)
    expect(await ann.say('hi shop')).toBe(true)
    await expect.poll(() => world.bodies()).toEqual(['hello\n\nthere', 'by a person', 'hi shop'])
  })

  test('[BRD4] a line is never longer than the server takes, and is cut after a word', async () => {
    const long = `${'grüße '.repeat(150)}end`
    const before = ann.heard.length
    await world.say(long)
    await expect.poll(() => ann.heard.at(-1), { timeout: 20_000 }).toMatch(/end$/)
    const parts = ann.heard.slice(before)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join(' ')).toBe(long)
    expect(Math.max(...ann.lines.map((line) => Buffer.byteLength(line) + 2))).toBeLessThanOrEqual(512)
  })
})

test('[BRD5] [BRD6] [BRD7] real servers that are killed while both sides talk lose nothing, and double only what says so', async () => {
  const came = await Promise.all(
    kinds.map((kind) => talkThroughKills(kind, { kills: 1, random: randomFrom(7) })),
  )
  for (const one of came) expectWhole(one, 1)
}, 120_000)

test('[BRD6] what was not given to a server before it died is said once, and does not look as if it were said again', async () => {
  const server = await openRealServer('ngircd')
  const ann = openReturningClient(server.port, { nick: 'ann', channel: '#project-shop' })
  const gate = await openGate(server.port)
  const world = await openBridgeWorld({ port: gate.port, flood: { burst: 1, perSecond: 0.5 } })
  try {
    await until(() => ann.isIn())
    await world.connected()
    for (const word of ['one', 'two']) await world.say(word)
    await until(() => ann.heard.includes('one') && world.backend().state().waiting === 1)
    await server.kill()
    gate.shut()
    await until(() => !ann.isIn() && world.backend().state().connections === 0)
    await server.start()
    // Whoever was there comes back first.
    await until(() => ann.isIn())
    gate.open()
    await until(() => ann.heard.length === 2)
    expect(ann.heard).toEqual(['one', 'two'])
  } finally {
    ann.end()
    await world.end()
    await gate.end()
    await server.end()
  }
}, 60_000)
