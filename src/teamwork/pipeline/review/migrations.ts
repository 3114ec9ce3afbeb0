import type { Migrations } from '../../../core/store/index.ts'

export const reviewMigrations: Migrations = {
  owner: 'reviews',
  steps: [
    // A row is there from the end of its build; what has no `madeAt` is still to be made.
    `CREATE TABLE review (
       build TEXT PRIMARY KEY, key TEXT NOT NULL, endedAt INTEGER NOT NULL, madeAt INTEGER,
       project TEXT, team TEXT, outcome TEXT, startedAt INTEGER, costUsd REAL, tokens INTEGER,
       unknown TEXT, ruling TEXT, differs TEXT
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX review_due ON review (build) WHERE madeAt IS NULL;
     CREATE INDEX review_of_project ON review (project, endedAt) WHERE madeAt IS NOT NULL;
     CREATE TABLE review_task (
       build TEXT NOT NULL REFERENCES review (build), task TEXT NOT NULL, position INTEGER NOT NULL,
       project TEXT NOT NULL, endedAt INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL,
       isFirstPass INTEGER NOT NULL, hasLesson INTEGER NOT NULL, attempts INTEGER NOT NULL, checks INTEGER NOT NULL,
       durationMs INTEGER, costUsd REAL NOT NULL, tokens INTEGER NOT NULL,
       planned TEXT NOT NULL, changed TEXT NOT NULL, more INTEGER NOT NULL, failures TEXT NOT NULL,
       PRIMARY KEY (build, task)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX review_task_of_project ON review_task (project, endedAt);
     CREATE TABLE review_mark (
       build TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (build, mark)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX review_by_mark ON review_mark (mark);
     CREATE TABLE review_verdict (
       build TEXT NOT NULL, subject TEXT NOT NULL, verdict TEXT NOT NULL, evidence TEXT NOT NULL, by TEXT NOT NULL,
       at INTEGER NOT NULL, PRIMARY KEY (build, subject)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
