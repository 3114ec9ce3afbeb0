import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync } from 'node:fs'
import {
  IrisError,
  newId,
  type Identity,
  type Token,
  type TokenId,
  type TokenRole,
} from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { readSmallFile, replaceFile } from '../../platform/lib/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog, Migrations } from '../store/index.ts'

export const tokenMigrations: Migrations = {
  owner: 'tokens',
  steps: [
    `CREATE TABLE token (
       id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
       createdAt INTEGER NOT NULL, lastUsedAt INTEGER, revokedAt INTEGER
     ) STRICT, WITHOUT ROWID;`,
    'ALTER TABLE token ADD COLUMN expiresAt INTEGER;',
  ],
}

const columns = 'id, name, role, createdAt, lastUsedAt, revokedAt, expiresAt'
/** Being used is written down at most this often, so that reading costs no writes. */
const usedEvery = 60_000

/** Who may talk to the daemon. Secrets are stored only as hashes. */
export interface Tokens {
  create(input: { name: string; role: TokenRole; expiresAt?: number }): { token: Token; secret: string }
  list(): Token[]
  revoke(id: TokenId): Token
  /** Makes the token with this secret invalid, if there is one. */
  dismiss(secret: string): void
  /** Who shows this secret, or undefined when it is unknown, revoked or expired. */
  identify(secret: string): Identity | undefined
  /** The secret of this machine's user, kept in a file only they can read. */
  ownSecret(file: string): string
}

export function createTokens({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Tokens {
  const { insert, byHash, byId, all, setRevoked, setUsed } = prepare(sql)

  return {
    create: (input) => store({ ...input, secret: newSecret() }),
    list: () => all.all().map((row) => ({ ...row })),
    revoke,
    dismiss(secret) {
      const token = byHash.get(hashOf(secret))
      if (token) revoke(token.id)
    },
    identify(secret) {
      const token = byHash.get(hashOf(secret))
      if (!token || token.revokedAt !== null || hasExpired(token, clock.now())) return undefined
      // Wall time: it is only shown. Where the clock was set back it is noted anew.
      if (Math.abs(clock.now() - (token.lastUsedAt ?? 0)) > usedEvery) noteUse(token.id)
      const { role, name, expiresAt } = token
      return { role, name, ...(expiresAt === null ? {} : { until: expiresAt }) }
    },
    ownSecret(file) {
      const kept = existsSync(file) ? readSmallFile(file).trim() : ''
      const secret = kept || newSecret()
      if (!byHash.get(hashOf(secret))) store({ name: 'owner', role: 'human', secret })
      // Others read it at any moment, also while the daemon starts.
      if (!kept) replaceFile(file, `${secret}\n`)
      chmodSync(file, 0o600)
      return secret
    },
  }

  function revoke(id: TokenId): Token {
    const token = find(id)
    if (token.revokedAt !== null) return token
    return log.write((append) => {
      setRevoked.run(clock.now(), id)
      append({ type: 'token.revoked', data: { token: id, name: token.name } })
      return find(id)
    })
  }

  /** Who calls is known whether or not the disk has room to note it. */
  function noteUse(id: TokenId): void {
    try {
      setUsed.run(clock.now(), id)
    } catch {
      // It is noted with a later call.
    }
  }

  function store(input: { name: string; role: TokenRole; secret: string; expiresAt?: number }): {
    token: Token
    secret: string
  } {
    const { name, role, secret, expiresAt = null } = input
    const id = newId('tok', clock.now())
    return log.write((append) => {
      insert.run(id, name, role, hashOf(secret), clock.now(), expiresAt)
      append({ type: 'token.created', data: { token: id, name, role } })
      return { token: find(id), secret }
    })
  }

  function find(id: TokenId): Token {
    const token = byId.get(id)
    if (!token) throw new IrisError('NOT_FOUND', `There is no token ${id}.`)
    return { ...token }
  }
}

function prepare(sql: Sql) {
  return {
    insert: sql.prepare(
      'INSERT INTO token (id, name, role, hash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    byHash: sql.prepare<Token>(`SELECT ${columns} FROM token WHERE hash = ?`),
    byId: sql.prepare<Token>(`SELECT ${columns} FROM token WHERE id = ?`),
    all: sql.prepare<Token>(`SELECT ${columns} FROM token ORDER BY id`),
    setRevoked: sql.prepare('UPDATE token SET revokedAt = ? WHERE id = ?'),
    setUsed: sql.prepare('UPDATE token SET lastUsedAt = ? WHERE id = ?'),
  }
}

/** Wall time: a token is good until a date, also over restarts. */
function hasExpired({ expiresAt }: Token, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function newSecret(): string {
  return `iris_${randomBytes(32).toString('base64url')}`
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
