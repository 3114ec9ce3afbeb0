import type { Migrations } from '../store/index.ts'

/** The tables of the inbox. */
export const askMigrations: Migrations = {
  owner: 'inbox',
  steps: [
    `CREATE TABLE ask (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, session TEXT NOT NULL, turn TEXT, agent TEXT NOT NULL,
       request TEXT NOT NULL, team TEXT NOT NULL, caller TEXT NOT NULL, tool TEXT NOT NULL, input TEXT NOT NULL,
       text TEXT NOT NULL, forwardedTo TEXT, askedAt INTEGER NOT NULL,
       answeredAt INTEGER, answeredBy TEXT, allow INTEGER, message TEXT, withdrawnAt INTEGER, carriedAt INTEGER
     ) STRICT;
     CREATE INDEX ask_open ON ask (session) WHERE answeredAt IS NULL AND withdrawnAt IS NULL;
     CREATE UNIQUE INDEX ask_of_request ON ask (agent, request);`,
    `ALTER TABLE ask RENAME TO ask_before;
     DROP INDEX ask_open;
     DROP INDEX ask_of_request;
     CREATE TABLE ask (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, type TEXT NOT NULL, source TEXT NOT NULL, urgency TEXT NOT NULL,
       session TEXT, turn TEXT, agent TEXT, teammate TEXT, request TEXT, team TEXT NOT NULL, caller TEXT NOT NULL,
       tool TEXT NOT NULL, input TEXT NOT NULL, text TEXT NOT NULL, detail TEXT NOT NULL,
       key TEXT, phase TEXT NOT NULL, batch TEXT, lead TEXT, forwardedTo TEXT, seq INTEGER NOT NULL,
       askedAt INTEGER NOT NULL, expiresAt INTEGER, remindedAt INTEGER, reminders INTEGER NOT NULL DEFAULT 0,
       answeredAt INTEGER, answeredBy TEXT, answeredAs TEXT, allow INTEGER, chosen TEXT, message TEXT, rule TEXT,
       dismissedAt INTEGER, dismissedFor TEXT, withdrawnAt INTEGER, carriedAt INTEGER,
       falseAlarm INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     INSERT INTO ask (id, kind, type, source, urgency, session, turn, agent, request, team, caller, tool, input, text,
       detail, phase, lead, forwardedTo, seq, askedAt, answeredAt, answeredBy, answeredAs, allow, message, withdrawnAt, carriedAt)
     SELECT id, kind, 'blocking', iif(kind = 'question', 'ask_user_question', kind), 'high', session, turn, agent,
       request, team, caller, tool, input, text, '{}', '', forwardedTo, forwardedTo, 0, askedAt, answeredAt, answeredBy,
       CASE WHEN answeredBy IS NULL THEN NULL WHEN answeredBy IN ('user', 'policy') THEN answeredBy ELSE 'lead' END,
       allow, message, withdrawnAt, carriedAt FROM ask_before;
     DROP TABLE ask_before;
     CREATE INDEX ask_open ON ask (session) WHERE answeredAt IS NULL AND dismissedAt IS NULL AND withdrawnAt IS NULL;
     CREATE UNIQUE INDEX ask_of_request ON ask (agent, request) WHERE request IS NOT NULL;
     CREATE INDEX ask_of_key ON ask (key, answeredAt) WHERE key IS NOT NULL;
     CREATE INDEX ask_of_turn ON ask (turn) WHERE turn IS NOT NULL;
     CREATE INDEX ask_uncarried ON ask (id) WHERE carriedAt IS NULL AND coalesce(answeredAt, dismissedAt) IS NOT NULL;
     CREATE INDEX ask_queue ON ask (id) WHERE answeredAt IS NULL AND dismissedAt IS NULL AND withdrawnAt IS NULL;
     CREATE INDEX ask_asked ON ask (id) WHERE answeredAs IS NOT 'policy';
     CREATE INDEX ask_raised ON ask (session, askedAt) WHERE source IN ('json', 'ask_human');
     CREATE INDEX ask_of_rule ON ask (rule) WHERE rule IS NOT NULL;
     CREATE TABLE ask_late (
       ask TEXT NOT NULL, at INTEGER NOT NULL, answeredBy TEXT NOT NULL, answeredAs TEXT NOT NULL,
       allow INTEGER, chosen TEXT NOT NULL, message TEXT
     ) STRICT;
     CREATE INDEX ask_late_of ON ask_late (ask);
     CREATE TABLE ask_rule (
       id TEXT PRIMARY KEY, team TEXT NOT NULL, allows TEXT NOT NULL, addedBy TEXT NOT NULL, ask TEXT NOT NULL,
       createdAt INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX ask_rule_of_team ON ask_rule (team, allows);
     CREATE TABLE ask_forgotten (key TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE ask_judgment (team TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`,
    `CREATE INDEX ask_blocking ON ask (session, askedAt) WHERE type = 'blocking' AND answeredAs IS NOT 'policy';`,
    'ALTER TABLE ask ADD COLUMN withdrawnFor TEXT;',
    'ALTER TABLE ask ADD COLUMN escalatedAt INTEGER;',
  ],
}
