/** One line of IRC, taken apart. */
export interface Message {
  tags: ReadonlyMap<string, string>
  source: string | undefined
  command: string
  params: readonly string[]
}

const maxParams = 15

/** Takes a line without its end apart; nothing when it holds no command. */
export function parseMessage(line: string): Message | undefined {
  const rest = { text: line, at: 0 }
  const tags = line.startsWith('@') ? parseTags(word(rest).slice(1)) : new Map<string, string>()
  skipSpaces(rest)
  const source = rest.text[rest.at] === ':' ? word(rest).slice(1) : undefined
  skipSpaces(rest)
  const command = word(rest)
  if (command === '') return undefined
  return { tags, source, command: command.toUpperCase(), params: parseParams(rest) }
}

interface Rest {
  text: string
  at: number
}

function word(rest: Rest): string {
  const end = rest.text.indexOf(' ', rest.at)
  const found = rest.text.slice(rest.at, end < 0 ? undefined : end)
  rest.at = end < 0 ? rest.text.length : end
  return found
}

function skipSpaces(rest: Rest): void {
  while (rest.text[rest.at] === ' ') rest.at += 1
}

function parseParams(rest: Rest): string[] {
  const params: string[] = []
  for (skipSpaces(rest); rest.at < rest.text.length; skipSpaces(rest)) {
    if (rest.text[rest.at] === ':' || params.length === maxParams - 1) {
      const from = rest.text[rest.at] === ':' ? rest.at + 1 : rest.at
      params.push(rest.text.slice(from))
      break
    }
    params.push(word(rest))
  }
  return params
}

const unescaped: Record<string, string> = { ':': ';', s: ' ', '\\': '\\', r: '\r', n: '\n' }

function parseTags(text: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const tag of text.split(';')) {
    const equals = tag.indexOf('=')
    const key = equals < 0 ? tag : tag.slice(0, equals)
    if (key) tags.set(key, equals < 0 ? '' : unescapeValue(tag.slice(equals + 1)))
  }
  return tags
}

function unescapeValue(value: string): string {
  if (!value.includes('\\')) return value
  return value.replaceAll(/\\(.?)/gs, (_, letter: string) => unescaped[letter] ?? letter)
}

const escaped: Record<string, string> = {
  ';': String.raw`\:`,
  ' ': String.raw`\s`,
  '\\': '\\\\',
  '\r': String.raw`\r`,
  '\n': String.raw`\n`,
  '\0': '',
}

/** The value of a tag as it stands in a line. */
export function escapeValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL may stand in no line
  return value.replaceAll(/[; \\\r\n\0]/g, (letter) => escaped[letter] ?? '')
}

/** The tags of a line, without the `@`. */
export function formatTags(tags: Iterable<readonly [string, string]>): string {
  const parts: string[] = []
  for (const [key, value] of tags) parts.push(value === '' ? key : `${key}=${escapeValue(value)}`)
  return parts.join(';')
}

/**
 * A line without tags and without its end. Whatever the parts hold, it stays one line with the parts it was given: what
 * ends lines becomes a space, and a part that is not the last one loses its spaces.
 */
export function formatMessage({ source, command, params }: Omit<Message, 'tags'>): string {
  let line = source === undefined ? command : `:${middle(source)} ${command}`
  const last = params.length - 1
  for (const [place, param] of params.entries())
    line += place < last ? ` ${middle(param)}` : ` ${trailing(param)}`
  return line
}

// oxlint-disable-next-line no-control-regex -- these end a line
const lineEnds = /[\r\n\0]/g

function middle(param: string): string {
  if (/^[^\s:\0][^\s\0]*$/.test(param)) return param
  const kept = param.replaceAll(/[\s\0]+/g, '_').replace(/^:+/, '')
  return kept === '' ? '*' : kept
}

function trailing(param: string): string {
  const text = param.replaceAll(lineEnds, ' ')
  return text === '' || text.startsWith(':') || text.includes(' ') ? `:${text}` : text
}
