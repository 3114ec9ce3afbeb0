import type { Lesson, LessonId, LessonKind } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** A lesson as it is stored; its status, and what it is worth now, follow from this and the date. */
export interface LessonRow {
  id: LessonId
  kind: LessonKind
  /** Where it was recorded. */
  project: string
  isShared: number
  text: string
  glob: string | null
  action: Lesson['action']
  topic: string | null
  evidence: string
  /** The class of the failure it came from. */
  failure: string | null
  /** As it was when something last happened to it. */
  confidence: number
  occurrences: number
  prevented: number
  failedAgain: number
  touchedAt: number
  author: string
  authorKind: Lesson['author']['kind']
  confirmedAt: number | null
  confirmedBy: string | null
  confirmedAs: 'person' | 'check' | null
  endedAt: number | null
  endedBy: string | null
  endedFor: string | null
  supersededBy: LessonId | null
  createdAt: number
  changedAt: number
}

const changing = [
  'isShared',
  'confidence',
  'occurrences',
  'prevented',
  'failedAgain',
  'touchedAt',
  'confirmedAt',
  'confirmedBy',
  'confirmedAs',
  'endedAt',
  'endedBy',
  'endedFor',
  'supersededBy',
  'changedAt',
] as const satisfies (keyof LessonRow)[]
const lasting = [
  'id',
  'kind',
  'project',
  'text',
  'glob',
  'action',
  'topic',
  'evidence',
  'failure',
  'author',
  'authorKind',
  'createdAt',
] as const satisfies (keyof LessonRow)[]
const columns = [...lasting, ...changing]

/** The stored lessons. */
export interface LessonRows {
  insert(row: LessonRow): void
  /** Writes what can change of a lesson. */
  update(row: LessonRow): void
  get(id: LessonId): LessonRow | undefined
  /** Those that nobody ended and nothing superseded, oldest first. */
  living(): LessonRow[]
  /** All, newest first. */
  all(): LessonRow[]
  supersededBy(id: LessonId): LessonRow[]
  /** Whatever one had superseded, another supersedes now. */
  passOn(from: LessonId, to: LessonId): void
  /** Remembers that a session or a task counts for this lesson. */
  sight(lesson: LessonId, source: string): void
  hasSighted(lesson: LessonId, source: string): boolean
}

export function createLessonRows(sql: Sql): LessonRows {
  const insert = sql.prepare(
    `INSERT INTO lesson (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const update = sql.prepare(
    `UPDATE lesson SET ${changing.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  )
  const get = sql.prepare<LessonRow>('SELECT * FROM lesson WHERE id = ?')
  const living = sql.prepare<LessonRow>(
    'SELECT * FROM lesson WHERE endedAt IS NULL AND supersededBy IS NULL ORDER BY id',
  )
  const all = sql.prepare<LessonRow>('SELECT * FROM lesson ORDER BY id DESC')
  const superseded = sql.prepare<LessonRow>('SELECT * FROM lesson WHERE supersededBy = ? ORDER BY id')
  const passOn = sql.prepare('UPDATE lesson SET supersededBy = ? WHERE supersededBy = ?')
  const sight = sql.prepare(
    'INSERT INTO lesson_sighting (lesson, source) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const sighted = sql.prepare('SELECT 1 FROM lesson_sighting WHERE lesson = ? AND source = ?')
  return {
    insert: (row) => void insert.run(...columns.map((column) => row[column])),
    update: (row) => void update.run(...changing.map((column) => row[column]), row.id),
    get: (id) => get.get(id),
    living: () => living.all(),
    all: () => all.all(),
    supersededBy: (id) => superseded.all(id),
    passOn: (from, to) => void passOn.run(to, from),
    sight: (lesson, source) => void sight.run(lesson, source),
    hasSighted: (lesson, source) => sighted.get(lesson, source) !== undefined,
  }
}
