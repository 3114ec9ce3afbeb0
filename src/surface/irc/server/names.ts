export const limits = {
  nick: 32,
  username: 16,
  channel: 64,
  topic: 390,
  realname: 150,
  away: 390,
  kick: 390,
  key: 32,
  channels: 100,
  targets: 8,
  bans: 100,
  modes: 12,
} as const

/** Two names that differ only in the case of ASCII letters are one. */
export function fold(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

export function isNick(name: string): boolean {
  return name.length <= limits.nick && /^[A-Za-z[\]\\`_^{|}][A-Za-z0-9[\]\\`_^{|}-]*$/.test(name)
}

export function isChannelName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters may stand in no name
  return Buffer.byteLength(name) <= limits.channel && /^#[^\x00-\x20,:*?\x7f]+$/.test(name)
}

/** Whether a name looks like that of a channel, valid or not. */
export function isChannelLike(name: string): boolean {
  return name.startsWith('#')
}

/** A mask with `*` and `?`, without regard to the case of ASCII letters. Takes time in proportion to both lengths. */
export function matchesMask(mask: string, text: string): boolean {
  const pattern = fold(mask)
  const subject = fold(text)
  let at = 0
  let star = -1
  let resume = 0
  let place = 0
  while (place < subject.length) {
    if (
      at < pattern.length &&
      (pattern[at] === '?' || (pattern[at] !== '*' && pattern[at] === subject[place]))
    ) {
      at += 1
      place += 1
    } else if (pattern[at] === '*') {
      star = at
      resume = place
      at += 1
    } else if (star >= 0) {
      resume += 1
      place = resume
      at = star + 1
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** The text cut to so many bytes, between two characters. */
export function shortened(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  return Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
}
