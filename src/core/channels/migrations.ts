import type { Migrations } from '../store/index.ts'

export const channelMigrations: Migrations = {
  owner: 'channels',
  steps: [
    // The words stay in their own table; only their index is kept beside it.
    `CREATE TABLE channel (
       n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,
       kind TEXT NOT NULL, topic TEXT NOT NULL, topicBy TEXT, topicAt INTEGER, project TEXT, task TEXT,
       one TEXT, other TEXT, createdAt INTEGER NOT NULL, createdBy TEXT NOT NULL, archivedAt INTEGER,
       lastSeq INTEGER NOT NULL, lastAt INTEGER
     ) STRICT;
     CREATE INDEX channel_of_task ON channel (task) WHERE task IS NOT NULL;
     CREATE TABLE message (
       seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, channel INTEGER NOT NULL,
       author TEXT NOT NULL, kind TEXT NOT NULL, via TEXT, form TEXT NOT NULL, body TEXT NOT NULL,
       replyTo TEXT, thread TEXT, mentions TEXT NOT NULL, at INTEGER NOT NULL, origin TEXT NOT NULL, turn TEXT
     ) STRICT;
     CREATE INDEX message_of_channel ON message (channel, seq);
     CREATE INDEX message_at ON message (channel, at);
     CREATE INDEX message_of_thread ON message (thread) WHERE thread IS NOT NULL;
     CREATE TABLE message_mention (
       member TEXT NOT NULL, channel INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (member, channel, seq)
     ) STRICT, WITHOUT ROWID;
     CREATE VIRTUAL TABLE message_words USING fts5(body, content = 'message', content_rowid = 'seq');
     CREATE TABLE channel_member (
       channel INTEGER NOT NULL, folded TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
       joinedAt INTEGER NOT NULL, PRIMARY KEY (channel, folded)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX channel_of_member ON channel_member (folded);
     CREATE TABLE channel_read (
       channel INTEGER NOT NULL, folded TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
       PRIMARY KEY (channel, folded)
     ) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE channel_shown (
       folded TEXT NOT NULL, client TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
       PRIMARY KEY (folded, client)
     ) STRICT, WITHOUT ROWID;`,
    // Unread are those of others: they are counted without reading what was said.
    `CREATE INDEX message_by ON message (channel, seq, author);
     DROP INDEX message_of_channel;`,
  ],
}
