import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enter, openClient, type TestClient } from '../../irc/client.suite.ts'
import type { IrcServer } from '../../irc/index.ts'
import { addStandaloneAccount, serveStandalone } from '../../irc/plain.ts'
import { eventsIn } from '../../../core/store/base.suite.ts'
import type { IrcSettings } from './context.ts'
import { openGate, type Gate } from './gate.suite.ts'
import { openBridgeWorld, until, you, type BridgeWorld } from './world.suite.ts'

/** Our own server has accounts, a past, and messages of many lines, as the largest servers do. */
let home: string
let server: IrcServer
let world: BridgeWorld | undefined
let gate: Gate | undefined
const clients: TestClient[] = []
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'iris-irc-'))
  server = await serve(0)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await world?.end()
  world = undefined
  await gate?.end()
  gate = undefined
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

function serve(port: number, certificate?: { key: string; cert: string }): Promise<IrcServer> {
  return serveStandalone({
    certificate,
    home,
    host: '127.0.0.1',
    port,
    name: 'irc.test',
    onFault: (error) => {
      throw error
    },
  })
}

async function come(nick: string, capabilities = ''): Promise<TestClient> {
  const client = await enter(server.port, { nick, capabilities })
  clients.push(client)
  client.send('JOIN #project-shop')
  await client.line(/ 366 /)
  return client
}

/** By its account. */
async function login(name: string, channel = '#project-shop'): Promise<TestClient> {
  const client = await openClient(server.port)
  clients.push(client)
  const shown = Buffer.from(`\0${name}\0secret`).toString('base64')
  client.send('CAP REQ :sasl', 'AUTHENTICATE PLAIN', `AUTHENTICATE ${shown}`)
  await client.line(/ 903 /)
  client.send(`NICK ${name}`, `USER ${name} 0 * :x`, 'CAP END', `JOIN ${channel}`)
  await client.line(/ 366 /)
  return client
}

async function bridge(
  settings: Partial<Omit<IrcSettings, 'port'>> & { port?: number } = {},
): Promise<BridgeWorld> {
  world = await openBridgeWorld({ port: server.port, ...settings })
  await world.connected()
  await until(() => world?.backend().state().connections === (settings.identity ? 1 : 2))
  return world
}

/** The bridge, and the gate through which it comes. */
async function gatedBridge(settings: Partial<IrcSettings> = {}): Promise<BridgeWorld & { gate: Gate }> {
  gate = await openGate(server.port)
  return Object.assign(await bridge({ ...settings, port: gate.port }), { gate })
}

test('[BRD7] what was said while Iris was away is read back where the server keeps it, once and in order', async () => {
  await addStandaloneAccount(home, 'ann', 'secret')
  const ann = await login('ann')
  const { say, bodies, reopen, connected } = await bridge()
  // Whoever has said something has no connection of its own after the restart yet.
  await say('zero', you)
  await say('one')
  ann.send('PRIVMSG #project-shop :two')
  await until(() => bodies().length === 3)
  const away = reopen()
  ann.send('PRIVMSG #project-shop :three', 'PRIVMSG #project-shop :four')
  await ann.settle()
  await away
  await connected()
  await until(() => bodies().includes('four'))
  ann.send('PRIVMSG #project-shop :five')
  await until(() => bodies().includes('five'))
  expect(bodies()).toEqual(['zero', 'one', 'two', 'three', 'four', 'five'])
})

test('[BRD4] a message of many lines goes as one where the server takes it, and comes back as one', async () => {
  const ann = await come('ann', 'batch draft/multiline message-tags')
  const { say, bodies } = await bridge()
  const long = `# Plan\n\n${'word '.repeat(200)}\n- last`
  await say(long)
  await ann.line(/BATCH \+\S+ draft\/multiline/)
  expect(await ann.line(/last$/)).toMatch(/:shop!/)
  ann.send('BATCH +1 draft/multiline #project-shop')
  ann.send(
    '@batch=1 PRIVMSG #project-shop :first',
    '@batch=1 PRIVMSG #project-shop :',
    '@batch=1 PRIVMSG #project-shop :sec',
  )
  ann.send('@batch=1;draft/multiline-concat PRIVMSG #project-shop :ond', 'BATCH -1')
  await until(() => bodies('ann/irc').length === 1)
  expect(bodies('ann/irc')).toEqual(['first\n\nsecond'])
})

