import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelMigrations, createChannels, type Author } from '../../../core/channels/index.ts'
import { closeBase, openBase } from '../../../core/store/base.suite.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import type { BackendWorld, Outsider } from '../contract.suite.ts'
import { createEmbedded } from './embedded.ts'

const guest: Author = { name: 'ann/irc', kind: 'guest' }

/** Rooms in Iris alone: who is outside listens to the rooms themselves, as the IRC door does. */
export async function openEmbeddedWorld(): Promise<BackendWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-embedded-'))
  const heard: { channel: string; body: string }[] = []
  let parts = open()
  return {
    get channels() {
      return parts.channels
    },
    say: ({ channel }, body, author = { name: 'user', kind: 'person' }) =>
      parts.channels.post({ channel, author, body, origin: 'http' }),
    outsider: ({ channel }): Promise<Outsider> =>
      Promise.resolve({
        name: guest.name,
        heard: () => heard.filter((one) => one.channel === channel).map(({ body }) => body),
        async say(body) {
          await parts.channels.post({ channel, author: guest, body, origin: 'irc' })
        },
      }),
    async reopen() {
      await shut()
      parts = open()
    },
    settled: () => Promise.resolve(),
    async end() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function open() {
    const base = openBase(folder, [channelMigrations], systemClock)
    const channels = createChannels({ ...base, namesIn: () => ['shop', 'user', 'iris'] })
    const backend = createEmbedded()
    base.log.react(['message.posted'], ({ data }) => backend.carry(data))
    channels.news$.subscribe((news) => {
      if (news.kind === 'posted' && news.message.author !== guest.name) heard.push(news.message)
    })
    return { base, channels, backend }
  }

  async function shut(): Promise<void> {
    await parts.backend.close()
    await parts.channels.close()
    await closeBase(parts.base)
  }
}
