import { plainNoun } from '../noun.ts'

/** The part without schemas of the bridge. */
export const plainBridge = plainNoun({
  http: { readBridge: 'GET /api/bridge' },
  errors: {},
})

/** What of the state of the bridge is said in a line. */
interface Shown {
  backend: 'embedded' | 'irc'
  isConnected: boolean
  server: string | null
  waiting: number
}

/** What is to be said of the bridge where people talk; nothing while all is well. */
export function bridgeWords({ backend, isConnected, server, waiting }: Shown): string | undefined {
  if (backend === 'embedded' || isConnected) return undefined
  const held = waiting === 1 ? '1 message waits' : `${waiting} messages wait`
  return `Not connected to ${server}${waiting === 0 ? '' : `; ${held}`}.`
}
