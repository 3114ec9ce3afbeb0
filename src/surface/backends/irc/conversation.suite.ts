import { expect } from 'vitest'
import { openGate } from './gate.suite.ts'
import { openReturningClient } from './returning-client.suite.ts'
import { openRealServer, type RealKind } from './servers.suite.ts'
import { openBridgeWorld, shop, until } from './world.suite.ts'
import { again } from './wording.ts'

const room = '#project-shop'

/** What came of a conversation in which the server was killed again and again. */
export interface Came {
  /** Lines that Iris said, in order, and what somebody there heard. */
  told: string[]
  heard: string[]
  /** Lines that the server had surely passed on, and all that somebody there tried to say. */
  proved: string[]
  tried: string[]
  inRoom: string[]
  /** How often the room was told that something may be missing. */
  gaps: number
}

/** How fast both sides talk. As usual: both Iris and the server as they are where nobody changed a setting. */
const paces = {
  fast: { settings: {}, isSlow: false, afterMs: 20 },
  usual: { settings: { flood: { burst: 5, perSecond: 2 } }, isSlow: true, afterMs: 1000 },
} as const

/** Both sides talk while the server is killed and started again, so often. */
export async function talkThroughKills(
  kind: RealKind,
  { kills, random, pace = 'fast' }: { kills: number; random: () => number; pace?: keyof typeof paces },
): Promise<Came> {
  const { settings, isSlow, afterMs } = paces[pace]
  const server = await openRealServer(kind, { isSlow })
  const ann = openReturningClient(server.port, { nick: 'ann', channel: room })
  const gate = await openGate(server.port)
  const world = await openBridgeWorld({ port: gate.port, ...settings })
  const came: Came = { told: [], heard: ann.heard, proved: [], tried: [], inRoom: [], gaps: 0 }
  const over = new AbortController()
  try {
    await until(() => ann.isIn())
    await world.connected()
    await until(() => world.backend().state().connections === 2)
    const talking = [tell(), answer()]
    for (let kill = 0; kill < kills; kill += 1) {
      const [before, wanted] = [ann.heard.length, 2 + Math.floor(random() * 4)]
      await until(() => ann.heard.length - before >= wanted && came.proved.length > 0, 60_000)
      await new Promise((resolve) => setTimeout(resolve, random() * afterMs))
      await server.kill()
      gate.shut()
      await until(() => !ann.isIn() && !world.backend().state().isConnected)
      await server.start()
      // Whoever was there comes back first: a server without a past tells nobody what it missed.
      await until(() => ann.isIn())
      gate.open()
      await world.connected()
    }
    over.abort()
    await Promise.all(talking)
    await until(() => world.backend().state().waiting === 0, 60_000)
    await until(() => stripped(ann.heard).includes(came.told.at(-1) ?? ''))
    await until(() => world.bodies('ann/irc').includes(came.proved.at(-1) ?? ''))
    return {
      ...came,
      heard: [...ann.heard],
      inRoom: world.bodies('ann/irc'),
      gaps: world.bodies('irisd').length,
    }
  } finally {
    over.abort()
    ann.end()
    await world.end()
    await gate.end()
    await server.end()
  }

  /** Says the next once little waits, so that there is always something under way. */
  async function tell(): Promise<void> {
    for (let n = 0; !over.signal.aborted; n += 1) {
      came.told.push(`told ${n}`)
      await world.say(`told ${n}`, shop)
      await until(() => world.backend().state().waiting < 3 || over.signal.aborted, 60_000)
    }
  }

  async function answer(): Promise<void> {
    for (let n = 0; !over.signal.aborted; n += 1) {
      // While Iris is away nobody there can be heard by it, so nothing is tried then.
      await until(() => ann.sees('iris') || over.signal.aborted, 60_000)
      if (over.signal.aborted) return
      came.tried.push(`answer ${n}`)
      if (await ann.say(`answer ${n}`)) came.proved.push(`answer ${n}`)
    }
  }
}

export const stripped = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.startsWith(again) ? line.slice(again.length) : line))

/** Nothing is lost either way; what was heard twice says so, and at most once for each kill. */
export function expectWhole(came: Came, kills: number): { doubled: number } {
  const plain = came.heard.filter((line) => !line.startsWith(again))
  expect(plain.length).toBe(new Set(plain).size)
  const first = [...new Set(stripped(came.heard))]
  expect(first).toEqual(came.told)
  const doubled = came.heard.length - first.length
  expect(doubled).toBeLessThanOrEqual(kills)
  expect(came.inRoom.length).toBe(new Set(came.inRoom).size)
  expect(came.proved.filter((line) => !came.inRoom.includes(line))).toEqual([])
  expect(came.inRoom.filter((line) => !came.tried.includes(line))).toEqual([])
  expect(came.gaps).toBeGreaterThan(0)
  return { doubled }
}
