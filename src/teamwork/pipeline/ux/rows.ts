import type { AskId, UxId, UxTest } from '../../../contract/index.ts'
import type { Migrations } from '../../../core/store/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

export const uxMigrations: Migrations = {
  owner: 'ux',
  steps: [
    `CREATE TABLE ux_test (
       ux TEXT PRIMARY KEY, subject TEXT NOT NULL, build TEXT, team TEXT NOT NULL, persona TEXT, wantsAsk INTEGER NOT NULL,
       ask TEXT, outcome TEXT, words TEXT, score INTEGER, found TEXT NOT NULL, asked TEXT NOT NULL, leader TEXT,
       madeBy TEXT NOT NULL, createdAt INTEGER NOT NULL, startedAt INTEGER, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX ux_test_open ON ux_test (ux) WHERE endedAt IS NULL;
     CREATE TABLE ux_question (
       ask TEXT PRIMARY KEY, ux TEXT NOT NULL REFERENCES ux_test (ux), title TEXT NOT NULL, details TEXT NOT NULL,
       isHeard INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX ux_question_unheard ON ux_question (ask) WHERE isHeard = 0;`,
    `ALTER TABLE ux_test ADD COLUMN isPruned INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX ux_test_pictures ON ux_test (ux) WHERE endedAt IS NOT NULL AND isPruned = 0;`,
  ],
}

/** A UX test as it is stored. */
export interface UxRow extends Pick<
  UxTest,
  'ux' | 'build' | 'team' | 'persona' | 'ask' | 'words' | 'score' | 'createdAt' | 'endedAt'
> {
  /** What people know by name. */
  subject: string
  /** Whether a person is asked for the persona. */
  wantsAsk: number
  outcome: 'done' | 'failed' | 'cancelled' | 'interrupted' | null
  /** The journeys and barriers, as JSON. */
  found: string
  /** Keys of the questions that were asked, as JSON. */
  asked: string
  /** Who the process is that runs now. */
  leader: string | null
  madeBy: string
  startedAt: number | null
  /** Whether its pictures were deleted. */
  isPruned: number
}

/** A question whose answer may make a task. */
export interface UxQuestion {
  ask: AskId
  ux: UxId
  title: string
  details: string
}

/** The stored UX tests. */
export interface UxRows {
  put(row: UxRow): void
  set(id: UxId, change: Partial<UxRow>): void
  get(id: UxId): UxRow | undefined
  list(filter: { team: string | null; build: string | null; limit: number }): UxRow[]
  open(): UxRow[]
  /** Those that have ended and whose pictures are kept, the newest first. */
  withPictures(): Pick<UxRow, 'ux' | 'subject' | 'team'>[]
  addQuestion(question: UxQuestion): void
  unheard(): UxQuestion[]
  setHeard(ask: AskId): void
}

const columns = [
  'ux',
  'subject',
  'build',
  'team',
  'persona',
  'wantsAsk',
  'ask',
  'outcome',
  'words',
  'score',
  'found',
  'asked',
  'leader',
  'madeBy',
  'createdAt',
  'startedAt',
  'endedAt',
  'isPruned',
] as const

export function createUxRows(sql: Sql): UxRows {
  const names = columns.join(', ')
  const put = sql.prepare(
    `INSERT INTO ux_test (${names}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const byId = sql.prepare<UxRow>(`SELECT ${names} FROM ux_test WHERE ux = ?`)
  const list = sql.prepare<UxRow>(
    `SELECT ${names} FROM ux_test WHERE (? IS NULL OR team = ?) AND (? IS NULL OR build = ?)
     ORDER BY ux DESC LIMIT ?`,
  )
  const open = sql.prepare<UxRow>(`SELECT ${names} FROM ux_test WHERE endedAt IS NULL ORDER BY ux LIMIT 1000`)
  const withPictures = sql.prepare<Pick<UxRow, 'ux' | 'subject' | 'team'>>(
    `SELECT ux, subject, team FROM ux_test WHERE endedAt IS NOT NULL AND isPruned = 0 ORDER BY ux DESC LIMIT 1000`,
  )
  const addQuestion = sql.prepare('INSERT INTO ux_question (ask, ux, title, details) VALUES (?, ?, ?, ?)')
  const unheard = sql.prepare<UxQuestion>(
    'SELECT ask, ux, title, details FROM ux_question WHERE isHeard = 0 ORDER BY ask LIMIT 1000',
  )
  const setHeard = sql.prepare('UPDATE ux_question SET isHeard = 1 WHERE ask = ?')
  const store = (row: UxRow): void => void put.run(...columns.map((name) => row[name]))
  return {
    put: store,
    set(id, change) {
      const row = byId.get(id)
      if (row) store({ ...row, ...change })
    },
    get: (id) => byId.get(id),
    list: ({ team, build, limit }) => list.all(team, team, build, build, limit),
    open: () => open.all(),
    withPictures: () => withPictures.all(),
    addQuestion: ({ ask, ux, title, details }) => void addQuestion.run(ask, ux, title, details),
    unheard: () => unheard.all(),
    setHeard: (ask) => void setHeard.run(ask),
  }
}
