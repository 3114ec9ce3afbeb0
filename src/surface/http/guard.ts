import type { IncomingMessage } from 'node:http'
import { IrisError } from '../../contract/index.ts'

/** What a request says of where it goes and which page sent it. */
export interface Addressed {
  host: string | undefined
  origin: string | undefined
}

/** The names this server answers to. */
export interface Guard {
  /** Throws unless Host and Origin are ours. No name leads to the local socket, so there Host says nothing. */
  check(request: Addressed & { isLocal: boolean }): void
}

/** Host and Origin checks: what keeps a page on another site, or a rebound name, from driving the agents. */
export function createGuard(options: {
  /** Where it listens, as `host:port`. */
  address: () => string
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
}): Guard {
  return {
    check({ host: shown, origin, isLocal }) {
      const host = shown?.toLowerCase() ?? ''
      if (!isLocal && !isLoopback(host) && !isAmong([options.address(), ...options.allowedHosts], host)) {
        throw new IrisError('HOST_REFUSED', `Iris does not answer to the host ${shorten(shown)}.`)
      }
      if (origin === undefined) return
      // A page of ours calls the host it came from; a page of another port on this machine comes from another.
      if (!isAmong([`http://${host}`, ...options.allowedOrigins], origin)) {
        throw new IrisError('ORIGIN_REFUSED', `Iris does not answer pages from ${shorten(origin)}.`)
      }
    },
  }
}

/** Capitals make no other name. */
function isAmong(names: readonly string[], shown: string): boolean {
  return names.some((name) => name.toLowerCase() === shown.toLowerCase())
}

/** Of two Hosts, each of which another reader may believe, neither counts: joined they are no name at all. */
export function addressedBy({ headersDistinct, headers }: IncomingMessage): Addressed {
  return { host: headersDistinct['host']?.join(', '), origin: headers.origin }
}

const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const loopback = new RegExp(String.raw`^(?:localhost|127(?:\.${byte}){3}|\[::1\])(?::\d{1,5})?$`)

/**
 * This machine, by any port: a tunnel's near end has a port of its own. No other site can take these names: a browser
 * writes addresses in this form only, and a name that was rebound stays the name in Host.
 */
function isLoopback(host: string): boolean {
  return loopback.test(host)
}

function shorten(text: string | undefined): string {
  return text ? JSON.stringify(text.slice(0, 80)) : '(none)'
}
