import type { Migrations } from '../../core/store/index.ts'

export const workMigrations: Migrations = {
  owner: 'work',
  steps: [
    `CREATE TABLE build (
       id TEXT PRIMARY KEY, project TEXT NOT NULL, number INTEGER NOT NULL, team TEXT NOT NULL,
       base TEXT, branch TEXT, role TEXT NOT NULL, parallel INTEGER NOT NULL, limits TEXT NOT NULL, primed TEXT, waves TEXT NOT NULL,
       estimateUsd REAL, finalCheck TEXT, madeBy TEXT NOT NULL,
       startedAt INTEGER NOT NULL, confirmedAt INTEGER, pausedAt INTEGER, pausedFor TEXT, restedMs INTEGER NOT NULL DEFAULT 0,
       ground TEXT, ask TEXT, stopping TEXT, endedAt INTEGER, outcome TEXT, why TEXT,
       UNIQUE (project, number)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX build_open ON build (id) WHERE endedAt IS NULL;
     CREATE TABLE build_task (
       build TEXT NOT NULL REFERENCES build (id), task TEXT NOT NULL, position INTEGER NOT NULL,
       session TEXT, folder TEXT, fence INTEGER, attempt INTEGER, checkpoint TEXT, turn TEXT, starts INTEGER NOT NULL DEFAULT 0,
       checking TEXT, committed TEXT, error TEXT, guidance TEXT, tries INTEGER NOT NULL DEFAULT 0,
       transient INTEGER NOT NULL DEFAULT 0, installed TEXT NOT NULL DEFAULT '[]', lastFailure TEXT,
       laterFrom INTEGER, laterMs INTEGER, ask TEXT, asked TEXT, lessons TEXT NOT NULL DEFAULT '[]',
       triedAt INTEGER, startedAt INTEGER, endedAt INTEGER, outcome TEXT, why TEXT,
       PRIMARY KEY (build, task)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX build_task_session ON build_task (session) WHERE session IS NOT NULL;
     CREATE UNIQUE INDEX build_task_open ON build_task (task) WHERE endedAt IS NULL;`,
    `ALTER TABLE build ADD COLUMN waitingSince INTEGER;
     ALTER TABLE build ADD COLUMN asked TEXT NOT NULL DEFAULT '[]';
     ALTER TABLE build ADD COLUMN command TEXT;
     ALTER TABLE build_task ADD COLUMN installing TEXT;
     ALTER TABLE build_task ADD COLUMN package TEXT;
     ALTER TABLE build_task ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE build_task ADD COLUMN lastClass TEXT;`,
    `ALTER TABLE build ADD COLUMN tried TEXT NOT NULL DEFAULT '[]';
     ALTER TABLE build_task ADD COLUMN looked TEXT;
     CREATE INDEX build_task_of ON build_task (task);
     -- From now on it is kept until the worktree is given back.
     UPDATE build_task SET fence = NULL WHERE endedAt IS NOT NULL AND folder IS NULL;
     -- It is written otherwise now; what is not there is taken anew.
     UPDATE build SET ground = NULL;`,
    `ALTER TABLE build ADD COLUMN partOf TEXT;
     ALTER TABLE build_task ADD COLUMN incoming TEXT;`,
    `ALTER TABLE build ADD COLUMN session TEXT;`,
    `ALTER TABLE build_task ADD COLUMN stayed TEXT;
     ALTER TABLE build_task ADD COLUMN caughtUp INTEGER;
     ALTER TABLE build_task ADD COLUMN taking TEXT;
     ALTER TABLE build_task ADD COLUMN news TEXT;
     ALTER TABLE build_task ADD COLUMN base TEXT;
     -- What is at work has the files it began with.
     UPDATE build_task SET caughtUp = fence;`,
  ],
}
