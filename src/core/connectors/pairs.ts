import { newId, type ConnectorId, type Event } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog } from '../store/index.ts'
import type { Tokens } from '../tokens/index.ts'
import { OAuthRefusal } from './refusal.ts'
import { createConnectorRows, type ConnectorRow } from './rows.ts'
import { hashOf, newSecret } from './secrets.ts'

const accessLife = 3600_000

/** What a program is let in with. */
interface Pair {
  access: string
  refresh: string
  seconds: number
}

/** What is known of a program when it is let in. */
interface Allowed {
  client: string
  name: string
  leadsTo: string
  mayAnswer: boolean
}

/** The pairs of tokens that connectors hold, from the first to the end. */
export interface Pairs {
  begin(allowed: Allowed): { connector: ConnectorId; pair: Pair }
  refresh(shown: { refresh: string; client: string }): Pair
  /** Ends the connector whose access or refresh token this is, if it is this program's. */
  revoke(shown: { token: string; client: string }): void
  end(connector: ConnectorId, reason: 'revoked' | 'replayed'): void
  /** Called in the transaction that revokes a token. */
  tokenRevoked(event: Event<'token.revoked'>, append: Append): void
}

export interface PairsDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  tokens: Pick<Tokens, 'create' | 'renew' | 'revoke' | 'idOf'>
}

export function createPairs({ sql, log, clock, tokens }: PairsDeps): Pairs {
  const rows = createConnectorRows(sql)
  const expiry = (): number => clock.now() + accessLife

  return {
    begin({ client, name, leadsTo, mayAnswer }) {
      const connector = newId('con', clock.now())
      const refresh = newSecret()
      return log.write((append) => {
        const { token, secret } = tokens.create({ name, role: 'delegate', mayAnswer, expiresAt: expiry() })
        const made = { connector, client, name, token: token.id }
        rows.insert({ ...made, refresh: hashOf(refresh), allowedAt: clock.now() })
        append({ type: 'connector.allowed', data: { connector, name, leadsTo, mayAnswer } })
        return { connector, pair: pairOf(secret, refresh) }
      })
    },
    refresh({ refresh, client }) {
      const row = living(rows.byRefresh(hashOf(refresh)), client)
      if (row) return renew(row)
      const replayed = living(rows.byFormer(hashOf(refresh)), client)
      if (replayed) end(replayed.connector, 'replayed')
      throw new OAuthRefusal('invalid_grant', 'This refresh token is unknown, used or revoked.')
    },
    revoke({ token, client }) {
      const held = tokens.idOf(token)
      const found = living(held ? rows.byToken(held) : rows.byRefresh(hashOf(token)), client)
      if (found) end(found.connector, 'revoked')
    },
    end,
    tokenRevoked({ data: { token } }, append) {
      const row = rows.byToken(token)
      if (row?.endedAt === null) close(row, 'revoked', append)
    },
  }

  function renew({ connector, token }: ConnectorRow): Pair {
    const refresh = newSecret()
    return log.write(() => {
      rows.renew(connector, hashOf(refresh))
      return pairOf(tokens.renew(token, expiry()), refresh)
    })
  }

  function end(connector: ConnectorId, reason: 'revoked' | 'replayed'): void {
    const row = rows.get(connector)
    if (row?.endedAt !== null) return
    log.write((append) => {
      close(row, reason, append)
      tokens.revoke(row.token)
    })
  }

  function close({ connector, name }: ConnectorRow, reason: 'revoked' | 'replayed', append: Append): void {
    rows.end(connector, clock.now())
    append({ type: 'connector.ended', data: { connector, name, reason } })
  }
}

const pairOf = (access: string, refresh: string): Pair => ({ access, refresh, seconds: accessLife / 1000 })

function living(row: ConnectorRow | undefined, client: string): ConnectorRow | undefined {
  return row?.endedAt === null && row.client === client ? row : undefined
}
