import type { Migrations } from '../../store/index.ts'

/** The tables of sessions, turns, agents and teammates, step by step. */
export const sessionMigrations: Migrations = {
  owner: 'sessions',
  steps: [
    `CREATE TABLE session (
       id TEXT PRIMARY KEY, caller TEXT NOT NULL, team TEXT NOT NULL, conversation TEXT NOT NULL,
       begun INTEGER NOT NULL DEFAULT 0, total TEXT,
       createdAt INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL, deletedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX session_of_pair ON session (caller, team) WHERE deletedAt IS NULL;
     CREATE INDEX session_of_team ON session (team, lastUsedAt) WHERE deletedAt IS NULL;
     CREATE TABLE turn (
       n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL REFERENCES session (id),
       message TEXT NOT NULL, uuid TEXT NOT NULL, author TEXT NOT NULL, fromSession TEXT,
       acceptedAt INTEGER NOT NULL, acceptedSeq INTEGER NOT NULL, agent TEXT, deliveredAt INTEGER, begunAt INTEGER,
       endedAt INTEGER, how TEXT, answer TEXT, advice TEXT, cost REAL, rehearsed INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX turn_of_session ON turn (session, n);
     CREATE INDEX turn_open ON turn (session, n) WHERE endedAt IS NULL;
     CREATE INDEX turn_told ON turn (fromSession) WHERE endedAt IS NULL;
     CREATE TABLE agent (
       id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id), team TEXT NOT NULL,
       offset INTEGER NOT NULL DEFAULT 0, conversation TEXT NOT NULL, resumed INTEGER NOT NULL, pid INTEGER,
       total TEXT, startedAt INTEGER NOT NULL, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX agent_of_session ON agent (session) WHERE endedAt IS NULL;`,
    `ALTER TABLE turn ADD COLUMN wokenBy TEXT;
     CREATE INDEX turn_of_teller ON turn (fromSession, n) WHERE fromSession IS NOT NULL;
     CREATE TABLE teammate (
       id TEXT NOT NULL, session TEXT NOT NULL REFERENCES session (id), agent TEXT NOT NULL, toolUse TEXT,
       name TEXT, role TEXT, description TEXT NOT NULL, activity TEXT NOT NULL, isBackground INTEGER NOT NULL DEFAULT 0,
       tasks INTEGER NOT NULL DEFAULT 1, startedAt INTEGER NOT NULL, taskStartedAt INTEGER NOT NULL, endedAt INTEGER,
       how TEXT, summary TEXT, tokens INTEGER, fault TEXT, isLost INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (session, id)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX teammate_living ON teammate (session) WHERE endedAt IS NULL;`,
    'CREATE INDEX turn_of_lead ON turn (session, fromSession) WHERE fromSession IS NOT NULL;',
    'ALTER TABLE agent ADD COLUMN cutOff TEXT;',
    'ALTER TABLE agent ADD COLUMN bypasses INTEGER NOT NULL DEFAULT 0;',
    `ALTER TABLE turn ADD COLUMN retryOf TEXT;
     ALTER TABLE turn ADD COLUMN place INTEGER;
     ALTER TABLE turn ADD COLUMN dueAt INTEGER;
     ALTER TABLE turn ADD COLUMN releasedAt INTEGER;
     ALTER TABLE turn ADD COLUMN knownIn TEXT;
     CREATE UNIQUE INDEX turn_retry ON turn (retryOf) WHERE retryOf IS NOT NULL;
     CREATE INDEX turn_retry_open ON turn (session, place) WHERE retryOf IS NOT NULL AND endedAt IS NULL;`,
    `ALTER TABLE teammate ADD COLUMN voice TEXT;
     ALTER TABLE teammate ADD COLUMN report TEXT;`,
    'ALTER TABLE agent ADD COLUMN settings TEXT;',
    'ALTER TABLE turn ADD COLUMN earlier TEXT;',
    'ALTER TABLE session ADD COLUMN gaveUp INTEGER NOT NULL DEFAULT 0;',
  ],
}
