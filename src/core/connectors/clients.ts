import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { OAuthRefusal } from './refusal.ts'
import { newSecret } from './secrets.ts'

const maxClients = 200
const maxRedirects = 10
const maxLength = 2000

/** A program that has registered itself, and may do nothing by that. */
interface Client {
  client: string
  name: string
  redirects: readonly string[]
  registeredAt: number
}

/** The programs that have registered themselves. */
export interface Clients {
  register(wanted: { name: string; redirects: readonly string[] }): Client
  find(client: string): Client | undefined
}

type ClientRow = Omit<Client, 'redirects'> & { redirects: string }

export function createClients({ sql, clock }: { sql: Sql; clock: Clock }): Clients {
  const insert = sql.prepare(
    'INSERT INTO connectorClient (client, name, redirects, registeredAt) VALUES (?, ?, ?, ?)',
  )
  const find = sql.prepare<ClientRow>('SELECT * FROM connectorClient WHERE client = ?')
  const makeRoom = sql.prepare(
    `DELETE FROM connectorClient WHERE client IN (
       SELECT client FROM connectorClient
       WHERE client NOT IN (SELECT client FROM connector WHERE endedAt IS NULL)
       ORDER BY registeredAt DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  )
  return {
    register({ name, redirects }) {
      checkRedirects(redirects)
      const made = { client: newSecret(), name: nameOf(name), redirects, registeredAt: clock.now() }
      return sql.transaction(() => {
        makeRoom.run(maxClients - 1)
        insert.run(made.client, made.name, JSON.stringify(redirects), made.registeredAt)
        return made
      })
    },
    find(client) {
      const row = find.get(client)
      return row && { ...row, redirects: toRedirects(row.redirects) }
    },
  }
}

/** Lines and signs that could pass for more than a name are left out. */
function nameOf(text: string): string {
  const name = text
    .replaceAll(/[^\p{L}\p{N} ._@-]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return name.slice(0, 48) || 'A program'
}

function checkRedirects(redirects: readonly string[]): void {
  if (redirects.length === 0 || redirects.length > maxRedirects)
    throw new OAuthRefusal('invalid_redirect_uri', `Name 1 to ${maxRedirects} redirect_uris.`)
  if (!redirects.every(isSafe))
    throw new OAuthRefusal('invalid_redirect_uri', 'A redirect URI is https, or http on loopback, without #.')
}

function isSafe(text: string): boolean {
  if (text.length > maxLength || !URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  if (hash !== '' || username !== '' || password !== '') return false
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
  )
}

function toRedirects(text: string): string[] {
  const read: unknown = JSON.parse(text)
  return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
}