test('[BRD8] a nick is nobody’s authority; an account that the config names is the person', async () => {
  await addStandaloneAccount(home, 'boss', 'secret')
  const boss = await login('boss')
  const fake = await come('user2')
  const { said, bodies, channels, room } = await bridge({ people: ['boss'] })
  fake.send('PRIVMSG #project-shop :/answer 1 yes', 'PRIVMSG #project-shop :TASK: do it')
  await until(() => bodies('user2/irc').length === 2)
  expect(said).toEqual([])
  boss.send('PRIVMSG #project-shop :/answer 1 yes', 'PRIVMSG #project-shop :go on @shop')
  await until(() => bodies('user').includes('go on @shop'))
  expect(said).toEqual([{ caller: 'human', body: '/answer 1 yes' }])
  const spoken = channels.history(room.channel, { newest: true, limit: 9 }).messages
  expect(spoken.map(({ author, kind }) => `${author} ${kind}`)).toContain('user person')
  expect(spoken.filter(({ author }) => author === 'user2/irc').map(({ kind }) => kind)).toEqual([
    'guest',
    'guest',
  ])
})

test('[BRD8] direct messages of strangers are refused unless they may call; answers go back to who asked', async () => {
  const ann = await come('ann')
  const first = await bridge()
  ann.send('PRIVMSG shop :psst')
  expect(await ann.line(/NOTICE ann/)).toMatch(/^:shop!.*only from accounts/)
  expect(first.channels.list().filter(({ kind }) => kind === 'direct')).toEqual([])
  await first.end()
  const { channels, say } = await bridge({ guests: 'call' })
  ann.send('PRIVMSG shop :psst')
  await until(() => channels.list().some(({ kind }) => kind === 'direct'))
  const room = channels.byName('@ann/irc+shop')
  expect(room?.between).toEqual(['ann/irc', 'shop'])
  if (room) await say('what is it?', { name: 'shop', kind: 'agent' }, room)
  expect(await ann.line(/what is it/)).toMatch(/^:shop!\S+ PRIVMSG ann /)
})

test('[BRD6] what may have been said is looked up where the server has a past, and said again only if it is not there', async () => {
  const { say, backend, base, reopen, settled, connected, gate: way } = await gatedBridge()
  const ann = await come('ann')
  const once = await say('said once')
  await ann.line(/said once$/)
  await settled()
  // As if Iris had been killed before it was told that the server took it.
  const uncertain = 'INSERT OR REPLACE INTO irc_outbox (seq, message, place, sent) VALUES (?, ?, ?, 0)'
  base().sql.prepare(uncertain).run(once.seq, once.message, once.channel)
  await reopen()
  await settled()
  expect((await ann.settle()).filter((line) => line.includes('said once'))).toEqual([])
  way.shut()
  await until(() => !backend().state().isConnected)
  const never = await say('never said')
  base().sql.prepare(uncertain).run(never.seq, never.message, never.channel)
  way.open()
  await connected()
  expect(await ann.line(/never said$/)).toMatch(/:\(again\) never said$/)
})

test.each(['prefix', 'relaymsg'] as const)(
  '[BRD3] with one connection (%s) the name stands before each line where the server does not relay',
  async (identity) => {
    const ann = await come('ann')
    const { say } = await bridge({ identity })
    await say('hello\nthere')
    await say('mine', you)
    expect(await ann.line(/hello/)).toMatch(/^:iris!\S+ PRIVMSG #project-shop :<shop> hello$/)
    expect(await ann.line(/mine/)).toMatch(/:<user> mine$/)
  },
)

test('[BRD1] what was said last in a room that is archived is still said; then Iris and its agents leave', async () => {
  const { say, backend, channels, room, connected, settled, gate: way } = await gatedBridge()
  way.shut()
  await until(() => !backend().state().isConnected)
  await say('the last word')
  channels.archive(room.channel, 'user')
  const ann = await come('ann')
  way.open()
  await connected()
  await ann.line(/the last word/)
  await ann.line(/:iris!\S+ PART #project-shop/)
  await settled()
})

test('[BRD9] what waits while the server is away is bounded, is said when it is back, and what was given up is told', async () => {
  const { say, backend, base, connected, settled, gate: way } = await gatedBridge({ outbox: 3 })
  way.shut()
  await until(() => !backend().state().isConnected)
  for (const word of ['1', '2', '3', '4', '5']) await say(word)
  expect(backend().state()).toMatchObject({ waiting: 3, givenUp: 2, server: `127.0.0.1:${way.port}` })
  expect(backend().state().reason).not.toBe(null)
  const ann = await come('ann')
  way.open()
  await connected()
  await ann.line(/:?5$/)
  await settled()
  const types = eventsIn(base().log).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('bridge.'))).toEqual([
    'bridge.connected',
    'bridge.disconnected',
    'bridge.gave_up',
    'bridge.gave_up',
    'bridge.connected',
  ])
})

test('[BRD10] an account that the server refuses is told, and nothing is said without it', async () => {
  world = await openBridgeWorld({ port: server.port, account: { name: 'iris', password: 'wrong' } })
  await until(() => /refused/.test(world?.backend().state().reason ?? ''))
  const told = eventsIn(world.base().log).filter(({ type }) => type.startsWith('bridge.'))
  expect(told.map(({ type }) => type)).toEqual(['bridge.disconnected'])
  expect(world.backend().state()).toMatchObject({ isConnected: false })
})

