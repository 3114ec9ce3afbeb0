import { createHash } from 'node:crypto'
import { IrisError } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** The forward-only steps of one folder's tables, in order; step 1 is `steps[0]`. */
export interface Migrations {
  owner: string
  steps: readonly string[]
}

/** The tables of the log itself. */
export const storeMigrations: Migrations = {
  owner: 'store',
  steps: [
    `CREATE TABLE event (
       seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, v INTEGER NOT NULL,
       session TEXT, turn TEXT, agent TEXT, enc INTEGER NOT NULL, body BLOB NOT NULL
     ) STRICT;
     CREATE INDEX event_by_type ON event (type, seq);
     CREATE INDEX event_by_session ON event (session, seq) WHERE session IS NOT NULL;
     CREATE TABLE follower (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
    `-- From here on bodies may be lines deflated without an end, which an older Iris cannot read.
     SELECT 1;`,
  ],
}

interface Applied {
  owner: string
  number: number
  checksum: string
}

/** Throws when the database is not one that this Iris can bring up to date. It only reads. */
export function refuseStrange(sql: Sql, all: readonly Migrations[]): void {
  const applied = readApplied(sql)
  refuseUnknown(applied, all)
  refuseChanged(applied, all)
}

/** Brings the database up to date; `beforeFirst` runs once if there is content and something to do. */
export function migrate(sql: Sql, all: readonly Migrations[], beforeFirst: () => void): void {
  const applied = readApplied(sql)
  const pending = all.flatMap((migrations) => pendingSteps(migrations, applied))
  if (pending.length === 0) return
  if (applied.length > 0) beforeFirst()
  for (const step of pending) runStep(sql, step)
}

function readApplied(sql: Sql): Applied[] {
  const known = sql.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migration'").get()
  if (known) return sql.prepare<Applied>('SELECT owner, number, checksum FROM migration').all()
  if (sql.prepare('SELECT 1 FROM sqlite_master').get()) {
    throw new IrisError('DATABASE_CORRUPT', 'The file is a database, but not one that Iris made.')
  }
  return []
}

function refuseUnknown(applied: Applied[], all: readonly Migrations[]): void {
  const unknown = applied.find(({ owner, number }) => number > (stepsOf(all, owner)?.length ?? 0))
  if (!unknown) return
  throw new IrisError(
    'DATABASE_TOO_NEW',
    `The database has step ${unknown.owner} ${unknown.number}, which this Iris does not know.`,
  )
}

function refuseChanged(applied: Applied[], all: readonly Migrations[]): void {
  const changed = applied.find(({ owner, number, checksum }) => {
    const step = stepsOf(all, owner)?.[number - 1]
    return step !== undefined && checksumOf(step) !== checksum
  })
  if (!changed) return
  throw new IrisError(
    'DATABASE_CHANGED',
    `Step ${changed.owner} ${changed.number} was edited after it ran on this database.`,
  )
}

function stepsOf(all: readonly Migrations[], owner: string): readonly string[] | undefined {
  return all.find((migrations) => migrations.owner === owner)?.steps
}

interface Step {
  owner: string
  number: number
  script: string
}

function pendingSteps({ owner, steps }: Migrations, applied: Applied[]): Step[] {
  const done = applied.filter((row) => row.owner === owner).length
  return steps.slice(done).map((script, index) => ({ owner, number: done + index + 1, script }))
}

function runStep(sql: Sql, { owner, number, script }: Step): void {
  sql.transaction(() => {
    sql.exec(
      `CREATE TABLE IF NOT EXISTS migration (
         owner TEXT NOT NULL, number INTEGER NOT NULL, checksum TEXT NOT NULL, PRIMARY KEY (owner, number)
       ) STRICT, WITHOUT ROWID`,
    )
    sql.exec(script)
    sql.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(owner, number, checksumOf(script))
  })
}

function checksumOf(script: string): string {
  return createHash('sha256').update(script.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)
}
