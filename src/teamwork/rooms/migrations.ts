import type { Migrations } from '../../core/store/index.ts'

export const roomMigrations: Migrations = {
  owner: 'rooms',
  steps: [
    `CREATE TABLE room_wake (
       turn TEXT PRIMARY KEY, message TEXT NOT NULL, channel TEXT NOT NULL, team TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX room_wake_once ON room_wake (message, team, turn);`,
  ],
}
