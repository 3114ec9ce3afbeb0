import { IrisError } from '../../../contract/plain.ts'
import { systemClock, type Clock } from '../../../platform/clock/index.ts'
import { packageVersion } from '../../../platform/lib/index.ts'
import { defaultLimits, type ConnectionLimits } from '../connection/limits.ts'
import { isLoopback } from '../loopback.ts'
import { startIrcServer, type IrcServer } from '../server/server.ts'
import { createBelongings, createHistory, createKeptChannels } from './history.ts'
import { addAccount, createAccounts, openStore } from './store.ts'

export interface StandaloneOptions {
  home: string
  host: string
  port: number
  name: string
  password?: string | undefined
  certificate?: { key: string; cert: string } | undefined
  limits?: Partial<ConnectionLimits>
  clock?: Clock
  onFault: (error: unknown) => void
}

/** A server of its own, with accounts and guests, and nothing of Iris behind it. */
export async function serveStandalone(options: StandaloneOptions): Promise<IrcServer> {
  const { home, host, port, name, password, certificate, clock = systemClock, onFault } = options
  if (!isLoopback(host) && !certificate)
    throw new IrisError(
      'USAGE',
      `IRC listens at ${host} only with a certificate: anybody there could read along.`,
    )
  const sql = openStore(home)
  const accounts = createAccounts(sql)
  try {
    const server = await startIrcServer({
      settings: { name, network: 'Iris', version: packageVersion(), password, motd: [] },
      backing: {
        guests: true,
        verify: (account, secret) => accounts.verify(account, secret),
        hasAccount: (account) => accounts.has(account),
        history: createHistory(sql, clock),
        belongings: createBelongings(sql, clock),
        kept: createKeptChannels(sql),
      },
      clock,
      limits: { ...defaultLimits, ...options.limits },
      place: { host, port, certificate },
      onFault,
    })
    return {
      ...server,
      async close() {
        await server.close()
        sql.close()
      },
    }
  } catch (error) {
    sql.close()
    throw error
  }
}

/** Adds an account to a home, whether a server runs there or not. */
export async function addStandaloneAccount(home: string, name: string, password: string): Promise<void> {
  const sql = openStore(home)
  try {
    await addAccount(sql, name, password)
  } finally {
    sql.close()
  }
}
