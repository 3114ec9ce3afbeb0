import type { Channel } from '../../../contract/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import { createBatches, type Batches } from './batches.ts'
import { createCatchingUp, type CatchingUp } from './catching-up.ts'
import { createConnection, type Connection } from './connection.ts'
import type { IrcContext } from './context.ts'
import { createHearing, type Tell } from './hearing.ts'
import { foldName, nickOf } from './names.ts'
import type { Pace } from './pace.ts'
import type { Past } from './past.ts'
import { createTopics } from './topics.ts'

/** The connection of Iris: it is in every room that is carried and hears it. */
export interface Listening {
  start(): void
  /** Something said to an agent, or to Iris, alone. */
  direct(name: string, message: IrcMessage): void
  /** The topic of a room is another. */
  changed(room: Channel): void
  problems(): string[]
  /** Since when it is connected. */
  since(): number | null
}

interface ListeningDeps {
  past: Past
  pace: Pace
  tell: Tell
  /** Something was said in a channel, perhaps by one of ours. */
  onSaid: (message: IrcMessage) => void
  onChange: () => void
}

export function createListening(
  context: IrcContext,
  { past, pace, tell, onSaid, onChange }: ListeningDeps,
): Listening {
  const { clock, log, logger, nicks, server, settings, bridged, keyOf } = context
  const hearing = createHearing(context, tell)
  const topics = createTopics(context, { pace, onTopic: (room, message) => hearing.topic(room, message) })
  const catching = createCatchingUp(context, { hearing, past })
  const batches = batchesFor(context, { past, direct, onSaid, catching })
  let since: number | null = null
  let isToldDown = false
  let nick = settings.nick
  return { start, direct, since: () => since, changed: topics.changed, problems: topics.problems }

  function start(): void {
    const { place, timing } = context
    const { password, account } = settings
    const login = { nick, realname: 'Iris', password, account }
    const onMessage = (message: IrcMessage): void => {
      topics.take(message)
      batches.take(message)
    }
    context.listener = createConnection({ clock, place, timing, login, keyOf, onUp, onDown, onIn, onMessage })
  }

  function direct(name: string, message: IrcMessage): void {
    const from = nickOf(message)
    if (from === undefined || nicks.has(from)) return
    hearing.direct(name === 'iris' ? { name, kind: 'iris' } : { name, kind: 'agent' }, message)
  }

  function onUp(): void {
    nick = context.listener?.greeting()?.nick ?? nick
    nicks.add(nick)
    since = clock.now()
    isToldDown = false
    logger.info('irc connected', { server, nick })
    log.write((append) => append({ type: 'bridge.connected', data: { server } }))
  }

  function onDown(reason: string): void {
    nicks.left(nick)
    batches.clear()
    past.fail()
    since = null
    if (isToldDown) return logger.debug('irc not connected', { server, reason })
    isToldDown = true
    logger.warn('irc disconnected', { server, reason })
    log.write((append) => append({ type: 'bridge.disconnected', data: { server, reason } }))
  }

  function onIn(channel: string): void {
    const room = bridged.get(foldName(channel))
    if (!room) return
    topics.entered(room)
    catching
      .entered(room, channel)
      .catch((error: unknown) => logger.warn('not caught up', { room: room.name, err: error }))
      .finally(onChange)
  }
}

function batchesFor(
  context: IrcContext,
  {
    catching,
    ...to
  }: Pick<Listening, 'direct'> & Pick<ListeningDeps, 'past' | 'onSaid'> & { catching: CatchingUp },
): Batches {
  return createBatches({
    onMessage: (message) => route(context, message, { ...to, said: (room, one) => catching.said(room, one) }),
    onPast(channel, messages) {
      const room = context.bridged.get(foldName(channel))
      if (!to.past.take(channel, messages) && room) catching.replayed(room, messages)
    },
  })
}

/** Where a line belongs that was not asked for. */
function route(
  { nicks, bridged, listener }: IrcContext,
  message: IrcMessage,
  to: Pick<Listening, 'direct'> & Pick<ListeningDeps, 'past' | 'onSaid'> & Pick<CatchingUp, 'said'>,
): void {
  const { command, params } = message
  const [target = ''] = params
  if (command === 'QUIT' || command === 'NICK') nicks.seenLeaving(nickOf(message) ?? '')
  else if (command === 'FAIL' && target === 'CHATHISTORY') to.past.fail()
  else if (command === 'PRIVMSG' || command === 'NOTICE') {
    const room = bridged.get(foldName(target))
    to.onSaid(message)
    if (room) to.said(room, message)
    else if (isNick(listener, target)) to.direct('iris', message)
  }
}

function isNick(connection: Connection | undefined, nick: string): boolean {
  return foldName(nick) === foldName(connection?.greeting()?.nick ?? '')
}
