import { createClient, type Client } from '../../../client/index.ts'

const keyName = 'iris.key'

/** The page's half of the secret; the other is a cookie that no script can read. */
function storedKey(): string | null {
  return localStorage.getItem(keyName)
}

/** Calls the daemon that served this page. */
export function createPageClient(): Client {
  return createClient({ url: location.origin, send: withKey })
}

function withKey(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const key = storedKey()
  if (key) headers.set('x-iris-key', key)
  return fetch(input, { ...init, headers })
}

/** Turns the ticket of a link into a cookie and a key; false when the link does not let in. */
export async function signIn(ticket: string): Promise<boolean> {
  const response = await withKey('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  if (!response.ok) return false
  const body: unknown = await response.json()
  const key = typeof body === 'object' && body && 'key' in body ? String(body.key) : ''
  localStorage.setItem(keyName, key)
  return key !== ''
}

/** Leaves: the daemon forgets this browser. */
export async function signOut(): Promise<void> {
  await withKey('/api/login', { method: 'DELETE' })
  localStorage.removeItem(keyName)
}
