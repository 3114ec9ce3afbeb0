import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newId, type Message } from '../../src/contract/index.ts'
import { makeHome } from '../support/daemon.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { randomFrom, seedOf } from '../support/points.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const kills = isLong ? 50 : 4
const talkers = isLong ? 20 : 6
const limit = isLong ? 1_200_000 : 180_000

let home: string
const daemon = mortalDaemon()
afterEach(async () => {
  await daemon.kill()
  rmSync(home, { recursive: true, force: true })
})

test(
  '[CHN2] [CHN3] while many talk and the daemon is killed again and again, every message that was acknowledged is there once, in order',
  async () => {
    home = makeHome('iris-rooms-')
    mkdirSync(join(home, 'shop'))
    const teams = `teams:\n  shop: { path: ${JSON.stringify(join(home, 'shop'))} }\n`
    writeFileSync(join(home, 'config.yaml'), `settings: { httpPort: 0 }\n${teams}`)
    const random = randomFrom(seedOf())
    let client = await daemon.start(home)
    await client.call('openChannel', { name: '#talk' })
    const acknowledged = new Map<number, Message[]>()
    const over = new AbortController()
    const talking = Array.from({ length: talkers }, (_, n) => talk(n))
    for (let kill = 0; kill < kills; kill += 1) {
      const before = total()
      const wanted = before + 5 + Math.floor(random() * 60)
      await expect.poll(total, { timeout: 60_000, interval: 5 }).toBeGreaterThan(wanted)
      await daemon.kill()
      client = await daemon.start(home)
    }
    over.abort()
    await Promise.all(talking)
    const all = await readAll()
    expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).toSorted((one, other) => one - other))
    const ids = all.map(({ message }) => message)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [n, said] of acknowledged) {
      const found = all.filter(({ body }) => body.startsWith(`${n}:`))
      // What was never acknowledged was said again under its id, so that nothing else is there.
      expect(found.map(({ body }) => body)).toEqual(said.map(({ body }) => body))
    }

    function total(): number {
      return [...acknowledged.values()].reduce((sum, said) => sum + said.length, 0)
    }

    /** Says one thing after another, each until it is acknowledged. */
    async function talk(n: number): Promise<void> {
      const said: Message[] = []
      acknowledged.set(n, said)
      for (let count = 0; !over.signal.aborted; count += 1) said.push(await sayUntilHeard(`${n}: ${count}`))
    }

    async function sayUntilHeard(body: string): Promise<Message> {
      const message = newId('msg')
      for (;;) {
        const posted = await client
          .call('postMessage', { channel: '#talk', body, message })
          .catch(() => undefined)
        if (posted) return posted
        await new Promise(setImmediate)
      }
    }

    async function readAll(): Promise<Message[]> {
      const all: Message[] = []
      for (let after = 0, hasMore = true; hasMore;) {
        const read = await client.call('readMessages', { channel: '#talk', after, limit: 500 })
        all.push(...read.messages)
        ;({ cursor: after, hasMore } = read)
      }
      return all
    }
  },
  limit,
)
