import type { Migrations } from '../store/index.ts'

export const leaseMigrations: Migrations = {
  owner: 'leases',
  steps: [
    `CREATE TABLE lease_worker (
       task TEXT PRIMARY KEY, key TEXT NOT NULL, project TEXT NOT NULL, name TEXT NOT NULL, session TEXT, process TEXT,
       registeredAt INTEGER NOT NULL, isCrashed INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX lease_worker_session ON lease_worker (session) WHERE session IS NOT NULL;
     CREATE TABLE lease (
       task TEXT PRIMARY KEY, project TEXT NOT NULL, fence INTEGER NOT NULL UNIQUE, grantedAt INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE lease_file (
       project TEXT NOT NULL, file TEXT NOT NULL, path TEXT NOT NULL, task TEXT NOT NULL,
       PRIMARY KEY (project, file)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX lease_file_task ON lease_file (task);
     CREATE TABLE lease_wait (
       task TEXT PRIMARY KEY, project TEXT NOT NULL, since INTEGER NOT NULL, place INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE lease_counter (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     INSERT INTO lease_counter (name, last) VALUES ('fence', 0), ('place', 0);`,
    'CREATE TABLE lease_gave_way (task TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  ],
}
