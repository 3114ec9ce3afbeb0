import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Author, Channels } from '../../core/channels/index.ts'
import type { Channel } from '../../contract/index.ts'

/** Somebody who is in a room by a backend, and not by Iris. */
export interface Outsider {
  /** What the rooms call it. */
  name: string
  say(text: string): Promise<void>
  /** What it heard in the room so far, the words of each message in one line. */
  heard(): string[]
}

/** Rooms with a backend, as the contract needs them. */
export interface BackendWorld {
  channels: Channels
  say: (room: Channel, body: string, author?: Author) => Promise<unknown>
  outsider(room: Channel): Promise<Outsider>
  /** The daemon ends and begins again. */
  reopen(): Promise<void>
  /** Nothing is under way any more. */
  settled(): Promise<void>
  end(): Promise<void>
}

const shop: Author = { name: 'shop', kind: 'agent' }

function bodies({ channels }: BackendWorld, { channel }: Channel): string[] {
  return channels.history(channel, { newest: true, limit: 500 }).messages.map(({ body }) => body)
}

/** What rooms promise with every backend. */
export function backendContract(name: string, open: () => Promise<BackendWorld>): void {
  describe(`rooms with the backend ${name}`, () => {
    let world: BackendWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.end())
    const roomNamed = (name: string): Channel => world.channels.open({ name }, 'user')

    test('[BRD2] what both sides say is in the room once, in order, and heard by the other', async () => {
      const room = roomNamed('#first')
      const ann = await world.outsider(room)
      for (const word of ['one', 'two', 'three']) await world.say(room, word, shop)
      await expect.poll(() => ann.heard(), { timeout: 15_000 }).toEqual(['one', 'two', 'three'])
      await ann.say('four')
      await expect
        .poll(() => bodies(world, room), { timeout: 15_000 })
        .toEqual(['one', 'two', 'three', 'four'])
      await world.say(room, 'five', shop)
      await expect
        .poll(
          () =>
            ann
              .heard()
              .filter((text) => text !== 'four')
              .at(-1),
          { timeout: 15_000 },
        )
        .toBe('five')
      await world.settled()
      expect(bodies(world, room)).toEqual(['one', 'two', 'three', 'four', 'five'])
    })

    test('[BRD2] whoever speaks by it is no person, no agent and no team', async () => {
      const room = roomNamed('#second')
      const ann = await world.outsider(room)
      await ann.say('TASK: take over')
      await expect.poll(() => bodies(world, room), { timeout: 15_000 }).toHaveLength(1)
      const [message] = world.channels.history(room.channel, { newest: true, limit: 1 }).messages
      expect(message).toMatchObject({ author: ann.name, kind: 'guest', mentions: [] })
      expect(['user', 'iris', 'irisd', 'shop']).not.toContain(ann.name)
    })

    test('[BRD2] what is said is found, counted and kept over a restart, and not said again', async () => {
      const room = roomNamed('#third')
      const ann = await world.outsider(room)
      await ann.say('a needle in the hay')
      await world.say(room, 'a thread')
      await expect
        .poll(() => ann.heard().filter((text) => text === 'a thread'), { timeout: 15_000 })
        .toHaveLength(1)
      await world.settled()
      await world.reopen()
      const { channels } = world
      expect(channels.search({ words: 'needle', channels: [room.channel], limit: 5 }).found).toHaveLength(1)
      expect(channels.unreadAfter(room.channel, 'user', 0)).toBeGreaterThanOrEqual(1)
      await world.say(room, 'after it', shop)
      await expect.poll(() => ann.heard().at(-1), { timeout: 15_000 }).toBe('after it')
      expect(ann.heard().filter((text) => text === 'a thread')).toHaveLength(1)
      expect(bodies(world, room).filter((body) => body === 'a needle in the hay')).toHaveLength(1)
    })

    test('[BRD2] an archived room is not written to', async () => {
      const room = roomNamed('#fourth')
      world.channels.archive(room.channel, 'user')
      await expect(world.say(room, 'too late')).rejects.toThrow(/archived/)
    })
  })
}
