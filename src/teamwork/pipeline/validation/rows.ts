import type { AskId, CheckLevel, Validation, ValidationId } from '../../../contract/index.ts'
import type { Migrations } from '../../../core/store/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

export const validationMigrations: Migrations = {
  owner: 'validations',
  steps: [
    `CREATE TABLE validation (
       validation TEXT PRIMARY KEY, subject TEXT NOT NULL, build TEXT, task TEXT, team TEXT NOT NULL,
       level TEXT, suggested TEXT, why TEXT, ask TEXT, checkId TEXT, outcome TEXT, words TEXT,
       result TEXT NOT NULL, asked TEXT NOT NULL, wantsAsk INTEGER NOT NULL, madeBy TEXT NOT NULL,
       createdAt INTEGER NOT NULL, startedAt INTEGER, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX validation_open ON validation (validation) WHERE endedAt IS NULL;
     CREATE INDEX validation_of_subject ON validation (subject, validation);
     CREATE TABLE validation_question (
       ask TEXT PRIMARY KEY, validation TEXT NOT NULL REFERENCES validation (validation), event TEXT NOT NULL,
       issues TEXT NOT NULL, isHeard INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX validation_question_unheard ON validation_question (ask) WHERE isHeard = 0;`,
  ],
}

/** What the commands said. */
export type ValidationResult = Pick<
  Validation,
  'tests' | 'coverage' | 'lint' | 'security' | 'issues' | 'notes'
>

/** A validation as it is stored. */
export interface ValidationRow {
  validation: ValidationId
  /** What people know by name: the key of a build or a task, or the team. */
  subject: string
  build: Validation['build']
  task: Validation['task']
  team: string
  level: CheckLevel | null
  suggested: CheckLevel | null
  why: string | null
  ask: AskId | null
  checkId: Validation['check']
  outcome: 'passed' | 'held' | 'failed' | 'cancelled' | 'interrupted' | null
  words: string | null
  result: ValidationResult
  /** Keys of the questions that were asked. */
  asked: readonly string[]
  /** Whether a person is asked for the level. */
  wantsAsk: boolean
  madeBy: string
  createdAt: number
  startedAt: number | null
  endedAt: number | null
}

/** A question that was asked about a validation. */
export interface StoredQuestion {
  ask: AskId
  validation: ValidationId
  event: string
  /** The issues it is about. */
  issues: number[]
}

/** The stored validations. */
export interface ValidationRows {
  insert(row: ValidationRow): void
  set(id: ValidationId, change: Partial<Omit<ValidationRow, 'validation'>>): void
  get(id: ValidationId): ValidationRow | undefined
  list(filter: { team: string | null; build: string | null; limit: number }): ValidationRow[]
  open(): ValidationRow[]
  openOf(subject: string): ValidationRow | undefined
  addQuestion(question: StoredQuestion): void
  unheard(): StoredQuestion[]
  setHeard(ask: AskId): void
}

type Stored = Omit<ValidationRow, 'result' | 'asked' | 'wantsAsk'> & {
  result: string
  asked: string
  wantsAsk: number
}

const columns = [
  'validation',
  'subject',
  'build',
  'task',
  'team',
  'level',
  'suggested',
  'why',
  'ask',
  'checkId',
  'outcome',
  'words',
  'result',
  'asked',
  'wantsAsk',
  'madeBy',
  'createdAt',
  'startedAt',
  'endedAt',
] as const

export function createValidationRows(sql: Sql): ValidationRows {
  const names = columns.join(', ')
  const put = sql.prepare(
    `INSERT INTO validation (${names}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const byId = sql.prepare<Stored>(`SELECT ${names} FROM validation WHERE validation = ?`)
  const list = sql.prepare<Stored>(
    `SELECT ${names} FROM validation WHERE (? IS NULL OR team = ?) AND (? IS NULL OR build = ?)
     ORDER BY validation DESC LIMIT ?`,
  )
  const open = sql.prepare<Stored>(
    `SELECT ${names} FROM validation WHERE endedAt IS NULL ORDER BY validation LIMIT 1000`,
  )
  const openOf = sql.prepare<Stored>(
    `SELECT ${names} FROM validation WHERE subject = ? AND endedAt IS NULL LIMIT 1`,
  )
  const addQuestion = sql.prepare(
    'INSERT INTO validation_question (ask, validation, event, issues) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const unheard = sql.prepare<Omit<StoredQuestion, 'issues'> & { issues: string }>(
    'SELECT ask, validation, event, issues FROM validation_question WHERE isHeard = 0 ORDER BY ask LIMIT 1000',
  )
  const setHeard = sql.prepare('UPDATE validation_question SET isHeard = 1 WHERE ask = ?')
  const get = (id: ValidationId): ValidationRow | undefined => [byId.get(id)].flatMap(parsed)[0]
  return {
    insert: (row) => void put.run(...valuesOf(row)),
    set(id, change) {
      const row = get(id)
      if (row) put.run(...valuesOf({ ...row, ...change }))
    },
    get,
    list: ({ team, build, limit }) => list.all(team, team, build, build, limit).flatMap(parsed),
    open: () => open.all().flatMap(parsed),
    openOf: (subject) => [openOf.get(subject)].flatMap(parsed)[0],
    addQuestion: ({ ask, validation, event, issues }) =>
      void addQuestion.run(ask, validation, event, JSON.stringify(issues)),
    unheard: () => unheard.all().map((row) => ({ ...row, issues: JSON.parse(row.issues) })),
    setHeard: (ask) => void setHeard.run(ask),
  }
}

function valuesOf(row: ValidationRow): (string | number | null)[] {
  const { result, asked, wantsAsk, ...plain } = row
  const stored: Stored = {
    ...plain,
    result: JSON.stringify(result),
    asked: JSON.stringify(asked),
    wantsAsk: Number(wantsAsk),
  }
  return columns.map((name) => stored[name])
}

function parsed(stored: Stored | undefined): ValidationRow[] {
  if (!stored) return []
  const { result, asked, wantsAsk, ...plain } = stored
  return [{ ...plain, result: JSON.parse(result), asked: JSON.parse(asked), wantsAsk: wantsAsk === 1 }]
}
