import type { Migrations } from '../store/index.ts'

export const lessonMigrations: Migrations = {
  owner: 'lessons',
  steps: [
    `CREATE TABLE lesson (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, project TEXT NOT NULL, isShared INTEGER NOT NULL, text TEXT NOT NULL,
       glob TEXT, action TEXT, topic TEXT, evidence TEXT NOT NULL,
       confidence REAL NOT NULL, occurrences INTEGER NOT NULL, prevented INTEGER NOT NULL, failedAgain INTEGER NOT NULL,
       touchedAt INTEGER NOT NULL, author TEXT NOT NULL, authorKind TEXT NOT NULL,
       confirmedAt INTEGER, confirmedBy TEXT, confirmedAs TEXT,
       endedAt INTEGER, endedBy TEXT, endedFor TEXT, supersededBy TEXT,
       createdAt INTEGER NOT NULL, changedAt INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX lesson_superseded ON lesson (supersededBy) WHERE supersededBy IS NOT NULL;
     CREATE TABLE lesson_sighting (
       lesson TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (lesson, source)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE lesson_promotion (
       lesson TEXT NOT NULL, folder TEXT NOT NULL, team TEXT NOT NULL, state TEXT NOT NULL, ask TEXT NOT NULL,
       base TEXT NOT NULL, line TEXT NOT NULL, askedBy TEXT NOT NULL, PRIMARY KEY (lesson, folder)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX lesson_promotion_of_ask ON lesson_promotion (ask);`,
    `ALTER TABLE lesson ADD COLUMN failure TEXT;`,
  ],
}
