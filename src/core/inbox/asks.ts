import {
  IrisError,
  newId,
  type AskId,
  type EventData,
  type Permission,
  type SessionId,
  type TurnId,
} from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog, Migrations } from '../store/index.ts'

export const askMigrations: Migrations = {
  owner: 'inbox',
  steps: [
    `CREATE TABLE ask (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, session TEXT NOT NULL, turn TEXT, agent TEXT NOT NULL,
       request TEXT NOT NULL, team TEXT NOT NULL, caller TEXT NOT NULL, tool TEXT NOT NULL, input TEXT NOT NULL,
       text TEXT NOT NULL, forwardedTo TEXT, askedAt INTEGER NOT NULL,
       answeredAt INTEGER, answeredBy TEXT, allow INTEGER, message TEXT, withdrawnAt INTEGER, carriedAt INTEGER
     ) STRICT;
     CREATE INDEX ask_open ON ask (session) WHERE answeredAt IS NULL AND withdrawnAt IS NULL;
     CREATE UNIQUE INDEX ask_of_request ON ask (agent, request);`,
  ],
}

/** An ask as it stands in its table. */
export interface AskRow {
  id: AskId
  kind: 'permission' | 'question' | 'plan'
  session: SessionId
  turn: TurnId | null
  agent: string
  request: string
  team: string
  caller: string
  tool: string
  input: string
  text: string
  forwardedTo: SessionId | null
  askedAt: number
  answeredAt: number | null
  answeredBy: string | null
  allow: number | null
  message: string | null
  withdrawnAt: number | null
  carriedAt: number | null
}

export type NewAsk = Pick<
  AskRow,
  | 'kind'
  | 'session'
  | 'turn'
  | 'agent'
  | 'request'
  | 'team'
  | 'caller'
  | 'tool'
  | 'input'
  | 'text'
  | 'forwardedTo'
>

/** What waits for a person or a lead. An answer is written first and carried to the agent after. */
export interface Asks {
  open(ask: NewAsk, append: Append): AskRow
  /** Records an ask together with the answer that policy gives it; nobody is asked. */
  decide(ask: NewAsk, answer: { allow: boolean; message: string | null }, append: Append): AskRow
  find(id: AskId): AskRow
  list(filter: { open: boolean }): AskRow[]
  /** The open asks of a session: while there is one, its response clock stands still. */
  openIn(session: SessionId): AskRow[]
  /** First answer wins; a later one is ASK_ANSWERED. */
  answer(id: AskId, answer: { allow: boolean; message: string | null; by: string }): AskRow
  withdraw(agent: string, request: string, append: Append): void
  /** Closes every open ask of an agent that is gone; answers that did not reach it are settled too. */
  withdrawAll(agent: string, append: Append): void
  /** Answered asks that may not have reached their agent yet. */
  uncarried(): AskRow[]
  carried(id: AskId): void
}

