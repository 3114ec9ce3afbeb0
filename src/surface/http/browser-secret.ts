import { IrisError } from '../../contract/index.ts'

/** The parts of a request that say who calls. */
export interface Shown {
  method: string
  header(name: string): string | undefined
}

/** The header in which the page shows its half of the secret. */
const keyHeader = 'x-iris-key'
const keyLength = 20

/**
 * A browser's secret comes in two halves. Cookies of 127.0.0.1 go to every port, so another program's page would
 * receive a whole one; the second half is in the page's own storage, which belongs to one port, and goes with each
 * call as a header, which no other origin can set.
 */
export function halvesOf(secret: string): { cookie: string; key: string } {
  return { cookie: secret.slice(0, -keyLength), key: secret.slice(-keyLength) }
}

/** The whole secret of a browser that shows both halves; what changes something must come from our own page. */
export function browserSecret(shown: Shown): string | undefined {
  const half = cookieIn(shown.header('cookie'), cookieName(shown.header('host')))
  const key = shown.header(keyHeader)
  if (!half || key?.length !== keyLength) return undefined
  if (shown.method !== 'GET') refuseOtherPages(shown)
  return half + key
}

/** Origin was held against ours before; here it must be there, and the browser must not say otherwise. */
export function refuseOtherPages(shown: Shown): void {
  const site = shown.header('sec-fetch-site')
  if (shown.header('origin') !== undefined && (site === undefined || site === 'same-origin')) return
  throw new IrisError('ORIGIN_REFUSED', 'This was not sent by a page of Iris.')
}

/** One name per address, so that daemons on several ports do not log each other out. */
function cookieName(host: string | undefined): string {
  return `iris-${(host ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header?.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

/** The header that gives a browser its half, or takes it away when there is none. */
export function setCookie(host: string | undefined, half: { value: string; seconds: number }): string {
  return `${cookieName(host)}=${half.value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${half.seconds}`
}
