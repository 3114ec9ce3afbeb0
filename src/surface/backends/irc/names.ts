import { createHash } from 'node:crypto'
import type { IrcMessage } from '../../irc/index.ts'

/** Guests from the server are called `nick/irc` in rooms: no team, person or agent can be called so. */
const guestMark = '/irc'

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** Names on IRC that differ only in case are one; some of its signs are letters. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[[\]\\~]/g, (sign) => ({ '[': '{', ']': '}', '\\': '|' })[sign] ?? '^')
}

/** What somebody of Iris is called on the server: always the same for the same name, and never too long. */
export function nickFor(name: string, { style, max }: { style: string; max: number }): string {
  const plain = style.replaceAll('{name}', name).replaceAll(/[^\w[\]\\`^{}|-]/g, '-')
  const nick = /^[\d-]/.test(plain) ? `_${plain}` : plain
  return nick.length <= max ? nick : `${nick.slice(0, max - 7)}-${short(name)}`
}

/** The longest name of a channel that every server takes. */
const maxChannel = 49

/** What a room is called on the server: the same on every server, whatever longer names it allows. */
export function channelFor(room: string): string {
  if (Buffer.byteLength(room) <= maxChannel) return room
  const cut = Buffer.from(room)
    .subarray(0, maxChannel - 7)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '')
  return `${cut}-${short(room)}`
}

/** What somebody on the server is called in rooms. */
export function guestName(nick: string): string {
  const plain = nick.replaceAll(/[^\p{L}\p{N}_[\]\\`^{}|.-]/gu, '-').slice(0, 60)
  return `${plain}${guestMark}`
}

/** The nick of a guest; undefined for everybody else. */
export function nickOfGuest(name: string): string | undefined {
  return name.endsWith(guestMark) ? name.slice(0, -guestMark.length) : undefined
}

/** Whether a room is carried. */
export function isCarried(room: string, patterns: readonly string[]): boolean {
  const name = room.toLowerCase()
  return patterns.some((pattern) => {
    const wanted = pattern.toLowerCase()
    return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
  })
}

/** Who said a line; nothing for the server itself. */
export function nickOf({ source }: IrcMessage): string | undefined {
  const end = source?.indexOf('!') ?? -1
  return end > 0 ? source?.slice(0, end) : undefined
}
