import type { Migrations } from '../../../core/store/index.ts'

export const ircBackendMigrations: Migrations = {
  owner: 'irc-backend',
  steps: [
    // `said` parts are proved; `sent` is the part that was last given to the server, proved or not.
    `CREATE TABLE irc_outbox (
       seq INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, place TEXT NOT NULL, said INTEGER NOT NULL DEFAULT 0,
       sent INTEGER NOT NULL DEFAULT -1, parts TEXT, refusals INTEGER NOT NULL DEFAULT 0, reason TEXT
     ) STRICT;
     CREATE INDEX irc_outbox_place ON irc_outbox (place, seq) WHERE reason IS NULL;
     CREATE TABLE irc_own_nick (nick TEXT PRIMARY KEY, heldAt INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE irc_room (channel TEXT PRIMARY KEY, heardAt INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE irc_topic (channel TEXT PRIMARY KEY, topic TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  ],
}
