import type { Session } from '../contract/plain.ts'
import type { Client } from './client.ts'

/** More pages than anybody has; a daemon that never comes to an end is not asked for ever. */
const maxPages = 100

/** Every session, the last used first. One that is used meanwhile may come up in two pages: it is given once. */
export async function allSessions(client: Pick<Client, 'call'>): Promise<{ sessions: Session[] }> {
  const found = new Map<string, Session>()
  let page = await client.call('listSessions', {})
  for (let pages = 1; ; pages += 1) {
    for (const session of page.sessions) found.set(session.session, session)
    if (page.next === null || pages === maxPages) return { sessions: [...found.values()] }
    page = await client.call('listSessions', { before: page.next })
  }
}
