import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { channelMigrations, createChannels, type ChannelNews } from '../../../core/channels/index.ts'
import { closeBase, openBase } from '../../../core/store/base.suite.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { enter } from '../client.suite.ts'
import { openIrcDoor } from './door.ts'

const author = { name: 'user', kind: 'person' } as const
const notAsked = (): never => {
  throw new Error('not asked here')
}

test('[IRC22] what a client was shown as past when it came in is not shown again when the news of it comes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-door-'))
  const base = openBase(folder, [channelMigrations], systemClock)
  const channels = createChannels(base)
  const news$ = new Subject<ChannelNews>()
  const held: ChannelNews[] = []
  channels.news$.subscribe((news) => held.push(news))
  const tell = (): void => held.splice(0).forEach((news) => news$.next(news))
  const door = await openIrcDoor(
    {
      operations: {
        listChannels: () => ({ channels: [] }),
        getChannel: notAsked,
        joinChannel: notAsked,
        leaveChannel: notAsked,
        changeChannel: notAsked,
        postMessage: notAsked,
      },
      channels: { ...channels, news$ },
      log: { settled: () => Promise.resolve() },
      identify: () => ({ role: 'human', name: 'user' }),
      nameOf: () => 'user',
      clock: systemClock,
      onFault: notAsked,
    },
    { host: '127.0.0.1', port: 0 },
  )
  const { channel } = channels.open({ name: '#plans' }, 'user')
  channels.join(channel, author)
  const say = (body: string) => channels.post({ channel, author, body, origin: 'http' })
  await say('one')
  const client = await enter(door.port, { nick: 'user', password: 'token', capabilities: 'server-time' })
  await expect.poll(() => held.some(({ kind }) => kind === 'posted')).toBe(true)
  tell()
  await say('two')
  await expect.poll(() => held.some(({ kind }) => kind === 'posted')).toBe(true)
  tell()
  const lines = await client.through(/two$/)
  client.end()
  await door.close()
  await channels.close()
  await closeBase(base)
  rmSync(folder, { recursive: true, force: true })
  // It was shown before, as the client came in.
  expect(lines.filter((line) => / PRIVMSG #plans :?one$/.test(line))).toEqual([])
})
