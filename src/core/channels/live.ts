import { Subject, type Observable } from 'rxjs'
import type { Channel, Event, Member, Message, MessageId } from '../../contract/index.ts'
import type { EventLog } from '../store/index.ts'
import type { ChannelRows, MemberRows, MessageRow, MessageRows } from './rows.ts'
import { toChannel, toMessage } from './views.ts'

/** What happened in a channel, once it is committed. */
export type ChannelNews =
  | { kind: 'posted'; channel: Channel; message: Message }
  | { kind: 'joined'; channel: Channel; member: Omit<Member, 'joinedAt'>; by: string }
  | { kind: 'left'; channel: Channel; member: string; by: string }
  | { kind: 'read'; channel: Channel; member: string; upTo: number }
  | { kind: 'opened' | 'changed' | 'archived' | 'reopened'; channel: Channel; by: string }

const types = [
  'message.posted',
  'channel.joined',
  'channel.left',
  'channel.read',
  'channel.opened',
  'channel.changed',
  'channel.archived',
  'channel.reopened',
] as const
type Heard = Event<(typeof types)[number]>

/** What was just written stays here until those who listen have heard of it; more than this is read back. */
const maxKept = 5000

/** Tells what happens in channels, in the order of the log. */
export interface Live {
  news$: Observable<ChannelNews>
  keep(row: MessageRow): void
  close(): Promise<void>
}

export function createLive(deps: {
  log: EventLog
  channels: ChannelRows
  members: MemberRows
  messages: MessageRows
}): Live {
  const { log, channels, messages } = deps
  const news = new Subject<ChannelNews>()
  const kept = new Map<MessageId, MessageRow>()
  const stop = new AbortController()
  const pumping = pump()
  return {
    news$: news.asObservable(),
    keep(row) {
      if (!news.observed) return
      // Some may be of a change that was undone; what is not kept is read back.
      if (kept.size >= maxKept) kept.clear()
      kept.set(row.id, row)
    },
    async close() {
      stop.abort()
      await pumping
      news.complete()
    },
  }

  async function pump(): Promise<void> {
    for await (const batch of log.tail({ after: log.head(), types: [...types], signal: stop.signal })) {
      if (!news.observed) kept.clear()
      else for (const event of batch) tell(event)
    }
  }

  function tell(event: Event): void {
    // The tail gives these types only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const heard = event as Heard
    const row = channels.byId(heard.data.channel)
    const told = row && newsOf(heard, toChannel(row))
    if (told) news.next(told)
  }

  function newsOf(event: Heard, channel: Channel): ChannelNews | undefined {
    if (event.type === 'message.posted') return posted(event, channel)
    if (event.type === 'channel.read')
      return { kind: 'read', channel, member: event.data.member, upTo: event.data.upTo }
    const { by } = event.data
    if (event.type === 'channel.left') return { kind: 'left', channel, member: event.data.member, by }
    if (event.type !== 'channel.joined') return { kind: kinds[event.type], channel, by }
    const { member: name, kind } = event.data
    return { kind: 'joined', channel, member: { name, kind }, by }
  }

  function posted(
    { data: { message: id } }: Event<'message.posted'>,
    channel: Channel,
  ): ChannelNews | undefined {
    const row = kept.get(id) ?? messages.byId(id)
    kept.delete(id)
    return row && { kind: 'posted', channel, message: toMessage(row) }
  }
}

const kinds = {
  'channel.opened': 'opened',
  'channel.changed': 'changed',
  'channel.archived': 'archived',
  'channel.reopened': 'reopened',
} as const
