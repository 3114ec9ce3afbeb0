import type {
  Evidence,
  EvidenceCheck,
  RunId,
  RunLimits,
  RunState,
  SessionId,
  TeammateRole,
  TurnId,
} from '../../contract/index.ts'
import type { Migrations } from '../../core/store/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** How the folder of each team looked: the same word again means that nothing changed; null when that cannot be told. */
export type Marks = Readonly<Record<string, string | null>>

export const runMigrations: Migrations = {
  owner: 'runs',
  steps: [
    `CREATE TABLE run (
       id TEXT PRIMARY KEY, team TEXT NOT NULL, session TEXT NOT NULL UNIQUE, goal TEXT NOT NULL,
       roles TEXT NOT NULL, limits TEXT NOT NULL, evidence TEXT NOT NULL, told TEXT NOT NULL,
       startedAt INTEGER NOT NULL, countedFrom INTEGER NOT NULL, summary TEXT, checks TEXT,
       verdict TEXT, reason TEXT, endedAt INTEGER,
       revivals INTEGER NOT NULL DEFAULT 0, nudgedAt INTEGER, warned TEXT NOT NULL DEFAULT '[]'
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX run_open ON run (id) WHERE endedAt IS NULL;
     CREATE INDEX run_of_team ON run (team, id);`,
    `ALTER TABLE run ADD COLUMN owed TEXT NOT NULL DEFAULT '[]';`,
    'ALTER TABLE run ADD COLUMN marks TEXT;',
    'ALTER TABLE run ADD COLUMN endedBy TEXT;',
  ],
}

interface StoredRun {
  id: RunId
  team: string
  session: SessionId
  goal: string
  roles: string
  limits: string
  evidence: string
  told: RunState
  startedAt: number
  countedFrom: number
  summary: string | null
  checks: string | null
  verdict: RunState | null
  reason: string | null
  endedBy: string | null
  endedAt: number | null
  revivals: number
  nudgedAt: number | null
  warned: string
  owed: string
  marks: string | null
}

/** A run as it stands in its table; what it is doing follows from its session. */
export interface RunRow extends Omit<
  StoredRun,
  'roles' | 'limits' | 'evidence' | 'checks' | 'warned' | 'owed' | 'marks'
> {
  /** The roles of its roster as they were when it started. */
  roles: readonly TeammateRole[]
  limits: RunLimits
  evidence: Evidence
  /** The state that was last told in the log. */
  told: RunState
  /** When the time it may take began: its start, or when it was last resumed. */
  countedFrom: number
  /** What each piece of the evidence said; the column is called `checks`. */
  proofs: readonly EvidenceCheck[] | null
  /** How it is to end, from when that is decided; it has ended once `endedAt` is set. */
  verdict: RunState | null
  /** The person who ended it, when one did. */
  endedBy: string | null
  /** How often its leader was told to go on since it last answered. */
  revivals: number
  /** How many pieces of work there had been when its leader was last asked to go on or to complete. */
  nudgedAt: number | null
  /** Warnings that were given. */
  warned: readonly string[]
  /** Turns of other teams that ended, and whose report did not fit into the queue of the leader yet. */
  owed: readonly TurnId[]
  /** How the folders of teams looked when it started; null for a run of an older Iris. */
  marks: Marks | null
}

/** A run that is about to be stored. */
type NewRun = Pick<RunRow, 'id' | 'team' | 'session' | 'goal' | 'roles' | 'limits' | 'evidence' | 'marks'>

/** The stored runs. */
export interface RunRows {
  insert(run: NewRun, now: number): void
  get(id: RunId): RunRow | undefined
  ofSession(session: SessionId): RunRow | undefined
  open(): RunRow[]
  /** The newest first. */
  list(filter: { team?: string; isOpen: boolean; limit: number }): RunRow[]
  set(id: RunId, change: Partial<RunRow>): void
}

export function createRunRows(sql: Sql): RunRows {
  const insert = sql.prepare(
    `INSERT INTO run (id, team, session, goal, roles, limits, evidence, marks, told, startedAt, countedFrom)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'starting', ?, ?)`,
  )
  const byId = sql.prepare<StoredRun>('SELECT * FROM run WHERE id = ?')
  const bySession = sql.prepare<StoredRun>('SELECT * FROM run WHERE session = ?')
  const open = sql.prepare<StoredRun>('SELECT * FROM run WHERE endedAt IS NULL ORDER BY id')
  const newest = sql.prepare<StoredRun>(
    'SELECT * FROM run WHERE (? IS NULL OR team = ?) AND (? = 0 OR endedAt IS NULL) ORDER BY id DESC LIMIT ?',
  )
  const update = sql.prepare(
    `UPDATE run SET limits = ?, told = ?, countedFrom = ?, summary = ?, checks = ?, verdict = ?, reason = ?, endedBy = ?, endedAt = ?,
       revivals = ?, nudgedAt = ?, warned = ?, owed = ? WHERE id = ?`,
  )
  return {
    insert({ id, team, session, goal, roles, limits, evidence, marks }, now) {
      const stored = [roles, limits, evidence, marks].map((value) => JSON.stringify(value))
      insert.run(id, team, session, goal, ...stored, now, now)
    },
    get: (id) => parsed(byId.get(id)),
    ofSession: (session) => parsed(bySession.get(session)),
    open: () => open.all().map(toRow),
    list: ({ team = null, isOpen, limit }) => newest.all(team, team, isOpen ? 1 : 0, limit).map(toRow),
    set(id, change) {
      const stored = byId.get(id)
      if (!stored) return
      const row = { ...toRow(stored), ...change }
      const { told, countedFrom, summary, verdict, reason, endedBy, endedAt, revivals, nudgedAt } = row
      const proofs = row.proofs && JSON.stringify(row.proofs)
      const ending = [summary, proofs, verdict, reason, endedBy, endedAt]
      const lists = [row.warned, row.owed].map((list) => JSON.stringify(list))
      update.run(JSON.stringify(row.limits), told, countedFrom, ...ending, revivals, nudgedAt, ...lists, id)
    },
  }
}

function parsed(stored: StoredRun | undefined): RunRow | undefined {
  return stored && toRow(stored)
}

function toRow(stored: StoredRun): RunRow {
  const { roles, limits, evidence, checks, warned, owed, marks, ...rest } = stored
  // Only `insert` and `set` write these columns.
  // oxlint-disable typescript/no-unsafe-type-assertion
  return {
    ...rest,
    roles: JSON.parse(roles) as TeammateRole[],
    limits: JSON.parse(limits) as RunLimits,
    evidence: JSON.parse(evidence) as Evidence,
    proofs: checks === null ? null : (JSON.parse(checks) as EvidenceCheck[]),
    warned: JSON.parse(warned) as string[],
    owed: JSON.parse(owed) as TurnId[],
    marks: marks === null ? null : (JSON.parse(marks) as Marks),
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
}
