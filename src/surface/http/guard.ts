import { IrisError } from '../../contract/index.ts'

/** The names this server answers to. */
export interface Guard {
  /** Throws unless Host and Origin are ours. */
  check(headers: { host: string | undefined; origin: string | undefined }): void
}

/** Host and Origin checks: what keeps a page on another site, or a rebound name, from driving the agents. */
export function createGuard(options: {
  addresses: () => readonly string[]
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
}): Guard {
  return {
    check({ host, origin }) {
      if (!host || !isAmong([...options.addresses(), ...options.allowedHosts], host)) {
        throw new IrisError('HOST_REFUSED', `Iris does not answer to the host ${shorten(host)}.`)
      }
      if (origin === undefined) return
      const origins = [...options.addresses().map((name) => `http://${name}`), ...options.allowedOrigins]
      if (!isAmong(origins, origin)) {
        throw new IrisError('ORIGIN_REFUSED', `Iris does not answer pages from ${shorten(origin)}.`)
      }
    },
  }
}

/** Capitals make no other name. */
function isAmong(names: readonly string[], shown: string): boolean {
  return names.some((name) => name.toLowerCase() === shown.toLowerCase())
}

/** The loopback names of a port. */
export function loopbackAddresses(host: string, port: number): string[] {
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host])
  return [...names].map((name) => `${name}:${port}`)
}

function shorten(text: string | undefined): string {
  return text ? JSON.stringify(text.slice(0, 80)) : '(none)'
}
