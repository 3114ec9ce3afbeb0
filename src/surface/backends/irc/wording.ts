import type { Message } from '../../../contract/index.ts'
import { cutText } from '../../irc/index.ts'

const mark = '\u0001'
/** What the longest line of IRC holds, with its end. */
const maxLine = 512
/** What a server may put before a line as it passes it on: `:nick!~username@host `. */
const maxUser = 14
const maxHost = 64
/** What the common servers take. */
const maxTopic = 300
/** Stands before what may have been said already. */
export const again = '(again) '

/** How many bytes of text fit into a line, as the server passes it on. */
export function roomFor({ nick, target }: { nick: string; target: string }): number {
  const source = `:${nick}!`.length + maxUser + 1 + maxHost + 1
  return (
    maxLine -
    source -
    'PRIVMSG '.length -
    Buffer.byteLength(target) -
    ' :'.length -
    '\r\n'.length -
    again.length
  )
}

export interface Speaking {
  /** Bytes of text in one line. */
  maxBytes: number
  /** Stands before each line of who has no connection of its own. */
  prefix: string
  maxLines: number
  /** Where all of it is. */
  room: string
  /** What the server takes as one message of many lines. */
  multiline?: { maxBytes: number; maxLines: number } | undefined
}

/**
 * What of a message is said on the server, in parts that are proved one by one. A part with line ends in it is one
 * message of many lines.
 */
export function partsOf(message: Pick<Message, 'form' | 'body' | 'via'>, speaking: Speaking): string[] {
  const { prefix, maxBytes, maxLines, multiline, room } = speaking
  const lines = linesOf(message)
  if (multiline && lines.length > 1 && isWithin(lines, multiline)) return [lines.join('\n')]
  const isAction = message.form === 'action' && lines.length === 1
  const fits = maxBytes - Buffer.byteLength(prefix) - (isAction ? `${mark}ACTION ${mark}`.length : 0)
  const pieces = lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => cutText(line, fits))
    .map((piece) => piece.trimEnd())
    .filter((piece) => piece !== '')
  const said =
    pieces.length <= maxLines ? pieces : [...pieces.slice(0, maxLines), rest(pieces.length - maxLines, room)]
  return said.map((piece) => (isAction ? `${mark}ACTION ${prefix}${piece}${mark}` : `${prefix}${piece}`))
}

function linesOf({ body, via }: Pick<Message, 'body' | 'via'>): string[] {
  const text = withoutControls(body.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n'))
  return (via === null ? text : `[${via}] ${text}`).trim().split('\n')
}

function isWithin(lines: readonly string[], most: { maxBytes: number; maxLines: number }): boolean {
  // A long line counts as several: it is sent in pieces.
  const pieces = lines.reduce((sum, line) => sum + cutText(line, 300).length, 0)
  return pieces <= most.maxLines && Buffer.byteLength(lines.join('\n')) <= most.maxBytes
}

const rest = (count: number, room: string): string =>
  `… ${count} more ${count === 1 ? 'line' : 'lines'}: iris chat read '${room}'`.slice(0, 120)

/** A topic as one line that fits. */
export function topicLine(topic: string): string {
  return cutText(withoutControls(topic.replaceAll(/\s+/gu, ' ')).trim(), maxTopic)[0]?.trimEnd() ?? ''
}

/** What ends lines, colours them or asks clients for something is not text. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.replaceAll('\t', ' ').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
}

/** What somebody on the server said, as rooms keep it; nothing when it is no text, such as a question to the client. */
export function readSaid(
  command: string,
  text: string,
): { form: 'message' | 'action' | 'notice'; body: string } | undefined {
  const action = text.startsWith(`${mark}ACTION `)
  if (text.startsWith(mark) && !action) return undefined
  const plain = action ? text.slice(`${mark}ACTION `.length) : text
  const body = withoutControls(
    // oxlint-disable-next-line no-control-regex -- a colour is a control character and up to two numbers
    plain.replaceAll(/\u0003(?:\d{1,2}(?:,\d{1,2})?)?|\u0004[0-9a-fA-F]{0,6}/g, ''),
  )
  if (body.trim() === '') return undefined
  return { form: action ? 'action' : command === 'NOTICE' ? 'notice' : 'message', body }
}

/** What a server takes as one message of many lines; nothing where it takes none. */
export function multilineOf(
  capabilities: ReadonlyMap<string, string> | undefined,
): { maxBytes: number; maxLines: number } | undefined {
  const offered = capabilities?.get('draft/multiline')
  if (offered === undefined || !capabilities?.has('batch')) return undefined
  const limit = (name: string, usual: number): number =>
    Number(new RegExp(`${name}=(\\d+)`).exec(offered)?.[1] ?? usual)
  return { maxBytes: limit('max-bytes', 4096), maxLines: limit('max-lines', 100) }
}
