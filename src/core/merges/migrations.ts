import type { Migrations } from '../store/index.ts'

export const mergeMigrations: Migrations = {
  owner: 'merges',
  steps: [
    `CREATE TABLE merge (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, ofMerge TEXT, task TEXT NOT NULL, key TEXT NOT NULL,
       project TEXT NOT NULL, how TEXT NOT NULL, branch TEXT NOT NULL, branchCommit TEXT NOT NULL,
       target TEXT NOT NULL, old TEXT NOT NULL, new TEXT NOT NULL, checkout TEXT, filters TEXT NOT NULL,
       state TEXT NOT NULL, problem TEXT, startedBy TEXT NOT NULL, at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX merge_of_task ON merge (task, id);
     CREATE INDEX merge_open ON merge (state) WHERE state IN ('begun', 'stuck');
     CREATE TABLE push (
       task TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL, branch TEXT NOT NULL, remote TEXT,
       pushedCommit TEXT, pullRequest TEXT, problem TEXT, startedBy TEXT NOT NULL, at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;`,
  ],
}
