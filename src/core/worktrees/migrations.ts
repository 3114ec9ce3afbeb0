import type { Migrations } from '../store/index.ts'

export const worktreeMigrations: Migrations = {
  owner: 'worktrees',
  steps: [
    `CREATE TABLE worktree (
       task TEXT PRIMARY KEY, key TEXT NOT NULL, project TEXT NOT NULL, root TEXT NOT NULL, team TEXT NOT NULL,
       folder TEXT NOT NULL, prefix TEXT NOT NULL, gitDir TEXT, branch TEXT NOT NULL, base TEXT NOT NULL,
       state TEXT NOT NULL, setUp TEXT, warnings TEXT NOT NULL, rescue TEXT, madeAt INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE worktree_intent (
       task TEXT PRIMARY KEY, deed TEXT NOT NULL, plan TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE checkpoint (
       checkpoint TEXT PRIMARY KEY, task TEXT NOT NULL, "commit" TEXT NOT NULL, note TEXT NOT NULL,
       at INTEGER NOT NULL, by TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX checkpoint_of_task ON checkpoint (task);
     CREATE TABLE worktree_attempt (
       task TEXT NOT NULL, number INTEGER NOT NULL, checkpoint TEXT NOT NULL, "commit" TEXT NOT NULL,
       ref TEXT NOT NULL, patch TEXT, at INTEGER NOT NULL,
       PRIMARY KEY (task, number)
     ) STRICT, WITHOUT ROWID;`,
  ],
}
