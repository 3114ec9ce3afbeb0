import { IrisError } from '../../contract/index.ts'

const maxName = 100
/** What ends a name on IRC, or could pass for something else there; and what nobody sees. */
const forbidden = /[\s,:\p{C}]/u

/** Two names that differ only in the case of letters are one. */
export function folded(name: string): string {
  return name.toLowerCase()
}

/** A name as it may be; throws when it may not. */
export function channelName(name: string): string {
  if (name.startsWith('#') && name.length > 1 && name.length <= maxName && !forbidden.test(name)) return name
  throw new IrisError('CHANNEL_NAME_INVALID', `${JSON.stringify(name.slice(0, 80))} is no name of a room.`)
}

/** What the direct messages of two are called; whoever asks, it is the same. */
export function directName(one: string, other: string): string {
  return `@${[one, other].toSorted((a, b) => (folded(a) < folded(b) ? -1 : 1)).join('+')}`
}
