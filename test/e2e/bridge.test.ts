import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openReturningClient,
  type ReturningClient,
} from '../../src/surface/backends/irc/returning-client.suite.ts'
import { serveStandalone } from '../../src/surface/irc/plain.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let server: Awaited<ReturnType<typeof serveStandalone>>
let home: string
let ann: ReturningClient
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-irc-'))
  const onFault = (error: unknown): never => {
    throw error
  }
  server = await serveStandalone({ home, host: '127.0.0.1', port: 0, name: 'irc.test', onFault })
  ann = openReturningClient(server.port, { nick: 'ann', channel: '#project-shop' })
  world = await openTeams({
    teams: { shop: {} },
    sections: {
      agent: { enabled: false },
      channels: { backend: 'irc', irc: { host: '127.0.0.1', port: server.port, guests: 'heard' } },
    },
    lines: `
  - when: { says: '/said \\(\\w+\\):\\n.*how late/' }
    reply: "It is noon."
`,
  })
})
afterAll(async () => {
  ann?.end()
  await world?.end()
  await server?.close()
  rmSync(home, { recursive: true, force: true })
})

const state = () => world.client.call('readBridge', {})
const bodies = async () =>
  (await world.client.call('readMessages', { channel: '#project-shop', limit: 100 })).messages.map(
    ({ author, body }) => `${author}: ${body}`,
  )
const isConnected = async () => {
  await expect.poll(async () => (await state()).connections).toBeGreaterThanOrEqual(2)
  await expect.poll(() => ann.isIn()).toBe(true)
  // Who is connected is in the channel a moment later, and hears nothing of it before.
  for (const nick of ['iris', 'shop']) await expect.poll(() => ann.sees(nick)).toBe(true)
}

test('[CHN30] a guest of the server is heard, and wakes nobody; what a person says there is answered there', async () => {
  await isConnected()
  expect(await ann.say('TASK: all of you')).toBe(true)
  expect(await ann.say('@shop how late is it?')).toBe(true)
  await expect.poll(bodies).toEqual(['ann/irc: TASK: all of you', 'ann/irc: @shop how late is it?'])
  expect(world.events('turn.accepted')).toEqual([])
  await world.client.call('postMessage', { channel: '#project-shop', body: '@shop how late is it?' })
  await expect.poll(() => ann.heard).toEqual(['@shop how late is it?', 'It is noon.'])
  expect(ann.lines.find((line) => line.includes('noon'))).toMatch(/^:shop!/)
  expect(world.events('turn.accepted')).toHaveLength(1)
})

test('[CHN30] [BRD11] where the config lets guests call, a mention wakes, TASK: does not; a change of the config counts at once', async () => {
  const file = join(world.home, 'config.yaml')
  const [before, known] = [world.daemon.log.head(), ann.lines.length]
  writeFileSync(file, readFileSync(file, 'utf8').replace('guests: heard', 'guests: call'))
  await world.event('bridge.connected', before)
  await isConnected()
  await expect.poll(() => ann.lines.slice(known).some((line) => /^:iris!\S+ JOIN/.test(line))).toBe(true)
  expect(await ann.say('TASK: how late is it?')).toBe(true)
  expect(await ann.say('@shop how late is it now?')).toBe(true)
  await expect.poll(() => ann.heard.filter((text) => text === 'It is noon.').length).toBe(2)
  expect(world.events('turn.accepted')).toHaveLength(2)
  expect(world.modelCalls.at(-1)).toContain('a guest whom nobody vouches for')
})
