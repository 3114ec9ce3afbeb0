import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { newId } from '../../src/contract/index.ts'
import { expectWhole, stripped, talkThroughKills } from '../../src/surface/backends/irc/conversation.suite.ts'
import { openReturningClient } from '../../src/surface/backends/irc/returning-client.suite.ts'
import { openRealServer, type RealServer } from '../../src/surface/backends/irc/servers.suite.ts'
import { until } from '../../src/surface/backends/irc/world.suite.ts'
import { again } from '../../src/surface/backends/irc/wording.ts'
import { bundled } from '../bundle/sources.ts'
import { makeHome } from '../support/daemon.ts'
import { randomFrom, seedOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const limit = 1_200_000

let daemon: ChildProcess | undefined
let server: RealServer | undefined
let home = ''
afterEach(async () => {
  await killed()
  await server?.end()
  if (home) rmSync(home, { recursive: true, force: true })
})

async function killed(): Promise<void> {
  const child = daemon
  daemon = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function start(): Promise<Client> {
  daemon = fork(bundled(join(import.meta.dirname, '..', 'support', 'lease-daemon.ts')), {
    execArgv: [],
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [started] = (await once(daemon, 'message')) as [{ url: string; token: string }]
  return createClient(started)
}

// A kill of each server is in `npm test` (src/surface/backends/irc/irc.test.ts).
test.runIf(isLong).each(['ngircd', 'inspircd'] as const)(
  '[BRD5] [BRD6] %s is killed 25 times while both sides talk: nothing is lost, and what is doubled says so',
  async (kind) => {
    const kills = 25
    const came = await talkThroughKills(kind, { kills, random: randomFrom(seedOf()) })
    const { doubled } = expectWhole(came, kills)
    console.log(
      `${kind}: ${came.told.length} told, ${came.proved.length} answered, ${doubled} twice in ${kills} kills`,
    )
  },
  limit,
)

test.runIf(isLong).each(['ngircd', 'inspircd'] as const)(
  '[BRD5] [BRD6] %s is killed 25 times while both sides talk as fast as usual: nothing is lost, and hardly a line is heard twice',
  async (kind) => {
    const kills = 25
    const came = await talkThroughKills(kind, { kills, random: randomFrom(seedOf()), pace: 'usual' })
    const { doubled } = expectWhole(came, kills)
    console.log(`${kind}, as fast as usual: ${came.told.length} told, ${doubled} twice in ${kills} kills`)
    expect(doubled).toBeLessThanOrEqual(1)
  },
  limit,
)

test.runIf(isLong)(
  '[BRD5] [BRD6] Iris is killed while it talks on a real server: what was posted is heard there, and what is doubled says so',
  async () => {
    const random = randomFrom(seedOf())
    const kills = 15
    server = await openRealServer('ngircd')
    const ann = openReturningClient(server.port, { nick: 'ann', channel: '#talk' })
    home = makeHome('iris-bridge-')
    mkdirSync(join(home, 'shop'))
    writeFileSync(
      join(home, 'config.yaml'),
      `settings: { httpPort: 0 }
channels: { backend: irc, irc: { host: 127.0.0.1, port: ${server.port}, rooms: ['#talk'], flood: { burst: 1000, perSecond: 1000 } } }
teams: { shop: { path: ${JSON.stringify(join(home, 'shop'))} } }
`,
    )
    await until(() => ann.isIn())
    let client = await start()
    await client.call('openChannel', { name: '#talk' })
    const posted: string[] = []
    for (let kill = 0; kill <= kills; kill += 1) {
      const before = ann.heard.length
      for (let n = 0; n < 6; n += 1) await say(`${kill}.${n}`)
      if (kill === kills) break
      await until(() => ann.heard.length > before + Math.floor(random() * 4), 60_000)
      await killed()
      client = await start()
    }
    await until(() => stripped(ann.heard).includes(posted.at(-1) ?? ''), 60_000)
    ann.end()
    expect([...new Set(stripped(ann.heard))]).toEqual(posted)
    const plain = ann.heard.filter((line) => !line.startsWith(again))
    expect(new Set(plain).size).toBe(plain.length)
    const doubled = ann.heard.length - posted.length
    expect(doubled).toBeLessThanOrEqual(kills)
    console.log(`${posted.length} posted, ${doubled} twice in ${kills} kills of Iris`)

    async function say(body: string): Promise<void> {
      await client.call('postMessage', { channel: '#talk', body, message: newId('msg') })
      posted.push(body)
    }
  },
  limit,
)
