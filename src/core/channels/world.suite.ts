import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Channel, Message } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { closeBase, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { channelMigrations, createChannels, type Author, type Channels } from './index.ts'

/** Channels in a real database, with a clock that the test turns. */
export interface ChannelWorld {
  clock: ManualClock
  log: EventLog
  sql: Sql
  channels: Channels
  room: Channel
  say: (body: string, by?: Author, more?: Partial<Parameters<Channels['post']>[0]>) => Promise<Message>
}

export const you: Author = { name: 'user', kind: 'person' }
export const shop: Author = { name: 'shop', kind: 'agent' }

export function openChannelWorld(): ChannelWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-channels-'))
  const clock = manualClock(1_700_000_000_000)
  const { sql, log } = openBase(folder, [channelMigrations], clock)
  const channels = createChannels({ sql, log, clock, namesIn: () => ['shop', 'shop-fe', 'user', 'iris'] })
  onTestFinished(async () => {
    await channels.close()
    await closeBase({ sql, log })
    rmSync(folder, { recursive: true })
  })
  const room = channels.open({ name: '#lobby' }, 'user')
  return {
    clock,
    log,
    sql,
    channels,
    room,
    say: (body, by = you, more = {}) =>
      channels.post({ channel: room.channel, author: by, body, origin: 'http', ...more }),
  }
}