export function createAsks({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Asks {
  const rows = prepare(sql)

  return {
    open(ask, append) {
      const id = insert(ask)
      const { kind, tool, text, forwardedTo, team } = ask
      const source = kind === 'question' ? ('ask_user_question' as const) : kind
      const what = { kind, type: 'blocking' as const, source, urgency: 'high' as const, tool }
      const data = { ask: id, team, ...what, text: text.slice(0, 500), forwardedTo, batch: null }
      append({ type: 'ask.opened', ...subjectOf(ask), data })
      return find(id)
    },
    decide(ask, { allow, message }, append) {
      const id = insert(ask)
      rows.answer.run(clock.now(), policy, allow ? 1 : 0, message, id)
      const { team, kind, tool } = ask
      const data = {
        ask: id,
        team,
        kind,
        allow,
        by: policy,
        source: 'policy' as const,
        tool,
        text: message ?? '',
      }
      append({ type: 'ask.answered', ...subjectOf(ask), data })
      return find(id)
    },
    find,
    list: ({ open: onlyOpen }) => (onlyOpen ? rows.open : rows.newest).all(),
    openIn: (session) => rows.openIn.all(session),
    answer(id, { allow, message, by }) {
      const ask = find(id)
      return log.write((append) => {
        const { changes } = rows.answer.run(clock.now(), by, allow ? 1 : 0, message, id)
        if (changes === 0) throw alreadyAnswered(find(id))
        append({ type: 'ask.answered', ...subjectOf(ask), data: answerData(ask, { allow, message, by }) })
        return find(id)
      })
    },
    withdraw(agent, request, append) {
      for (const ask of rows.openOf.all(agent)) if (ask.request === request) close(ask, append)
    },
    withdrawAll(agent, append) {
      for (const ask of rows.openOf.all(agent)) close(ask, append)
      rows.settle.run(clock.now(), agent)
    },
    uncarried: () => rows.uncarried.all(),
    carried: (id) => void rows.carried.run(clock.now(), id),
  }

  function insert(ask: NewAsk): AskId {
    const id = newId('ask', clock.now())
    const { kind, session, turn, agent, request, team, caller, tool, input, text, forwardedTo } = ask
    const subject = [kind, session, turn, agent, request, team, caller]
    rows.insert.run(id, ...subject, tool, input, text, forwardedTo, clock.now())
    return id
  }

  function find(id: AskId): AskRow {
    const ask = rows.byId.get(id)
    if (!ask) throw new IrisError('NOT_FOUND', `There is no ask ${id}.`)
    return ask
  }

  function close(ask: AskRow, append: Append): void {
    rows.withdraw.run(clock.now(), ask.id)
    append({ type: 'ask.withdrawn', ...subjectOf(ask), data: { ask: ask.id } })
  }
}

function answerData(
  { id, team, kind, tool }: AskRow,
  { allow, message, by }: { allow: boolean; message: string | null; by: string },
): EventData<'ask.answered'> {
  const source = by === 'user' ? ('user' as const) : ('lead' as const)
  return { ask: id, team, kind, allow, by, source, tool, text: message ?? '' }
}

function alreadyAnswered(ask: AskRow): IrisError {
  return new IrisError('ASK_ANSWERED', 'This ask is no longer open.', { details: { ask: toPermission(ask) } })
}

/** Who answers when the config does; such asks are no part of the inbox. */
const policy = 'policy'
const stillOpen = 'answeredAt IS NULL AND withdrawnAt IS NULL'

function prepare(sql: Sql) {
  return {
    insert: sql.prepare(
      `INSERT INTO ask (id, kind, session, turn, agent, request, team, caller, tool, input, text, forwardedTo, askedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    byId: sql.prepare<AskRow>('SELECT * FROM ask WHERE id = ?'),
    newest: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE answeredBy IS NOT '${policy}' ORDER BY id DESC LIMIT 200`,
    ),
    open: sql.prepare<AskRow>(`SELECT * FROM ask WHERE ${stillOpen} ORDER BY id`),
    openIn: sql.prepare<AskRow>(`SELECT * FROM ask WHERE session = ? AND ${stillOpen} ORDER BY id`),
    openOf: sql.prepare<AskRow>(`SELECT * FROM ask WHERE agent = ? AND ${stillOpen}`),
    answer: sql.prepare(
      `UPDATE ask SET answeredAt = ?, answeredBy = ?, allow = ?, message = ? WHERE id = ? AND ${stillOpen}`,
    ),
    withdraw: sql.prepare('UPDATE ask SET withdrawnAt = ? WHERE id = ?'),
    uncarried: sql.prepare<AskRow>(
      'SELECT * FROM ask WHERE answeredAt IS NOT NULL AND withdrawnAt IS NULL AND carriedAt IS NULL',
    ),
    carried: sql.prepare('UPDATE ask SET carriedAt = ? WHERE id = ?'),
    settle: sql.prepare(
      'UPDATE ask SET carriedAt = ? WHERE agent = ? AND answeredAt IS NOT NULL AND carriedAt IS NULL',
    ),
  }
}

function subjectOf({ session, turn }: Pick<AskRow, 'session' | 'turn'>): {
  session: SessionId
  turn?: TurnId
} {
  return turn ? { session, turn } : { session }
}

/** What the tool was to be called with. */
export function inputOf(ask: AskRow): Record<string, unknown> {
  const input: unknown = JSON.parse(ask.input)
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

/** An ask as people and programs see it. */
export function toPermission(ask: AskRow): Permission {
  return {
    ask: ask.id,
    session: ask.session,
    turn: ask.turn,
    team: ask.team,
    from: ask.caller,
    tool: ask.tool,
    input: inputOf(ask),
    description: ask.text,
    state: stateOf(ask),
    forwardedTo: ask.forwardedTo,
    askedAt: ask.askedAt,
    answeredAt: ask.answeredAt,
    answeredBy: ask.answeredBy,
  }
}

function stateOf(ask: AskRow): Permission['state'] {
  if (ask.answeredAt !== null) return ask.allow === 1 ? 'allowed' : 'denied'
  return ask.withdrawnAt === null ? 'open' : 'withdrawn'
}
