import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync } from 'node:fs'
import {
  IrisError,
  newId,
  type Identity,
  type TaskId,
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
    'ALTER TABLE token ADD COLUMN task TEXT;',
    'ALTER TABLE token ADD COLUMN mayAnswer INTEGER NOT NULL DEFAULT 0;',
  ],
}

const columns = 'id, name, role, task, mayAnswer, createdAt, lastUsedAt, revokedAt, expiresAt'
/** Being used is written down at most this often, so that reading costs no writes. */
const usedEvery = 60_000

/** A token that is to be made. */
interface NewToken {
  name: string
  role: TokenRole
  /** The one task of a worker. */
  task?: TaskId | undefined
  /** Whether a delegate may answer asks. */
  mayAnswer?: boolean
  expiresAt?: number
}

/** A token as it is stored. */
type TokenRow = Omit<Token, 'mayAnswer'> & { mayAnswer: number }

/** Who may talk to the daemon. Secrets are stored only as hashes. */
export interface Tokens {
  create(input: NewToken): { token: Token; secret: string }
  list(): Token[]
  revoke(id: TokenId): Token
  /** Another secret for the same token, good until then; the one before is worth nothing any more. */
  renew(id: TokenId, expiresAt: number): string
  /** The token with this secret, whether or not it still counts. */
  idOf(secret: string): TokenId | undefined
  /** Makes the token with this secret invalid, if there is one. */
  dismiss(secret: string): void
  /** Who shows this secret, or undefined when it is unknown, revoked or expired. */
  identify(secret: string): Identity | undefined
  /** The secret of this machine's user, kept in a file only they can read. */
  ownSecret(file: string): string
}

export function createTokens({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Tokens {
  const { insert, byHash, byId, all, setRevoked, setUsed, setSecret } = prepare(sql)

  return {
    create: (input) => store({ ...input, secret: newSecret() }),
    list: () => all.all().map(toToken),
    revoke,
    renew(id, expiresAt) {
      const secret = newSecret()
      log.write(() => setSecret.run(hashOf(secret), expiresAt, id))
      return secret
    },
    idOf: (secret) => byHash.get(hashOf(secret))?.id,
    dismiss(secret) {
      const id = byHash.get(hashOf(secret))?.id
      if (id) revoke(id)
    },
    identify(secret) {
      const token = byHash.get(hashOf(secret))
      if (!token || token.revokedAt !== null || hasExpired(token, clock.now())) return undefined
      // Wall time: it is only shown. Where the clock was set back it is noted anew.
      if (Math.abs(clock.now() - (token.lastUsedAt ?? 0)) > usedEvery)
        ifRoom(() => setUsed.run(clock.now(), token.id))
      return identityOf(token)
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

  function store(input: NewToken & { secret: string }): { token: Token; secret: string } {
    const { name, role, task = null, secret, expiresAt = null, mayAnswer = false } = input
    const id = newId('tok', clock.now())
    return log.write((append) => {
      insert.run(id, name, role, task, Number(mayAnswer), hashOf(secret), clock.now(), expiresAt)
      append({ type: 'token.created', data: { token: id, name, role } })
      return { token: find(id), secret }
    })
  }

  function find(id: TokenId): Token {
    const token = byId.get(id)
    if (!token) throw new IrisError('NOT_FOUND', `There is no token ${id}.`)
    return toToken(token)
  }
}

/** Who calls is known whether or not the disk has room to note it. */
function ifRoom(note: () => void): void {
  try {
    note()
  } catch {
    // It is noted with a later call.
  }
}

function prepare(sql: Sql) {
  return {
    insert: sql.prepare(
      'INSERT INTO token (id, name, role, task, mayAnswer, hash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    byHash: sql.prepare<TokenRow>(`SELECT ${columns} FROM token WHERE hash = ?`),
    byId: sql.prepare<TokenRow>(`SELECT ${columns} FROM token WHERE id = ?`),
    all: sql.prepare<TokenRow>(`SELECT ${columns} FROM token ORDER BY id`),
    setRevoked: sql.prepare('UPDATE token SET revokedAt = ? WHERE id = ?'),
    setSecret: sql.prepare('UPDATE token SET hash = ?, expiresAt = ? WHERE id = ? AND revokedAt IS NULL'),
    setUsed: sql.prepare('UPDATE token SET lastUsedAt = ? WHERE id = ?'),
  }
}

function toToken(row: TokenRow): Token {
  return { ...row, mayAnswer: row.mayAnswer === 1 }
}

function identityOf({ role, name, task, mayAnswer, expiresAt }: TokenRow): Identity {
  return {
    role,
    name,
    ...(role === 'delegate' ? { mayAnswer: mayAnswer === 1 } : {}),
    ...(task === null ? {} : { task }),
    ...(expiresAt === null ? {} : { until: expiresAt }),
  }
}

/** Wall time: a token is good until a date, also over restarts. */
function hasExpired({ expiresAt }: Pick<Token, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function newSecret(): string {
  return `iris_${randomBytes(32).toString('base64url')}`
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
