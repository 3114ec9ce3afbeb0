import type { Channel, ChannelId, Member, Message } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { folded } from './names.ts'

/** A stored channel. */
export interface ChannelRow extends Omit<Channel, 'channel' | 'between'> {
  n: number
  id: ChannelId
  one: string | null
  other: string | null
}

/** A stored message. */
export interface MessageRow extends Omit<Message, 'message' | 'channel' | 'mentions'> {
  id: Message['message']
  /** The number of its channel, and its id. */
  channel: number
  channelId: ChannelId
  /** As JSON. */
  mentions: string
}

type NewMessageRow = Omit<MessageRow, 'seq' | 'channelId'>

const channelColumns = `n, id, name, kind, topic, topicBy, topicAt, project, task, one, other, createdAt, createdBy,
  archivedAt, lastSeq, lastAt`
const messageColumns = `m.seq, m.id, m.channel, c.id AS channelId, m.author, m.kind, m.via, m.form, m.body,
  m.replyTo, m.thread, m.mentions, m.at, m.origin, m.turn`
const fromMessages = 'FROM message m JOIN channel c ON c.n = m.channel'

/** The stored channels. */
export interface ChannelRows {
  byId(id: string): ChannelRow | undefined
  byName(name: string): ChannelRow | undefined
  byTask(task: string): ChannelRow | undefined
  all(): ChannelRow[]
  insert(row: Omit<ChannelRow, 'n'>): ChannelRow
  update(row: ChannelRow): void
}

export function createChannelRows(sql: Sql): ChannelRows {
  const select = `SELECT ${channelColumns} FROM channel`
  const byId = sql.prepare<ChannelRow>(`${select} WHERE id = ?`)
  const byName = sql.prepare<ChannelRow>(`${select} WHERE folded = ?`)
  const byTask = sql.prepare<ChannelRow>(`${select} WHERE task = ?`)
  const all = sql.prepare<ChannelRow>(`${select} ORDER BY name`)
  const insert = sql.prepare(
    `INSERT INTO channel (id, name, folded, kind, topic, topicBy, topicAt, project, task, one, other, createdAt,
       createdBy, archivedAt, lastSeq, lastAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = sql.prepare(
    'UPDATE channel SET topic = ?, topicBy = ?, topicAt = ?, archivedAt = ?, lastSeq = ?, lastAt = ? WHERE n = ?',
  )
  return {
    byId: (id) => byId.get(id),
    byName: (name) => byName.get(folded(name)),
    byTask: (task) => byTask.get(task),
    all: () => all.all(),
    insert(row) {
      const { id, name, kind, topic, topicBy, topicAt, project, task, one, other } = row
      const { createdAt, createdBy, archivedAt, lastSeq, lastAt } = row
      const what = [id, name, folded(name), kind, topic, topicBy, topicAt, project, task, one, other] as const
      insert.run(...what, createdAt, createdBy, archivedAt, lastSeq, lastAt)
      const made = byId.get(id)
      if (!made) throw new Error('a channel just made is gone')
      return made
    },
    update: ({ n, topic, topicBy, topicAt, archivedAt, lastSeq, lastAt }) =>
      void update.run(topic, topicBy, topicAt, archivedAt, lastSeq, lastAt, n),
  }
}

/** The stored members of channels, and how far each has read, which stays when it leaves. */
export interface MemberRows {
  of(channel: number): Member[]
  count(channel: number): number
  has(channel: number, name: string): boolean
  channelsOf(name: string): number[]
  put(channel: number, member: Member): void
  remove(channel: number, name: string): boolean
  read(channel: number, name: string): { seq: number; at: number } | undefined
  /** Only ever moves on. */
  putRead(channel: number, name: string, to: { seq: number; at: number }): void
}

export function createMemberRows(sql: Sql): MemberRows {
  const of = sql.prepare<Member>(
    'SELECT name, kind, joinedAt FROM channel_member WHERE channel = ? ORDER BY folded',
  )
  const count = sql.prepare<{ count: number }>(
    'SELECT count(*) AS count FROM channel_member WHERE channel = ?',
  )
  const one = sql.prepare('SELECT 1 FROM channel_member WHERE channel = ? AND folded = ?')
  const channels = sql.prepare<{ channel: number }>('SELECT channel FROM channel_member WHERE folded = ?')
  const put = sql.prepare(
    'INSERT OR IGNORE INTO channel_member (channel, folded, name, kind, joinedAt) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = sql.prepare('DELETE FROM channel_member WHERE channel = ? AND folded = ?')
  const read = sql.prepare<{ seq: number; at: number }>(
    'SELECT seq, at FROM channel_read WHERE channel = ? AND folded = ?',
  )
  const putRead = sql.prepare(
    `INSERT INTO channel_read (channel, folded, seq, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq), at = max(at, excluded.at)`,
  )
  return {
    of: (channel) => of.all(channel),
    count: (channel) => count.get(channel)?.count ?? 0,
    has: (channel, name) => one.get(channel, folded(name)) !== undefined,
    channelsOf: (name) => channels.all(folded(name)).map(({ channel }) => channel),
    put: (channel, { name, kind, joinedAt }) => void put.run(channel, folded(name), name, kind, joinedAt),
    remove: (channel, name) => remove.run(channel, folded(name)).changes > 0,
    read: (channel, name) => read.get(channel, folded(name)),
    putRead: (channel, name, { seq, at }) => void putRead.run(channel, folded(name), seq, at),
  }
}

/** The stored messages. */
export interface MessageRows {
  insert(row: NewMessageRow): number
  byId(id: string): MessageRow | undefined
  after(channel: number, seq: number, limit: number): MessageRow[]
  /** The newest before a number, oldest first. */
  before(channel: number, seq: number, limit: number): MessageRow[]
  /** A message and the replies to it. */
  thread(root: string, after: number, limit: number): MessageRow[]
  /** The number of the last message up to a time; 0 when there is none. */
  seqAt(channel: number, at: number): number
  unread(channel: number, name: string, after: number): number
  mentionsOf(channel: number, name: string, after: number): number
  mention(channel: number, seq: number, name: string): void
}

const maxCounted = 1000

export function createMessageRows(sql: Sql): MessageRows {
  const insert = sql.prepare<{ seq: number }>(
    `INSERT INTO message (id, channel, author, kind, via, form, body, replyTo, thread, mentions, at, origin, turn)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
  )
  const index = sql.prepare('INSERT INTO message_words (rowid, body) VALUES (?, ?)')
  const select = `SELECT ${messageColumns} ${fromMessages}`
  const byId = sql.prepare<MessageRow>(`${select} WHERE m.id = ?`)
  const thread = sql.prepare<MessageRow>(
    `${select} WHERE (m.id = ? OR m.thread = ?) AND m.seq > ? ORDER BY m.seq LIMIT ?`,
  )
  return {
    ...slices(sql),
    ...counts(sql),
    insert(row) {
      const { id, channel, author, kind, via, form, body, replyTo, thread: root, mentions, at, origin } = row
      const what = [id, channel, author, kind, via, form, body, replyTo, root, mentions] as const
      const seq = insert.get(...what, at, origin, row.turn)?.seq ?? 0
      index.run(seq, body)
      return seq
    },
    byId: (id) => byId.get(id),
    thread: (root, after, limit) => thread.all(root, root, after, limit),
  }
}

