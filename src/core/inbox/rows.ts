import { z } from 'zod'
import {
  AskQuestion,
  type AgentId,
  type AnswerSource,
  type AskId,
  type AskKind,
  type AskSource,
  type AskType,
  type AskUrgency,
  type GrantId,
  type SessionId,
  type TurnId,
} from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** Characters of the text of an ask; what is longer is cut. */
export const maxText = 100_000

/** An ask as it stands in its table. Its state follows from which dates are set. */
export interface AskRow {
  id: AskId
  kind: AskKind
  type: AskType
  source: AskSource
  urgency: AskUrgency
  session: SessionId | null
  turn: TurnId | null
  agent: AgentId | null
  teammate: string | null
  /** Names the ask to the CLI that waits for it; null when no process does. */
  request: string | null
  team: string
  caller: string
  tool: string
  input: string
  text: string
  detail: string
  /** What is the same when the same is asked again; null for what is never compared. */
  key: string | null
  phase: string
  batch: AskId | null
  /** The session that told the asking one. */
  lead: SessionId | null
  forwardedTo: SessionId | null
  /** When whoever it was forwarded to left it to people. */
  escalatedAt: number | null
  /** The number of the event that recorded it. */
  seq: number
  askedAt: number
  expiresAt: number | null
  remindedAt: number | null
  reminders: number
  answeredAt: number | null
  answeredBy: string | null
  answeredAs: AnswerSource | null
  allow: number | null
  chosen: string | null
  message: string | null
  rule: GrantId | null
  dismissedAt: number | null
  dismissedFor: string | null
  withdrawnAt: number | null
  withdrawnFor: string | null
  carriedAt: number | null
  falseAlarm: number
}

/** What is written when an ask is filed. */
export type FiledRow = Pick<AskRow, (typeof filed)[number]>

/** An answer that came too late. */
export interface LateRow extends Pick<AskRow, 'allow' | 'message'> {
  at: number
  answeredBy: string
  answeredAs: AnswerSource
  chosen: string
}

/** What nobody searches for. */
export const Detail = z.object({
  context: z.string().default(''),
  questions: z.array(AskQuestion).default([]),
  fallback: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  reversible: z.boolean().default(false),
})
export type Detail = z.infer<typeof Detail>

export function detailOf(ask: Pick<AskRow, 'detail'>): Detail {
  return Detail.parse(JSON.parse(ask.detail))
}

const filed = [
  'id',
  'kind',
  'type',
  'source',
  'urgency',
  'session',
  'turn',
  'agent',
  'teammate',
  'request',
  'team',
  'caller',
  'tool',
  'input',
  'text',
  'detail',
  'key',
  'phase',
  'batch',
  'lead',
  'forwardedTo',
  'seq',
  'askedAt',
  'expiresAt',
] as const

/** What makes an ask open. */
export const stillOpen = 'answeredAt IS NULL AND dismissedAt IS NULL AND withdrawnAt IS NULL'

/** The same of a row that was read. */
export function isOpen({ answeredAt, dismissedAt, withdrawnAt }: AskRow): boolean {
  return answeredAt === null && dismissedAt === null && withdrawnAt === null
}
/** What is raised by an agent in words of its own; only these are compared, counted and learned from. */
const raisedByAgent = `source IN ('json', 'ask_human')`

export type Rows = ReturnType<typeof prepareRows>

/** The statements of the table of asks, prepared once. */
// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-module-boundary-types
export function prepareRows(sql: Sql) {
  const insert = sql.prepare(
    `INSERT INTO ask (${filed.join(', ')}) VALUES (${filed.map(() => '?').join(', ')})`,
  )
  return {
    insert: (row: FiledRow): void => void insert.run(...filed.map((column) => row[column])),
    ...lookUps(sql),
    ...changes(sql),
  }
}

