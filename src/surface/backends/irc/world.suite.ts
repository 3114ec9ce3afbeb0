import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Channel, Message } from '../../../contract/index.ts'
import {
  channelMigrations,
  createChannels,
  type Author,
  type Channels,
} from '../../../core/channels/index.ts'
import { closeBase, openBase, type Base } from '../../../core/store/base.suite.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { parseConfig, readEnvironment } from '../../../platform/config/index.ts'
import type { Backend, BackendDeps } from '../backend.ts'
import type { IrcSettings } from './context.ts'
import { createIrc, ircBackendMigrations } from './index.ts'
import { usualTiming, type Timing } from './timing.ts'

export const you: Author = { name: 'user', kind: 'person' }
export const shop: Author = { name: 'shop', kind: 'agent' }

/** Quick enough for a test; otherwise as always. */
const quick: Timing = { ...usualTiming, firstRetryMs: 100, maxRetryMs: 400, lateMs: 60_000 }

/** Rooms in a real database, on a real server. */
export interface BridgeWorld {
  channels: Channels
  room: Channel
  backend: () => Backend
  base: () => Base
  /** What was done for whom, of that which rooms allow only some. */
  said: { caller: string; body: string }[]
  say: (body: string, author?: Author, room?: Channel) => Promise<Message>
  bodies: (author?: string) => string[]
  /** As after a crash: everything is opened again from what is on disk. */
  reopen: () => Promise<void>
  connected: () => Promise<void>
  /** Nothing waits. */
  settled: () => Promise<void>
  end: () => Promise<void>
}

export async function openBridgeWorld(
  settings: Partial<IrcSettings> & { port: number },
): Promise<BridgeWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-bridge-'))
  const said: BridgeWorld['said'] = []
  const usual = parseConfig(
    'channels: { backend: irc, irc: { host: 127.0.0.1, flood: { burst: 1000, perSecond: 1000 } } }',
    readEnvironment({ HOME: folder, IRIS_HOME: folder }),
  ).channels
  const irc = { ...usual.irc, ...settings } as IrcSettings
  let parts = await open()
  const world: BridgeWorld = {
    get channels() {
      return parts.channels
    },
    get room() {
      return parts.room
    },
    backend: () => parts.backend,
    base: () => parts.base,
    said,
    say: (body, author = shop, room = parts.room) =>
      parts.channels.post({ channel: room.channel, author, body, origin: 'http' }),
    bodies: (author) =>
      parts.channels
        .history(parts.room.channel, { newest: true, limit: 100_000 })
        .messages.filter((message) => author === undefined || message.author === author)
        .map(({ body }) => body),
    async reopen() {
      await shut()
      parts = await open()
    },
    connected: () => until(() => parts.backend.state().isConnected),
    settled: () => until(() => parts.backend.state().waiting === 0),
    async end() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world

  async function open() {
    const base = openBase(folder, [channelMigrations, ircBackendMigrations], systemClock)
    const channels = createChannels({ ...base, namesIn: () => ['shop', 'user', 'iris'] })
    const deps: BackendDeps = {
      ...base,
      channels,
      logger: { info: () => undefined, warn: () => undefined, debug: () => undefined },
      settings: { ...usual, irc },
      rooms: {
        refresh: () => Promise.resolve(),
        say(caller, room, { body }) {
          said.push({ caller: caller.kind, body })
          return channels.post({ channel: room.channel, author: you, body: 'answered', origin: 'daemon' })
        },
      },
    }
    const backend = createIrc(deps, irc, quick)
    base.log.react(['message.posted'], ({ data }) => backend.carry(data))
    const room = channels.open({ name: '#project-shop' }, 'user')
    channels.join(room.channel, shop)
    await backend.start()
    return { base, channels, backend, room }
  }

  async function shut(): Promise<void> {
    await parts.backend.close()
    await parts.channels.close()
    await closeBase(parts.base)
  }
}

/** Waits until something is so. */
export function until(isSo: () => boolean, timeout = 20_000): Promise<void> {
  return vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`not so within ${timeout} ms: ${String(isSo)}`)
    },
    { timeout, interval: 5 },
  )
}
