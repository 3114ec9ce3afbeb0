import type { Cancel, Clock } from '../../../platform/clock/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import type { Greeting } from './handshake.ts'
import { foldName, nickOf } from './names.ts'

/** Which channels a connection is to be in, and in which it is. */
export interface Membership {
  join(channel: string): void
  part(channel: string): void
  isIn(channel: string): boolean
  /** Channels that the server does not let it into, and why. */
  problems(): string[]
  take(message: IrcMessage, greeting: Greeting): void
  up(): void
  down(): void
}

/** No such channel, too many of them, full, invitation, ban, key, bad name, only for the registered, only by TLS. */
const refusals = new Set(['403', '405', '437', '471', '473', '474', '475', '476', '477', '479', '489', '520'])
/** A channel that one was kept or thrown out of is tried again. */
const retryMs = 60_000

interface MembershipDeps {
  clock: Clock
  send: (command: string, ...params: string[]) => void
  /** Without which a channel may not be entered. */
  keyOf: (channel: string) => string | undefined
  onIn: (channel: string) => void
}

export function createMembership(deps: MembershipDeps): Membership {
  const { clock, send } = deps
  const wanted = new Map<string, string>()
  const inside = new Set<string>()
  const refused = new Map<string, string>()
  let isUp = false
  let cancel: Cancel = () => undefined
  return {
    join(channel) {
      if (wanted.has(foldName(channel))) return
      wanted.set(foldName(channel), channel)
      if (isUp) enter(deps, channel)
    },
    part(channel) {
      if (!wanted.delete(foldName(channel))) return
      refused.delete(foldName(channel))
      if (isUp) send('PART', channel)
    },
    isIn: (channel) => inside.has(foldName(channel)),
    problems: () => [...refused].map(([channel, why]) => `${wanted.get(channel) ?? channel}: ${why}`),
    take,
    up() {
      isUp = true
      retry()
    },
    down() {
      isUp = false
      cancel()
      inside.clear()
    },
  }

  function take(message: IrcMessage, greeting: Greeting): void {
    const { command, params } = message
    const [first = '', second = ''] = params
    const isMe = (nick = ''): boolean => foldName(nick) === foldName(greeting.nick)
    if (command === 'NICK' && isMe(nickOf(message))) greeting.nick = first
    // The end of the names: from here on everything that is said there is heard.
    else if (command === '366') entered(second)
    else if (isLeaving(message, isMe)) inside.delete(foldName(first))
    else if (refusals.has(command)) refuse(second, params.at(-1) ?? command)
  }

  function refuse(channel: string, why: string): void {
    const folded = foldName(channel)
    if (wanted.has(folded) && !inside.has(folded)) refused.set(folded, why)
  }

  function entered(channel: string): void {
    if (!wanted.has(foldName(channel)) || inside.has(foldName(channel))) return
    inside.add(foldName(channel))
    refused.delete(foldName(channel))
    deps.onIn(channel)
  }

  function retry(): void {
    for (const [folded, channel] of wanted) if (!inside.has(folded)) enter(deps, channel)
    cancel = clock.after(retryMs, retry)
  }
}

function enter({ send, keyOf }: MembershipDeps, channel: string): void {
  const key = keyOf(channel)
  send('JOIN', ...(key === undefined ? [channel] : [channel, key]))
}

function isLeaving(message: IrcMessage, isMe: (nick?: string) => boolean): boolean {
  if (message.command === 'KICK') return isMe(message.params[1])
  return message.command === 'PART' && isMe(nickOf(message))
}
