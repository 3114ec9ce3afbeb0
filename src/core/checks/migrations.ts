import type { Migrations } from '../store/index.ts'

export const checkMigrations: Migrations = {
  owner: 'checks',
  steps: [
    // `checks`, because SQL has the word `check`.
    `CREATE TABLE checks (
       id TEXT PRIMARY KEY, task TEXT, taskKey TEXT, team TEXT NOT NULL, folder TEXT NOT NULL, repository TEXT,
       level TEXT, base TEXT, change TEXT, at TEXT NOT NULL, outcome TEXT, words TEXT, failure TEXT, manual TEXT,
       budgetMs INTEGER NOT NULL, steps TEXT NOT NULL, leader TEXT, madeBy TEXT NOT NULL, tickedBy TEXT,
       createdAt INTEGER NOT NULL, endedAt INTEGER, isPruned INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX checks_of_task ON checks (task, id) WHERE task IS NOT NULL;
     CREATE INDEX checks_open ON checks (id) WHERE outcome IS NULL;
     CREATE TABLE check_finding (
       checkId TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, path TEXT, line INTEGER, words TEXT NOT NULL,
       mark TEXT NOT NULL, PRIMARY KEY (checkId, number)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE accepted_finding (
       repository TEXT NOT NULL, mark TEXT NOT NULL, acceptedBy TEXT NOT NULL, acceptedAt INTEGER NOT NULL, note TEXT,
       PRIMARY KEY (repository, mark)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
