import type { Migrations } from '../../core/store/index.ts'

/** Organisations, the places in them, who has them, and what was given to whom. */
export const orgMigrations: Migrations = {
  owner: 'org',
  steps: [
    `CREATE TABLE org (
       project TEXT PRIMARY KEY, team TEXT NOT NULL, role TEXT NOT NULL,
       startedAt INTEGER NOT NULL, startedBy TEXT NOT NULL, stoppedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE seat (
       id TEXT PRIMARY KEY, project TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, session TEXT NOT NULL,
       task TEXT, openedAt INTEGER NOT NULL, closedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX seat_open ON seat (session) WHERE closedAt IS NULL;
     CREATE UNIQUE INDEX seat_of_key ON seat (project, key) WHERE closedAt IS NULL;
     CREATE INDEX seat_of_project ON seat (project, openedAt);
     CREATE TABLE shift (
       id TEXT PRIMARY KEY, seat TEXT NOT NULL REFERENCES seat (id), number INTEGER NOT NULL, name TEXT NOT NULL,
       startedAt INTEGER NOT NULL, endedAt INTEGER, how TEXT, page TEXT,
       dueAt INTEGER, dueFor TEXT, handoff TEXT, tries INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX shift_of_seat ON shift (seat, number);
     CREATE UNIQUE INDEX shift_now ON shift (seat) WHERE endedAt IS NULL;
     CREATE UNIQUE INDEX shift_living ON shift (name COLLATE NOCASE) WHERE endedAt IS NULL;
     CREATE INDEX shift_named ON shift (name COLLATE NOCASE, startedAt);
     CREATE TABLE dispatch (
       n INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, project TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL,
       task TEXT, build TEXT, why TEXT, at INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX dispatch_open ON dispatch (project, n) WHERE state IN ('waiting', 'started');
     CREATE INDEX dispatch_of_build ON dispatch (build) WHERE build IS NOT NULL;`,
    `ALTER TABLE seat ADD COLUMN pausedAt INTEGER;
     ALTER TABLE shift ADD COLUMN replacedBy TEXT;`,
    `CREATE TABLE climb (ask TEXT PRIMARY KEY, turn TEXT NOT NULL) STRICT, WITHOUT ROWID;
     CREATE INDEX seat_of_session ON seat (session);
     CREATE INDEX climb_of_turn ON climb (turn);
     CREATE TABLE held (
       project TEXT NOT NULL, seat TEXT NOT NULL, budget TEXT NOT NULL, limitUsd REAL NOT NULL, until INTEGER,
       since INTEGER NOT NULL, PRIMARY KEY (project, seat)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE decision (ask TEXT PRIMARY KEY, project TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE manager_plan (seat TEXT PRIMARY KEY, state TEXT NOT NULL, ask TEXT) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX manager_plan_of_ask ON manager_plan (ask) WHERE ask IS NOT NULL;
     ALTER TABLE dispatch ADD COLUMN reassigned INTEGER NOT NULL DEFAULT 0;`,
    `CREATE TABLE idle_check (
       project TEXT PRIMARY KEY, seen TEXT NOT NULL, state TEXT NOT NULL, ask TEXT, asked INTEGER NOT NULL,
       costUsd REAL NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX idle_check_of_ask ON idle_check (ask) WHERE ask IS NOT NULL;`,
    `ALTER TABLE seat ADD COLUMN lead TEXT;
     CREATE INDEX seat_of_lead ON seat (lead) WHERE lead IS NOT NULL;
     CREATE INDEX seat_of_task ON seat (task) WHERE closedAt IS NULL;
     ALTER TABLE dispatch ADD COLUMN lead TEXT;
     DROP INDEX dispatch_open;
     CREATE INDEX dispatch_unended ON dispatch (project, n) WHERE state IN ('waiting', 'started', 'proved');
     CREATE TABLE part (task TEXT PRIMARY KEY, seat TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
    `ALTER TABLE seat ADD COLUMN restsSince INTEGER;
     ALTER TABLE dispatch ADD COLUMN wants TEXT;
     ALTER TABLE part ADD COLUMN shift TEXT;
     CREATE INDEX part_of_shift ON part (shift) WHERE shift IS NOT NULL;`,
    'ALTER TABLE shift ADD COLUMN forgotAt INTEGER;',
  ],
}
