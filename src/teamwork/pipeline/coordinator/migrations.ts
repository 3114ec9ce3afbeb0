import type { Migrations } from '../../../core/store/index.ts'

export const coordinatorMigrations: Migrations = {
  owner: 'coordinator',
  steps: [
    `CREATE TABLE concern (
       subject TEXT PRIMARY KEY, kind TEXT NOT NULL, about TEXT NOT NULL, team TEXT, build TEXT, session TEXT,
       action TEXT NOT NULL, why TEXT NOT NULL, ruling TEXT, times INTEGER NOT NULL, openedAt INTEGER NOT NULL,
       decidedAt INTEGER NOT NULL, againMs INTEGER, ask TEXT, askedAt INTEGER, answer TEXT NOT NULL, interrupts INTEGER NOT NULL,
       restarts INTEGER NOT NULL, escalations INTEGER NOT NULL, preempted INTEGER NOT NULL, doneAt INTEGER, turn TEXT,
       wants TEXT, by TEXT, isDue INTEGER NOT NULL, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX concern_open ON concern (openedAt) WHERE endedAt IS NULL;
     CREATE INDEX concern_ask ON concern (ask) WHERE ask IS NOT NULL;`,
  ],
}
