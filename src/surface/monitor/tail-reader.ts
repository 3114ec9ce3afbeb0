import type { Client } from '../../client/index.ts'
import type { EventEnvelope, SessionId } from '../../contract/plain.ts'
import { newest } from './facts.ts'
import { addToTail, emptyTail, type Tail } from './tail.ts'

/** Follows one session at a time. */
export interface TailReader {
  tail(): Tail
  /** Follows another session, or none; reads what it did before. */
  follow(client: Client | undefined, session: SessionId | undefined): Promise<void>
  /** Reads the followed session anew. */
  fill(client: Client): Promise<void>
  take(event: EventEnvelope): void
}

const maxEvents = 500

export function createTailReader(deps: {
  folderOf: (session: SessionId) => string
  onChange: () => void
}): TailReader {
  let tail = emptyTail(undefined)
  /** What came while the session was read. */
  let meanwhile: EventEnvelope[] | undefined

  return {
    tail: () => tail,
    async follow(client, session) {
      if (session === tail.session) return
      tail = emptyTail(session)
      if (client) await fill(client)
    },
    fill,
    take(event) {
      if (event.session === undefined || event.session !== tail.session) return
      tail = addToTail(tail, event, deps.folderOf(event.session))
      if (meanwhile && meanwhile.length < maxEvents) meanwhile.push(event)
    },
  }

  async function fill(client: Client): Promise<void> {
    const { session } = tail
    if (!session) return
    meanwhile = []
    const before = await newest(client, { session, limit: maxEvents })
    if (tail.session !== session) return
    const folder = deps.folderOf(session)
    const events = [...before, ...(meanwhile ?? [])]
    meanwhile = undefined
    const read = events.reduce((so, event) => addToTail(so, event, folder), emptyTail(session))
    tail = { ...read, isRead: true }
    deps.onChange()
  }
}
