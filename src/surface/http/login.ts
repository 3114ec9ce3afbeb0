import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { IrisError } from '../../contract/index.ts'
import { bodyText } from './body.ts'
import { browserSecret, halvesOf, refuseOtherPages, setCookie, type Shown } from './browser-secret.ts'
import type { Identify } from '../../core/tokens/index.ts'

/** How browsers are let in and out; see `createLogin` of core/tokens. */
export interface BrowserLogin {
  spend(ticket: string): boolean
  admit(): { secret: string; seconds: number }
  dismiss(secret: string): void
}

/** Nobody knows yet who sends it. */
const maxTicket = 1024

type Bindings = { Bindings: HttpBindings }

/** `POST /api/login` turns a ticket into a cookie and a key; `DELETE /api/login` makes both worthless. */
export function addLogin(app: Hono<Bindings>, deps: { door: BrowserLogin; identify: Identify }): void {
  const { door, identify } = deps
  app.post('/api/login', async (context) => {
    const shown = shownBy(context)
    refuseOtherPages(shown)
    const isHere = isLoopback(context.env.incoming.socket.remoteAddress)
    if (!isHere || !door.spend(ticketIn(await bodyText(context, maxTicket)))) {
      throw new IrisError('LOGIN_LINK_INVALID', 'This link does not work.')
    }
    const before = browserSecret(shown)
    if (before && identify(before)) return context.json({ key: halvesOf(before).key })
    const { secret, seconds } = door.admit()
    const { cookie, key } = halvesOf(secret)
    context.header('set-cookie', setCookie(context.req.header('host'), { value: cookie, seconds }))
    return context.json({ key })
  })
  app.delete('/api/login', (context) => {
    const secret = browserSecret(shownBy(context))
    if (secret) door.dismiss(secret)
    context.header('set-cookie', setCookie(context.req.header('host'), { value: '', seconds: 0 }))
    return context.json({ left: secret !== undefined })
  })
}

/** Who calls, as the request shows it. */
export function shownBy(context: Context): Shown {
  return { method: context.req.method, header: (name) => context.req.header(name) }
}

function ticketIn(text: string): string {
  const body = parsed(text)
  if (typeof body !== 'object' || body === null || !('ticket' in body)) return ''
  return typeof body.ticket === 'string' ? body.ticket : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is not JSON holds no ticket.
    return undefined
  }
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '')
}
