import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { enter, type TestClient } from '../../src/surface/irc/client.suite.ts'
import { makeHome } from '../support/daemon.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { randomFrom, seedOf } from '../support/points.ts'
import { freePort } from '../support/ports.ts'
import { startWeeChat, type WeeChat } from '../support/weechat.ts'

const isLong = process.env['IRIS_FAULTS'] === 'all'
const kills = isLong ? 50 : 3
const talkers = isLong ? 20 : 6
/** Each says at most so much: who is away longer than a moment misses no more than it is shown later. */
const everyMs = isLong ? 800 : 300
const room = '#talk'

let home: string
const daemon = mortalDaemon()
let weechat: WeeChat | undefined
afterEach(async () => {
  await weechat?.end()
  await daemon.kill()
  rmSync(home, { recursive: true, force: true })
})

test(
  '[IRC22] [IRC28] the daemon is killed again and again while many talk: what was echoed is there once, in order, and clients come back and miss nothing',
  async () => {
    const port = await freePort()
    home = makeHome('iris-irc-', `settings: { httpPort: 0 }\nirc: { port: ${port} }\n`)
    const random = randomFrom(seedOf())
    let client = await daemon.start(home)
    await client.call('openChannel', { name: room })
    const token = (await client.call('createToken', { name: 'irc' })).secret
    weechat = startWeeChat({ port, token })
    const seenBy = (): string[] => weechat?.shown(room).flatMap(wordsOf) ?? []
    // From here on it is to be shown everything.
    await expect.poll(() => weechat?.shown(room) ?? [], { timeout: 150_000 }).not.toEqual([])
    const over = new AbortController()
    const echoed: string[][] = []
    const talking = Array.from({ length: talkers }, (_, n) => talk(n))
    const listening = listen()
    for (let kill = 0; kill < kills; kill += 1) {
      const before = seenBy().length
      await expect.poll(() => seenBy().length, { timeout: 150_000 }).toBeGreaterThan(before + random() * 20)
      // At any moment, not just when something was shown.
      await pause(random() * 200)
      await daemon.kill()
      client = await daemon.start(home)
    }
    const before = seenBy().length
    await expect.poll(() => seenBy().length, { timeout: 150_000 }).toBeGreaterThan(before)
    over.abort()
    await Promise.all(talking)
    const heard = await listening
    const last = await client.call('postMessage', { channel: room, body: 'last: 0' })
    const all = await readAll()
    const stored = all.map(({ body }) => body)
    expect(new Set(stored).size).toBe(stored.length)
    for (const said of echoed) expect(stored.filter((body) => said.includes(body))).toEqual(said)
    await comeInOnceMore(heard)
    expect(heard).toEqual(all.map(({ message }) => message))
    await expect.poll(() => seenBy().at(-1), { timeout: 150_000 }).toBe(last.body)
    const shown = seenBy()
    expect([...new Set(shown)]).toEqual(stored)
    const twice = shown.filter((words, place) => shown.indexOf(words) !== place)
    console.log(`${stored.length} messages, ${kills} kills, ${twice.length} lines twice in WeeChat`)
    expect(twice).toEqual([])

    /** Comes in, and again whenever it is thrown out. */
    async function comeIn(nick: string): Promise<TestClient | undefined> {
      const capabilities = 'server-time message-tags echo-message batch draft/chathistory'
      while (!over.signal.aborted) {
        const come = await enter(port, { nick, password: token, capabilities }).catch(() => undefined)
        if (come) return come
        await pause(50)
      }
      return undefined
    }

    /** Says one thing after another; what is not echoed before the connection ends is not said again. */
    async function talk(n: number): Promise<void> {
      const said: string[] = []
      echoed.push(said)
      let own = await comeIn(`talker${n}`)
      for (let count = 0; own && !over.signal.aborted; count += 1) {
        const words = `${n}: ${count}`
        own.send(`PRIVMSG ${room} :${words}`)
        const isEchoed = await own.line(new RegExp(`:${words}$`)).then(
          () => true,
          () => false,
        )
        if (isEchoed) said.push(words)
        else {
          own.end()
          own = await comeIn(`talker${n}`)
        }
        await pause(everyMs)
      }
      own?.end()
    }

    /** A client that asks for what it missed: the ids of all messages, in the order in which it has them. */
    async function listen(): Promise<string[]> {
      const ids: string[] = []
      for (;;) {
        const own = await comeIn('listener').catch(() => undefined)
        if (!own) break
        await follow(own, ids).catch(() => undefined)
        own.end()
      }
      return ids
    }

    /** When all has been said. */
    async function comeInOnceMore(ids: string[]): Promise<void> {
      const capabilities = 'server-time message-tags batch draft/chathistory'
      const own = await enter(port, { nick: 'l', password: token, capabilities })
      await catchUp(own, ids)
      own.end()
    }

    async function follow(own: TestClient, ids: string[]): Promise<void> {
      over.signal.addEventListener('abort', () => own.end(), { once: true })
      await catchUp(own, ids)
      while (!over.signal.aborted) note(await own.line(/msgid=\S+ \S+ PRIVMSG #talk/), ids)
    }

    /** What is said meanwhile comes after what was missed. */
    async function catchUp(own: TestClient, ids: string[]): Promise<void> {
      const live: string[] = []
      for (let isMore = true; isMore;) {
        const known = ids.length
        const after = ids.at(-1)
        own.send(
          after === undefined
            ? `CHATHISTORY AFTER ${room} timestamp=2000-01-01T00:00:00.000Z 100`
            : `CHATHISTORY AFTER ${room} msgid=${after} 100`,
        )
        for (const line of await own.settle())
          if (/^@\S*batch=/.test(line)) note(line, ids)
          else live.push(line)
        isMore = ids.length > known
      }
      for (const line of live) note(line, ids)
    }

    async function readAll(): Promise<{ message: string; body: string }[]> {
      const found: { message: string; body: string }[] = []
      for (let after = 0, hasMore = true; hasMore;) {
        const read = await client.call('readMessages', { channel: room, after, limit: 500 })
        found.push(...read.messages)
        ;({ cursor: after, hasMore } = read)
      }
      return found
    }
  },
  isLong ? 1_800_000 : 240_000,
)

/** Live lines may be in what was asked for as well: a client knows a message by its id. */
function note(line: string, ids: string[]): void {
  const [, id] = /msgid=([^; ]+).* PRIVMSG #talk /.exec(line) ?? []
  if (id !== undefined && !ids.includes(id)) ids.push(id)
}

function wordsOf(line: string): string[] {
  const [, words] = /\t(\w+: \d+)$/.exec(line) ?? []
  return words === undefined ? [] : [words]
}
