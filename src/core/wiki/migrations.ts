import type { Migrations } from '../store/index.ts'

/** All of it but the intents can be read out of the repositories again. */
export const wikiMigrations: Migrations = {
  owner: 'wiki',
  steps: [
    `CREATE TABLE wiki (
       project TEXT PRIMARY KEY, folder TEXT NOT NULL, head TEXT, isLost INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE TABLE wiki_page (
       id INTEGER PRIMARY KEY, project TEXT NOT NULL, page TEXT NOT NULL, key TEXT NOT NULL,
       blob TEXT NOT NULL, revision TEXT NOT NULL, author TEXT NOT NULL, authorKind TEXT NOT NULL, task TEXT,
       changedAt INTEGER NOT NULL, text TEXT NOT NULL, size INTEGER NOT NULL, mark TEXT NOT NULL,
       UNIQUE (project, page)
     ) STRICT;
     CREATE INDEX wiki_page_by_key ON wiki_page (project, key);
     CREATE TABLE wiki_file (
       project TEXT NOT NULL, path TEXT NOT NULL, blob TEXT NOT NULL, mark TEXT NOT NULL,
       PRIMARY KEY (project, path)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE wiki_link (
       project TEXT NOT NULL, page TEXT NOT NULL, target TEXT NOT NULL, name TEXT NOT NULL,
       PRIMARY KEY (project, page, target)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX wiki_link_by_target ON wiki_link (project, target);
     CREATE TABLE wiki_intent (project TEXT PRIMARY KEY, head TEXT, paths TEXT NOT NULL) STRICT;
     CREATE VIRTUAL TABLE wiki_words USING fts5(page, text, content = 'wiki_page', content_rowid = 'id');`,
    // The pages of a wiki get numbers that follow each other, so that a search looks at no other wiki.
    `CREATE TABLE wiki_number (n INTEGER PRIMARY KEY, project TEXT NOT NULL UNIQUE) STRICT;
     INSERT INTO wiki_number (project) SELECT DISTINCT project FROM wiki_page;
     UPDATE wiki_page SET id = id +
       (SELECT n FROM wiki_number WHERE wiki_number.project = wiki_page.project) * 4294967296;
     INSERT INTO wiki_words (wiki_words) VALUES ('rebuild');`,
    `CREATE TABLE wiki_choice (
       project TEXT PRIMARY KEY, ask TEXT NOT NULL, about TEXT NOT NULL, chosen TEXT
     ) STRICT;`,
  ],
}