function slices(sql: Sql): Pick<MessageRows, 'after' | 'before' | 'seqAt'> {
  const select = `SELECT ${messageColumns} ${fromMessages} WHERE m.channel = ?`
  const after = sql.prepare<MessageRow>(`${select} AND m.seq > ? ORDER BY m.seq LIMIT ?`)
  const before = sql.prepare<MessageRow>(`${select} AND m.seq < ? ORDER BY m.seq DESC LIMIT ?`)
  const seqAt = sql.prepare<{ seq: number }>(
    'SELECT seq FROM message WHERE channel = ? AND at <= ? ORDER BY at DESC, seq DESC LIMIT 1',
  )
  return {
    after: (channel, seq, limit) => after.all(channel, seq, limit),
    before: (channel, seq, limit) => before.all(channel, seq, limit).toReversed(),
    seqAt: (channel, at) => seqAt.get(channel, at)?.seq ?? 0,
  }
}

function counts(sql: Sql): Pick<MessageRows, 'unread' | 'mentionsOf' | 'mention'> {
  const unread = sql.prepare<{ count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM message WHERE channel = ? AND seq > ? AND author <> ? LIMIT ${maxCounted})`,
  )
  const mentions = sql.prepare<{ count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM message_mention WHERE member = ? AND channel = ? AND seq > ? LIMIT ${maxCounted})`,
  )
  const mention = sql.prepare('INSERT OR IGNORE INTO message_mention (member, channel, seq) VALUES (?, ?, ?)')
  return {
    unread: (channel, name, after) => unread.get(channel, after, name)?.count ?? 0,
    mentionsOf: (channel, name, after) => mentions.get(folded(name), channel, after)?.count ?? 0,
    mention: (channel, seq, name) => void mention.run(folded(name), channel, seq),
  }
}
