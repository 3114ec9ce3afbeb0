import type { Entry, Point } from './backing.ts'
import { piecesOf, prepare, type Deliver } from './delivery.ts'
import { fold } from './names.ts'
import { send } from './session.ts'
import { isReplayedTo } from './shown.ts'
import type { World } from './world.ts'
import type { Channel, Session } from './presence.ts'

/** What is shown of a channel to who enters it, and to who was away. */
const replayed = 20
const maxMissed = 500

/**
 * Shows a channel to a client that cannot ask for the past itself: the last lines when it enters, and what it missed when
 * it was in it already.
 */
export function replayTo(
  world: World,
  session: Session,
  { channel, isEntering }: { channel: Channel; isEntering: boolean },
): void {
  if (!isReplayedTo(session)) return
  const seq = isEntering ? undefined : session.shownBefore
  const limit = seq === undefined ? replayed : maxMissed
  const entries = world.backing.history.read([fold(channel.name)], {
    after: seq === undefined ? undefined : { seq },
    since: sinceOf(channel),
    from: 'end',
    limit: limit + 1,
    kinds: ['PRIVMSG', 'NOTICE'],
  })
  if (seq !== undefined && entries.length > limit)
    send(world, session, {
      source: world.settings.name,
      command: 'NOTICE',
      params: [channel.name, `You missed more than ${limit} messages here; these are the last.`],
    })
  for (const entry of entries.slice(-limit)) deliverEntry(world, entry)(session)
  session.replayedUpTo.set(channel, entries.at(-1)?.seq ?? 0)
}

/** A channel that was given up and made anew does not show what was said in the old one. */
export function sinceOf(channel: Channel): Point {
  return { at: channel.createdAt - 1 }
}

/** Something of the past, ready for a client. */
export function deliverEntry(world: World, entry: Entry): Deliver {
  const { source, account, at, id, clientTags, kind, target, text, seq } = entry
  const message = { source, account, at, id, clientTags, command: kind, params: [target] as const }
  return prepare(world, { message, pieces: kind === 'TAGMSG' ? [] : piecesOf(text), seq })
}
