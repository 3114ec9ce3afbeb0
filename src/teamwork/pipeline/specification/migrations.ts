import type { Migrations } from '../../../core/store/index.ts'

export const specMigrations: Migrations = {
  owner: 'specs',
  steps: [
    `CREATE TABLE spec (
       id TEXT PRIMARY KEY, project TEXT NOT NULL, number INTEGER NOT NULL, team TEXT NOT NULL, goal TEXT NOT NULL, idea TEXT,
       scope TEXT NOT NULL, lane TEXT NOT NULL, folder TEXT NOT NULL, source TEXT NOT NULL, command TEXT, madeBy TEXT NOT NULL,
       createdAt INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, notes TEXT NOT NULL DEFAULT '[]',
       asked TEXT NOT NULL DEFAULT '[]', ask TEXT, stage TEXT, tries INTEGER NOT NULL DEFAULT 0, problem TEXT,
       approvedAt INTEGER, approvedBy TEXT, wantsBuild INTEGER NOT NULL DEFAULT 0, build TEXT, droppedAt INTEGER,
       written TEXT NOT NULL DEFAULT '{}',
       UNIQUE (project, number)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE spec_revision (
       spec TEXT NOT NULL, number INTEGER NOT NULL, content TEXT NOT NULL, gotchas TEXT NOT NULL, report TEXT NOT NULL,
       notes TEXT NOT NULL, madeBy TEXT NOT NULL, at INTEGER NOT NULL,
       PRIMARY KEY (spec, number)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE spec_migration (
       project TEXT NOT NULL, folder TEXT NOT NULL, number INTEGER NOT NULL, spec TEXT NOT NULL, path TEXT NOT NULL,
       PRIMARY KEY (project, folder, number),
       UNIQUE (spec, path)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
