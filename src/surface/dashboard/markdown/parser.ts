import createMarkdownIt, { type MarkdownIt, type StateInline, type Token } from 'markdown-it'

/** What nobody nests by hand; the parser drops what lies deeper. */
const deepest = 60

const parser = createParser()

/** The tokens of a text, in which nothing is HTML and nothing is hidden. */
export function parse(source: string): Token[] {
  return parser.parse(source, {})
}

/** The tokens of a line. */
export function parseLine(source: string): Token[] {
  return parser.parseInline(source, {})[0]?.children ?? []
}

function createParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: deepest })
  // A definition would hide its words. A line of dashes under a text is a rule, as agents mean it.
  parser.disable(['reference', 'lheading'])
  parser.validateLink = isShown
  parser.inline.ruler.before('newline', 'bare_link', takeBareLink)
  return parser
}

/** True when the parser may have dropped something. */
export function isTooDeep(tokens: readonly Token[]): boolean {
  return tokens.some(({ level }) => level >= deepest - 1)
}

/** True for what a browser may open when its reader presses on it. */
export function isAddress(target: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(target)
}

/** A path, also one with a line (`src/a.ts:12`), is shown without a link; any other scheme stays as it was written. */
function isShown(target: string): boolean {
  if (isAddress(target)) return true
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(target) ?? []
  return !target.startsWith('//') && (scheme === undefined || scheme.includes('.'))
}

const scheme = /(?<![a-z\d])https?$/i
const rest = /:\/\/[^\s<>()[\]"'`|]+/y
const trailing = new Set('.,;:!?*_~')

/** An address in the middle of a text. Called at its colon, where the text before it ends; takes each letter once. */
function takeBareLink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src[pos] !== ':' || state.linkLevel > 0) return false
  const [start = ''] = scheme.exec(src.slice(Math.max(0, pos - 6), pos)) ?? []
  const length = start === '' ? 0 : addressLength(src, pos)
  if (length === 0) return false
  if (!silent) {
    if (!state.pending.endsWith(start)) return false
    state.pending = state.pending.slice(0, -start.length)
    const address = start + src.slice(pos, pos + length)
    state.push('link_open', 'a', 1).attrs = [['href', state.md.normalizeLink(address)]]
    state.push('text', '', 0).content = address
    state.push('link_close', 'a', -1)
  }
  state.pos += length
  return true
}

/** How long an address is from its colon on; 0 where there is none. What ends the sentence around it is not of it. */
function addressLength(source: string, colon: number): number {
  rest.lastIndex = colon
  const [run = ''] = rest.exec(source) ?? []
  let end = run.length
  while (trailing.has(run[end - 1] ?? '')) end -= 1
  return end > '://'.length ? end : 0
}