function lookUps(sql: Sql) {
  return {
    byId: sql.prepare<AskRow>('SELECT * FROM ask WHERE id = ?'),
    ofTurn: sql.prepare<AskRow>('SELECT * FROM ask WHERE turn = ? ORDER BY id LIMIT 100'),
    open: sql.prepare<AskRow>(`SELECT * FROM ask WHERE ${stillOpen} ORDER BY id`),
    openCount: sql.prepare<{ count: number }>(`SELECT count(*) AS count FROM ask WHERE ${stillOpen}`),
    openIn: sql.prepare<AskRow>(`SELECT * FROM ask WHERE session = ? AND ${stillOpen} ORDER BY id`),
    requestsOf: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE agent = ? AND request IS NOT NULL AND ${stillOpen}`,
    ),
    openOfKey: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE key = ? AND session IS ? AND ${stillOpen} LIMIT 1`,
    ),
    foundIn: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE session = ? AND source = 'prose' AND ${stillOpen} ORDER BY id`,
    ),
    lastOfRun: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE session = ? AND type = 'blocking' AND answeredAs IS NOT 'policy' AND source = 'run'
       ORDER BY seq DESC LIMIT 1`,
    ),
    uncarried: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE carriedAt IS NULL AND coalesce(answeredAt, dismissedAt) IS NOT NULL ORDER BY id`,
    ),
    late: sql.prepare<LateRow>('SELECT * FROM ask_late WHERE ask = ? ORDER BY at, rowid'),
    openRaised: sql.prepare<{ count: number }>(
      `SELECT count(*) AS count FROM ask WHERE session IS ? AND teammate IS ? AND type <> 'blocking'
       AND ${raisedByAgent} AND ${stillOpen}`,
    ),
    batchOf: sql.prepare<{ id: AskId; batch: AskId | null }>(
      `SELECT id, batch FROM ask WHERE session IS ? AND teammate IS ? AND phase = ? AND askedAt > ?
       AND type NOT IN ('blocking', 'celebratory') AND ${raisedByAgent} ORDER BY id DESC LIMIT 1`,
    ),
    answeredOfKey: sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE key = ? AND answeredAs IN ('user', 'lead', 'delegate') AND answeredAt > ?
       AND answeredAt > coalesce((SELECT at FROM ask_forgotten WHERE ask_forgotten.key = ask.key), -1)
       ORDER BY answeredAt DESC LIMIT 1`,
    ),
  }
}

function changes(sql: Sql) {
  return {
    answer: sql.prepare(
      `UPDATE ask SET answeredAt = ?, answeredBy = ?, answeredAs = ?, allow = ?, chosen = ?, message = ?, rule = ?
       WHERE id = ? AND ${stillOpen}`,
    ),
    insertLate: sql.prepare(
      'INSERT INTO ask_late (ask, at, answeredBy, answeredAs, allow, chosen, message) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    dismiss: sql.prepare(`UPDATE ask SET dismissedAt = ?, dismissedFor = ? WHERE id = ? AND ${stillOpen}`),
    withdraw: sql.prepare(`UPDATE ask SET withdrawnAt = ?, withdrawnFor = ? WHERE id = ? AND ${stillOpen}`),
    weigh: sql.prepare(
      `UPDATE ask SET type = ?, urgency = ?, detail = ?, expiresAt = ? WHERE id = ? AND ${stillOpen}`,
    ),
    escalate: sql.prepare(
      `UPDATE ask SET escalatedAt = ? WHERE id = ? AND escalatedAt IS NULL AND forwardedTo IS NOT NULL AND ${stillOpen}`,
    ),
    remind: sql.prepare('UPDATE ask SET remindedAt = ?, reminders = reminders + 1 WHERE id = ?'),
    carried: sql.prepare('UPDATE ask SET carriedAt = ? WHERE id = ? AND carriedAt IS NULL'),
    settle: sql.prepare(
      `UPDATE ask SET carriedAt = ? WHERE agent = ? AND request IS NOT NULL
       AND carriedAt IS NULL AND coalesce(answeredAt, dismissedAt) IS NOT NULL`,
    ),
    setGrant: sql.prepare('UPDATE ask SET rule = ? WHERE id = ?'),
    mark: sql.prepare('UPDATE ask SET falseAlarm = ? WHERE id = ?'),
  }
}