test('[BRD10] over TLS only to a server whose certificate is trusted', async () => {
  const [key, cert] = [join(home, 'key.pem'), join(home, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', ['req', '-x509', ...made, '-days', '2', ...subject], { stdio: 'ignore' })
  const certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  const other = createServer(certificate).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  world = await openBridgeWorld({ port, host: 'localhost', tls: true })
  await until(() => /self-signed/.test(world?.backend().state().reason ?? ''))
  await world.end()
  other.close()
  await server.close()
  server = await serve(0, certificate)
  await bridge({ host: 'localhost', tls: true, ca: cert })
})

test('[BRD10] an agent comes in by its own account', async () => {
  for (const name of ['iris', 'shop']) await addStandaloneAccount(home, name, 'secret')
  const ann = await come('ann', 'account-tag message-tags')
  const { say } = await bridge({
    account: { name: 'iris', password: 'secret' },
    accounts: { shop: 'secret' },
  })
  await say('it is me')
  expect(await ann.line(/it is me/)).toMatch(/^@\S*account=shop/)
})

test('[BRD1] a nick that somebody else has is not taken from them', async () => {
  const other = await come('shop')
  const { say, bodies } = await bridge()
  await say('by the agent')
  expect(await other.line(/by the agent/)).toMatch(/^:shop_!/)
  other.send('PRIVMSG #project-shop :by somebody else')
  await until(() => bodies('shop/irc').length === 1)
  expect(bodies()).toEqual(['by the agent', 'by somebody else'])
})

test('[BRD14] a topic is set in the channel where there is none, when it changes, and by whom the config names', async () => {
  for (const name of ['ann', 'boss']) await addStandaloneAccount(home, name, 'secret')
  const ann = await login('ann')
  const { channels, room, connected, reopen, bodies } = await bridge({ people: ['boss'] })
  const set = (topic: string): unknown => channels.setTopic(room.channel, topic, 'user')
  ann.send('MODE #project-shop -t')
  await ann.settle()
  set(`Shoes,\nboots ${'and socks '.repeat(40)}`)
  expect(await ann.line(/ TOPIC /)).toMatch(
    /^:iris!\S+ TOPIC #project-shop :Shoes, boots and socks .{200,280}$/,
  )
  set('Shoes')
  await ann.line(/TOPIC #project-shop :?Shoes$/)
  const boss = await login('boss')
  boss.send('TOPIC #project-shop :Hats')
  await until(() => world?.channels.get(room.channel).topic === 'Hats')
  expect(world?.channels.get(room.channel).topicBy).toBe('user')
  ann.send('TOPIC #project-shop :Obey me')
  await until(() => bodies('ann/irc').length === 1)
  expect(bodies('ann/irc')).toEqual([`set the topic on 127.0.0.1:${server.port}: Obey me`])
  expect(world?.channels.get(room.channel).topic).toBe('Hats')
  // What is there stays until the one in Iris is another.
  await ann.settle()
  await reopen()
  await connected()
  await world?.say('back')
  const shown = await ann.through(/:?back$/)
  expect(shown.filter((line) => line.includes(' TOPIC '))).toEqual([])
  world?.channels.setTopic(room.channel, 'Gloves', 'user')
  expect(await ann.line(/ TOPIC /)).toMatch(/Gloves$/)
})

test('[BRD14] a topic that Iris may not set is a problem that people are shown', async () => {
  await addStandaloneAccount(home, 'ann', 'secret')
  const ann = await login('ann')
  ann.send('TOPIC #project-shop :There already')
  await ann.settle()
  const { channels, room, backend } = await bridge()
  channels.setTopic(room.channel, 'Mine', 'user')
  await until(() =>
    backend()
      .state()
      .problems.some((one) => one.startsWith('#project-shop, its topic: ')),
  )
})

test('[BRD14] a topic that is set while Iris comes in takes the place of the one that is there', async () => {
  const ann = await come('ann')
  ann.send('MODE #project-shop -t', 'TOPIC #project-shop :There already')
  await ann.settle()
  world = await openBridgeWorld({ port: server.port })
  world.channels.setTopic(world.room.channel, 'Mine', 'user')
  expect(world.backend().state().isConnected).toBe(false)
  await ann.line(/^:iris!\S+ TOPIC #project-shop :?Mine$/)
})

test('[BRD15] a channel with a key is entered with the one that the settings have for its room', async () => {
  await addStandaloneAccount(home, 'ann', 'secret')
  const ann = await login('ann')
  ann.send('MODE #project-shop +k sesame')
  await ann.settle()
  const { say } = await bridge({ keys: { '#Project-Shop': 'sesame' } })
  await say('inside')
  await ann.line(/:shop!\S+ PRIVMSG #project-shop :?inside/)
})
