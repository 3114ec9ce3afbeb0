import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { IrisError } from '../../../contract/plain.ts'
import { openSql, type Sql } from '../../../platform/sqlite/index.ts'
import { fold, isNick } from '../server/names.ts'

/** What a stand-alone server keeps in its home. */
const steps = [
  `CREATE TABLE irc_account (name TEXT PRIMARY KEY, shown TEXT NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
   CREATE TABLE irc_message (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, kind TEXT NOT NULL,
     conversation TEXT NOT NULL, source TEXT NOT NULL, account TEXT, target TEXT NOT NULL, text TEXT NOT NULL, tags TEXT
   ) STRICT;
   CREATE INDEX irc_message_by_conversation ON irc_message (conversation, seq);
   CREATE TABLE irc_talk (
     identity TEXT NOT NULL, other TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (identity, other)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE irc_marker (account TEXT NOT NULL, target TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (account, target)) STRICT, WITHOUT ROWID;
   CREATE TABLE irc_place (account TEXT NOT NULL, channel TEXT NOT NULL, PRIMARY KEY (account, channel)) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE irc_channel (name TEXT PRIMARY KEY, founder TEXT NOT NULL, createdAt INTEGER NOT NULL, state TEXT NOT NULL) STRICT;`,
  `CREATE TABLE irc_shown (account TEXT NOT NULL, client TEXT NOT NULL, upTo INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (account, client)) STRICT, WITHOUT ROWID;`,
]

export function openStore(home: string): Sql {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const sql = openSql(join(home, 'irc.db'))
  sql.transaction(() => {
    const done = sql.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
    for (const step of steps.slice(done)) sql.exec(step)
    if (done < steps.length) sql.exec(`PRAGMA user_version = ${steps.length}`)
  })
  return sql
}

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)
const hashLength = 32

/** Adds an account, or gives one another password. */
export async function addAccount(sql: Sql, name: string, password: string): Promise<void> {
  if (!isNick(name))
    throw new IrisError(
      'INPUT_INVALID',
      `${JSON.stringify(name.slice(0, 80))} can be no account: it is no nick.`,
    )
  if (password === '')
    throw new IrisError('INPUT_INVALID', 'The password is read from stdin, and there is none.')
  const salt = randomBytes(16)
  const hash = await derive(password, salt, hashLength)
  sql
    .prepare('INSERT OR REPLACE INTO irc_account (name, shown, salt, hash) VALUES (?, ?, ?, ?)')
    .run(fold(name), name, salt, hash)
}

export interface Accounts {
  verify(name: string, password: string): Promise<{ name: string } | undefined>
  has(name: string): boolean
}

export function createAccounts(sql: Sql): Accounts {
  const select = sql.prepare<{ shown: string; salt: Uint8Array; hash: Uint8Array }>(
    'SELECT shown, salt, hash FROM irc_account WHERE name = ?',
  )
  return {
    has: (name) => select.get(fold(name)) !== undefined,
    async verify(name, password) {
      const found = select.get(fold(name))
      // The same work for a name that there is not: the time it takes tells nothing.
      const hash = await derive(password, found?.salt ?? Buffer.alloc(16), hashLength)
      return found && timingSafeEqual(hash, found.hash) ? { name: found.shown } : undefined
    },
  }
}
