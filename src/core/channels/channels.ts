import type { Observable } from 'rxjs'
import type {
  Channel,
  ChannelId,
  Member,
  Message,
  MessageId,
  ReadMarker,
  SeenChannel,
  TaskId,
} from '../../contract/index.ts'
import { findChannel, type Author, type ChannelsContext, type ChannelsDeps } from './context.ts'
import { createLive, type ChannelNews } from './live.ts'
import { archive, join, open, openDirect, part, reopen, setTopic, type NewChannel } from './opening.ts'
import { mentionedIn, post, type NewMessage } from './posting.ts'
import { history, markRead, thread, unreadOf, type Point, type Range, type Slice } from './reading.ts'
import { createChannelRows, createMemberRows, createMessageRows } from './rows.ts'
import { createSearch, type SearchMessages } from './searching.ts'
import { createShown, type Shown } from './shown.ts'
import { toChannel, toMessage } from './views.ts'

/**
 * Channels and what is said in them. It knows names, not who may do what: the doors in front of it (HTTP, MCP, IRC) say
 * who speaks, from a token.
 */
export interface Channels extends Shown {
  /** The channel of this name; made when there is none yet. */
  open(wanted: NewChannel, by: string): Channel
  /** The direct messages of two, made when there are none yet. */
  direct(one: Author, other: Author): Channel
  get(id: ChannelId): Channel
  find(id: ChannelId): Channel | undefined
  /** By its name, whatever the case of its letters. */
  byName(name: string): Channel | undefined
  byTask(task: TaskId): Channel | undefined
  list(): Channel[]
  /** The same as somebody sees it who has read up to somewhere. */
  seen(id: ChannelId, reader: string): SeenChannel
  setTopic(id: ChannelId, topic: string, by: string): Channel
  archive(id: ChannelId, by: string): Channel
  reopen(id: ChannelId, by: string): Channel
  /** False when it was a member already. */
  join(id: ChannelId, member: Author, by?: string): boolean
  /** False when it was none, and in direct messages, which nobody leaves. */
  part(id: ChannelId, member: string, by?: string): boolean
  members(id: ChannelId): Member[]
  isMember(id: ChannelId, name: string): boolean
  channelsOf(name: string): Channel[]
  /** Resolves once it is committed; messages of the same moment share a commit. */
  post(message: NewMessage): Promise<Message>
  /** The same at once, and inside the transaction under way if there is one. */
  postNow(message: NewMessage): Message
  /** Whom a text by this author would mention. */
  mentionedIn(id: ChannelId, author: Author, body: string): string[]
  message(id: MessageId): Message | undefined
  history(id: ChannelId, range: Range & { limit: number }): Slice
  thread(root: MessageId, part: { after: number; limit: number }): Slice
  search: SearchMessages
  /** Up to where somebody has read; stays when it leaves. */
  marker(id: ChannelId, reader: string): ReadMarker
  /** How many messages of others came after a number; counted up to 1000. */
  unreadAfter(id: ChannelId, reader: string, after: number): number
  /** Moves it on; never back, never past the newest message. A time is kept as it was given. */
  markRead(id: ChannelId, reader: string, to: Point): ReadMarker
  /** Channels with messages between two times, the newest last. */
  targets(of: { channels: readonly ChannelId[]; after: number; before: number }): Channel[]
  /** What happens from now on, after its commit, in the order of the log. */
  news$: Observable<ChannelNews>
  close(): Promise<void>
}

export function createChannels(deps: ChannelsDeps): Channels {
  const { sql, log } = deps
  const rows = {
    channels: createChannelRows(sql),
    members: createMemberRows(sql),
    messages: createMessageRows(sql),
  }
  const live = createLive({ log, ...rows })
  const context: ChannelsContext = { ...deps, ...rows, keep: (row) => live.keep(row) }
  const { channels, members, messages } = rows
  const rowOf = (id: ChannelId) => findChannel(context, id)
  return {
    ...lookUps(context),
    open: (wanted, by) => open(context, wanted, by),
    direct: (one, other) => openDirect(context, one, other),
    setTopic: (id, topic, by) => setTopic(context, id, { topic, by }),
    archive: (id, by) => archive(context, id, by),
    reopen: (id, by) => reopen(context, id, by),
    join: (id, member, by) => join(context, id, { member, by }),
    part: (id, member, by) => part(context, id, { member, by }),
    members: (id) => members.of(rowOf(id).n),
    isMember: (id, name) => members.has(rowOf(id).n, name),
    channelsOf(name) {
      const own = new Set(members.channelsOf(name))
      return channels
        .all()
        .filter(({ n }) => own.has(n))
        .map(toChannel)
    },
    post: (message) => log.writeBatched((append) => post(context, message, append)),
    postNow: (message) => log.write((append) => post(context, message, append)),
    mentionedIn: (id, author, body) => mentionedIn(context, rowOf(id), { author, body }),
    message(id) {
      const row = messages.byId(id)
      return row && toMessage(row)
    },
    history: (id, range) => history(context, id, range),
    thread: (root, part) => thread(context, root, part),
    search: createSearch(sql),
    ...createShown(deps),
    marker: (id, reader) => members.read(rowOf(id).n, reader) ?? { seq: 0, at: 0 },
    unreadAfter: (id, reader, after) => messages.unread(rowOf(id).n, reader, after),
    markRead: (id, reader, to) => markRead(context, id, { reader, to }),
    news$: live.news$,
    close: () => live.close(),
  }
}

function lookUps(
  context: ChannelsContext,
): Pick<Channels, 'get' | 'find' | 'byName' | 'byTask' | 'list' | 'seen' | 'targets'> {
  const { channels, members, messages } = context
  const rowOf = (id: ChannelId) => findChannel(context, id)
  const shown = (row: ReturnType<typeof channels.byId>) => row && toChannel(row)
  return {
    get: (id) => toChannel(rowOf(id)),
    find: (id) => shown(channels.byId(id)),
    byName: (name) => shown(channels.byName(name)),
    byTask: (task) => shown(channels.byTask(task)),
    list: () => channels.all().map(toChannel),
    seen(id, reader) {
      const row = rowOf(id)
      const { read, ...counted } = unreadOf(context, row, reader)
      const isMember = members.has(row.n, reader)
      return { ...toChannel(row), ...counted, readSeq: read.seq, isMember, members: members.count(row.n) }
    },
    targets({ channels: ids, after, before }) {
      const newest = ids.flatMap((id) => {
        const row = rowOf(id)
        const seq = messages.seqAt(row.n, before - 1)
        const at = seq > messages.seqAt(row.n, after) ? (messages.before(row.n, seq + 1, 1)[0]?.at ?? 0) : 0
        return at > after ? [{ row, at }] : []
      })
      return newest.toSorted((one, other) => one.at - other.at).map(({ row }) => toChannel(row))
    },
  }
}
