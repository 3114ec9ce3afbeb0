import { matchesMask } from './names.ts'
import { sourceOf } from './user.ts'
import type { Channel, Flag, Rank, User } from './presence.ts'

export function createChannel(name: string, createdAt: number): Channel {
  return {
    name,
    founder: undefined,
    createdAt,
    topic: undefined,
    flags: new Set<Flag>(['n', 't']),
    key: undefined,
    limit: undefined,
    bans: [],
    members: new Map(),
    invited: new Set(),
  }
}

const signs: readonly (readonly [Rank, string])[] = [
  ['o', '@'],
  ['v', '+'],
]

/** The signs before a member's name: all of them, or the highest. */
export function signsOf(ranks: ReadonlySet<Rank> | undefined, all: boolean): string {
  const own = signs.filter(([rank]) => ranks?.has(rank)).map(([, sign]) => sign)
  return all ? own.join('') : (own[0] ?? '')
}

export function hasRank(channel: Channel, user: User, least: Rank): boolean {
  const ranks = channel.members.get(user)
  if (!ranks) return false
  return ranks.has('o') || (least === 'v' && ranks.has('v'))
}

export function isBanned(channel: Channel, user: User): boolean {
  if (channel.bans.length === 0) return false
  const source = sourceOf(user)
  return channel.bans.some(({ mask }) => matchesMask(mask, source))
}

/** Whether a channel is shown to somebody at all. */
export function isVisible(channel: Channel, user: User): boolean {
  return !channel.flags.has('s') || channel.members.has(user)
}

/** Members as others see them: those who hide are seen by who shares the channel. */
export function visibleMembers(channel: Channel, user: User): [User, Set<Rank>][] {
  const inside = channel.members.has(user)
  return [...channel.members].filter(([member]) => inside || !member.isInvisible)
}
