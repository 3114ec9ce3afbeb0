import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Sql, Statement } from '../../../platform/sqlite/index.ts'
import type {
  Belongings,
  Entry,
  History,
  KeptChannel,
  KeptChannels,
  Point,
  Slice,
} from '../server/backing.ts'
import type { EntryKind } from '../server/said.ts'
import { createShownRows } from './shown.ts'

interface Row {
  seq: number
  id: string
  at: number
  kind: EntryKind
  conversation: string
  source: string
  account: string | null
  target: string
  text: string
  tags: string | null
}

/** The past of a stand-alone server, in SQLite. */
export function createHistory(sql: Sql, clock: Clock): History {
  const insert = sql.prepare<{ seq: number }>(
    'INSERT INTO irc_message (id, at, kind, conversation, source, account, target, text, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq',
  )
  const noteTalk = sql.prepare(
    'INSERT INTO irc_talk (identity, other, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, name = excluded.name',
  )
  const byId = sql.prepare<{ seq: number }>('SELECT seq FROM irc_message WHERE id = ? AND conversation = ?')
  const talked = sql.prepare<{ name: string; at: number }>(
    'SELECT name, at FROM irc_talk WHERE identity = ? AND at > ? AND at < ? ORDER BY at LIMIT ?',
  )
  const last = sql.prepare<{ at: number }>(
    'SELECT at FROM irc_message WHERE conversation = ? ORDER BY seq DESC LIMIT 1',
  )
  const reading = createReading(sql)
  const stamp = (): { id: string; at: number } => ({
    id: randomBytes(12).toString('base64url'),
    at: clock.now(),
  })

  return {
    stamp,
    add(entry) {
      const { id, at } = stamp()
      const { kind, source, account = null, target, text, clientTags } = entry
      const tags = clientTags?.size ? JSON.stringify([...clientTags]) : null
      const seq = sql.transaction(() => {
        const row = insert.get(
          id,
          at,
          kind,
          keyOf(entry.conversation),
          source,
          account ?? null,
          target,
          text,
          tags,
        )
        noteTalks(entry, at)
        return row?.seq ?? 0
      })
      return { ...entry, seq, id, at }
    },
    read: (conversation, slice) => reading(keyOf(conversation), slice).map(entryOf),
    find(conversation, id) {
      const found = byId.get(id, keyOf(conversation))
      return found && { seq: found.seq }
    },
    talks: (identity, { after, before, limit }) => talked.all(identity, after, before, limit),
    lastIn: (conversation) => last.get(keyOf(conversation))?.at,
  }

  function noteTalks(
    { conversation, target, source }: { conversation: readonly string[]; target: string; source: string },
    at: number,
  ): void {
    const [from, to] = conversation
    if (from === undefined || to === undefined) return
    noteTalk.run(from, to, target, at)
    noteTalk.run(to, from, source.slice(0, source.indexOf('!')), at)
  }
}

/** A conversation of two is the same whoever of them speaks. */
function keyOf(conversation: readonly string[]): string {
  return conversation.toSorted().join(' ')
}

type Reading = (conversation: string, slice: Slice) => Row[]

/** Statements are made once for each shape of a question. */
function createReading(sql: Sql): Reading {
  const made = new Map<string, Statement<Row>>()
  return (conversation, { after, before, since, from, limit, kinds }) => {
    const values: (string | number)[] = [conversation]
    const conditions = [...bounds('>', after), ...bounds('<', before), ...bounds('>', since)]
    for (const { value } of conditions) values.push(value)
    const where = conditions.map(({ text }) => ` AND ${text}`).join('')
    const order = from === 'end' ? 'DESC' : 'ASC'
    const query = `SELECT * FROM irc_message WHERE conversation = ?${where} AND kind IN (${kinds.map(() => '?').join()}) ORDER BY seq ${order} LIMIT ?`
    const statement = made.get(query) ?? sql.prepare<Row>(query)
    made.set(query, statement)
    const rows = statement.all(...values, ...kinds, limit)
    return from === 'end' ? rows.toReversed() : rows
  }
}

function bounds(sign: '<' | '>', point: Point | undefined): { text: string; value: number }[] {
  if (!point) return []
  return 'seq' in point
    ? [{ text: `seq ${sign} ?`, value: point.seq }]
    : [{ text: `at ${sign} ?`, value: point.at }]
}

function entryOf({ conversation, account, tags, ...row }: Row): Entry {
  return {
    ...row,
    conversation: conversation.split(' '),
    account: account ?? undefined,
    clientTags: tags === null ? undefined : new Map<string, string>(JSON.parse(tags)),
  }
}

/** What accounts keep over their connections; those of guests are forgotten with them. */
export function createBelongings(sql: Sql, clock: Clock): Belongings {
  const marker = sql.prepare<{ at: number }>('SELECT at FROM irc_marker WHERE account = ? AND target = ?')
  const move = sql.prepare<{ at: number }>(
    'INSERT INTO irc_marker (account, target, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at) RETURNING at',
  )
  const places = sql.prepare<{ channel: string }>('SELECT channel FROM irc_place WHERE account = ?')
  const leave = sql.prepare('DELETE FROM irc_place WHERE account = ?')
  const stay = sql.prepare('INSERT INTO irc_place (account, channel) VALUES (?, ?)')
  return {
    ...createShownRows(sql, clock),
    marker: (account, target) => marker.get(account, target)?.at,
    moveMarker: (account, target, at) => move.get(account, target, at)?.at ?? at,
    channelsOf: (account) => places.all(account).map(({ channel }) => channel),
    setChannels: (account, channels) =>
      sql.transaction(() => {
        leave.run(account)
        for (const channel of channels) stay.run(account, channel)
      }),
  }
}

/** Channels that accounts have founded. */
export function createKeptChannels(sql: Sql): KeptChannels {
  const find = sql.prepare<KeptChannel>('SELECT founder, createdAt, state FROM irc_channel WHERE name = ?')
  const save = sql.prepare(
    'INSERT OR REPLACE INTO irc_channel (name, founder, createdAt, state) VALUES (?, ?, ?, ?)',
  )
  return {
    find: (name) => find.get(name),
    save: (name, { founder, createdAt, state }) => void save.run(name, founder, createdAt, state),
  }
}
