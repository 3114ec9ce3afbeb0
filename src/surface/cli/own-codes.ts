import { harmless } from '../../platform/lib/index.ts'

/** Tells the codes that Iris itself gives a terminal from those in text of others. */
export interface OwnCodes {
  /** A code of ours, to be put into a text. */
  own: (code: string) => string
  /** The text as it goes to the terminal: our codes obeyed, all others shown. */
  shown: (text: string) => string
}

/** Codes of ours carry a mark that nobody else can know, until they are written. */
export function createOwnCodes(): OwnCodes {
  const mark = `\u001B<${globalThis.crypto.randomUUID()}:`
  // oxlint-disable-next-line no-control-regex
  const marked = new RegExp(`${mark}([0-9a-f]*)>`)
  return {
    own: (code) => `${mark}${Buffer.from(code).toString('hex')}>`,
    shown: (text) =>
      text
        .split(marked)
        .map((piece, place) => (place % 2 === 0 ? harmless(piece) : Buffer.from(piece, 'hex').toString()))
        .join(''),
  }
}

/** A text without the codes of ours: what of it takes room on the screen. */
export function withoutCodes(text: string): string {
  return text.replaceAll(anyMark, '')
}
// oxlint-disable-next-line no-control-regex
const anyMark = /\u001B<[0-9a-f-]{36}:[0-9a-f]*>/g
