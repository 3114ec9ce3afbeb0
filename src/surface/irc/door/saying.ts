import { IrisError, newId, type Caller, type Operations } from '../../../contract/index.ts'
import type { Rooms } from '../server/backing.ts'
import { textOf } from '../server/delivery.ts'
import { isChannelLike } from '../server/names.ts'
import { say as sayHere } from '../server/speaking.ts'
import { channelNamed, type World } from '../server/world.ts'
import type { Holders } from './accounts.ts'
import { readForm } from './forms.ts'
import type { Hearing } from './hearing.ts'
import { refusing } from './refusing.ts'
import type { Session } from '../server/presence.ts'
import type { Said } from '../server/said.ts'

interface Deps {
  operations: Pick<Operations, 'postMessage'>
  holders: Holders
  hearing: Hearing
  world: () => World
}

/** Says something in a room or to somebody; it comes back to everybody here once the rooms have it. */
export function createSaying({ operations, holders, hearing, world }: Deps): Rooms['say'] {
  return async (session, { target, said }) => {
    if (said.kind === 'TAGMSG') {
      sayHere(world(), session, { target, said })
      return undefined
    }
    const isRoom = isChannelLike(target)
    return refusing([isRoom ? '404' : '401', target], async () => {
      if (isRoom) mustBeIn(session, target)
      const caller = holders.callerFor(session, 'postMessage')
      await post(caller, session, { room: isRoom ? target : `@${target}`, said })
    })
  }

  function mustBeIn({ user }: Session, room: string): void {
    const here = channelNamed(world(), room)
    if (!user || !here?.members.has(user)) throw new IrisError('CHAT_REFUSED', 'You are not in this channel.')
  }

  async function post(
    caller: Caller,
    session: Session,
    { room, said }: { room: string; said: Said },
  ): Promise<void> {
    const message = newId('msg')
    const heard = hearing.expect(message, session)
    const reply = replyIn(said)
    const form = readForm(said.kind === 'NOTICE' ? 'NOTICE' : 'PRIVMSG', textOf(said.pieces))
    try {
      const said = { channel: room, message, ...form, ...reply }
      const posted = await operations.postMessage(said, caller, () => undefined)
      // An answer to an ask is told by the daemon, in its own words.
      if (posted.message === message) await heard
    } finally {
      hearing.forget(message)
    }
  }
}

function replyIn({ clientTags }: Said): { replyTo?: `msg_${string}` } {
  const id = clientTags?.get('+reply') ?? clientTags?.get('+draft/reply')
  return id !== undefined && isMessageId(id) ? { replyTo: id } : {}
}

function isMessageId(id: string): id is `msg_${string}` {
  return /^msg_\w+$/.test(id)
}
