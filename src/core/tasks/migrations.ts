import type { Migrations } from '../store/index.ts'

export const taskMigrations: Migrations = {
  owner: 'tasks',
  steps: [
    `CREATE TABLE project (
       slug TEXT PRIMARY KEY, root TEXT NOT NULL UNIQUE, lastNumber INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE project_folder (folder TEXT PRIMARY KEY, project TEXT NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE task (
       id TEXT PRIMARY KEY, project TEXT NOT NULL, number INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
       status TEXT NOT NULL, priority INTEGER NOT NULL, phase TEXT, isOptional INTEGER NOT NULL,
       files TEXT NOT NULL, checking TEXT, source TEXT, sourcePath TEXT, sourceId TEXT,
       createdAt INTEGER NOT NULL, changedAt INTEGER NOT NULL,
       UNIQUE (project, number)
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX task_of_source ON task (project, sourcePath, sourceId) WHERE sourcePath IS NOT NULL;
     CREATE TABLE task_edge (
       task TEXT NOT NULL, type TEXT NOT NULL, other TEXT NOT NULL, waivedBy TEXT,
       PRIMARY KEY (task, type, other)
     ) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE task_attempt (
       task TEXT NOT NULL, number INTEGER NOT NULL, by TEXT NOT NULL, startedAt INTEGER NOT NULL, endedAt INTEGER,
       how TEXT, failure TEXT, costUsd REAL, base TEXT, checkResult TEXT,
       PRIMARY KEY (task, number)
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX task_attempt_open ON task_attempt (task) WHERE endedAt IS NULL;`,
    'ALTER TABLE task ADD COLUMN checkBy TEXT',
  ],
}
