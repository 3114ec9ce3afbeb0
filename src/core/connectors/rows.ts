import type { ConnectorId, TokenId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Migrations } from '../store/index.ts'

export const connectorMigrations: Migrations = {
  owner: 'connectors',
  steps: [
    `CREATE TABLE connectorClient (
       client TEXT PRIMARY KEY, name TEXT NOT NULL, redirects TEXT NOT NULL, registeredAt INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE connector (
       connector TEXT PRIMARY KEY, client TEXT NOT NULL, name TEXT NOT NULL, token TEXT NOT NULL UNIQUE,
       refresh TEXT NOT NULL UNIQUE, former TEXT, allowedAt INTEGER NOT NULL, endedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX connectorByFormer ON connector (former);`,
  ],
}

/** A program that was let in. Of its refresh tokens the hashes of this one and of the one before are kept. */
export interface ConnectorRow {
  connector: ConnectorId
  client: string
  name: string
  token: TokenId
  refresh: string
  former: string | null
  allowedAt: number
  endedAt: number | null
}

export interface ConnectorRows {
  insert(row: Omit<ConnectorRow, 'former' | 'endedAt'>): void
  get(connector: ConnectorId): ConnectorRow | undefined
  byRefresh(hash: string): ConnectorRow | undefined
  byFormer(hash: string): ConnectorRow | undefined
  byToken(token: TokenId): ConnectorRow | undefined
  renew(connector: ConnectorId, refresh: string): void
  end(connector: ConnectorId, at: number): void
}

export function createConnectorRows(sql: Sql): ConnectorRows {
  const insert = sql.prepare(
    'INSERT INTO connector (connector, client, name, token, refresh, allowedAt) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const by = (column: string) => sql.prepare<ConnectorRow>(`SELECT * FROM connector WHERE ${column} = ?`)
  const [byId, byRefresh, byFormer, byToken] = [by('connector'), by('refresh'), by('former'), by('token')]
  const renew = sql.prepare('UPDATE connector SET former = refresh, refresh = ? WHERE connector = ?')
  const end = sql.prepare('UPDATE connector SET endedAt = ? WHERE connector = ?')
  return {
    insert: (row) =>
      void insert.run(row.connector, row.client, row.name, row.token, row.refresh, row.allowedAt),
    get: (connector) => byId.get(connector),
    byRefresh: (hash) => byRefresh.get(hash),
    byFormer: (hash) => byFormer.get(hash),
    byToken: (token) => byToken.get(token),
    renew: (connector, refresh) => void renew.run(refresh, connector),
    end: (connector, at) => void end.run(at, connector),
  }
}
