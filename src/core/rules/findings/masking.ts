/** The languages whose tests are known. */
export type Language = 'javascript' | 'python' | 'go' | 'rust' | 'java'

/** What a piece of text is: code, or a comment or string from here to there. */
type Skip = (text: string, at: number) => number | undefined

/**
 * A text of the same length in which comments and what is in strings are blanks; lines and quotes stay. So a word found
 * in it is code, and where it is found is where it is.
 */
export function mask(text: string, language: Language): string {
  const { comment, string } = syntaxes[language]
  const parts: string[] = []
  let plain = 0
  for (let at = 0; at < text.length;) {
    const afterComment = comment(text, at)
    const end = afterComment ?? string(text, at)
    if (end === undefined || end <= at) {
      at += 1
      continue
    }
    parts.push(
      text.slice(plain, at),
      afterComment === undefined ? hollow(text.slice(at, end)) : blank(text.slice(at, end)),
    )
    plain = end
    at = end
  }
  parts.push(text.slice(plain))
  return parts.join('')
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** A string without what it says. */
function hollow(text: string): string {
  const quote = /["'`/]/.exec(text)?.[0] ?? ''
  const first = text.indexOf(quote)
  const last = text.lastIndexOf(quote)
  if (first === -1 || last <= first) return blank(text)
  return (
    blank(text.slice(0, first)) +
    quote +
    blank(text.slice(first + 1, last)) +
    quote +
    blank(text.slice(last + 1))
  )
}

const syntaxes: Readonly<Record<Language, { comment: Skip; string: Skip }>> = {
  javascript: { comment: slashes, string: javascriptString },
  python: { comment: hash, string: pythonString },
  go: { comment: slashes, string: goString },
  rust: { comment: nestedSlashes, string: rustString },
  java: { comment: slashes, string: javaString },
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function after(text: string, word: string, from: number): number {
  const end = text.indexOf(word, from)
  return end === -1 ? text.length : end + word.length
}

function slashes(text: string, at: number): number | undefined {
  if (text[at] !== '/') return undefined
  if (text[at + 1] === '/') return lineEnd(text, at)
  return text[at + 1] === '*' ? after(text, '*/', at + 2) : undefined
}

function nestedSlashes(text: string, at: number): number | undefined {
  if (!text.startsWith('/*', at)) return slashes(text, at)
  const marks = /\/\*|\*\//g
  marks.lastIndex = at
  let depth = 0
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return text.length
}

function hash(text: string, at: number): number | undefined {
  return text[at] === '#' ? lineEnd(text, at) : undefined
}

/** The end of a string on one line; one that is not closed ends with its line. */
function quoted(text: string, at: number): number {
  const quote = text[at]
  for (let place = at + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === quote) return place + 1
    else if (text[place] === '\n') return place
  }
  return text.length
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\w$]/.test(letter)

function javascriptString(text: string, at: number): number | undefined {
  const letter = text[at]
  if (letter === '"' || letter === "'") return quoted(text, at)
  if (letter === '`') return templateEnd(text, at)
  return letter === '/' && canBeExpression(text, at) ? expressionEnd(text, at) : undefined
}

/** Templates may hold code that holds templates. */
function templateEnd(text: string, at: number): number {
  for (let place = at + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '`') return place + 1
    else if (text.startsWith('${', place)) place = holeEnd(text, place + 2) - 1
  }
  return text.length
}

function holeEnd(text: string, from: number): number {
  let depth = 1
  for (let place = from; place < text.length; place += 1) {
    const end =
      slashes(text, place) ?? (/["'`]/.test(text[place] ?? '') ? javascriptString(text, place) : undefined)
    if (end !== undefined && end > place) place = end - 1
    else if (text[place] === '{') depth += 1
    else if (text[place] === '}' && (depth -= 1) === 0) return place + 1
  }
  return text.length
}

function canBeExpression(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd()
  const last = before.at(-1)
  if (last === undefined || '(,=:[!&|?{};+-*%<>~^'.includes(last)) return true
  return /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|await|yield)$/.test(before)
}

function expressionEnd(text: string, at: number): number | undefined {
  let isInClass = false
  for (let place = at + 1; place < text.length && text[place] !== '\n'; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '[') isInClass = true
    else if (text[place] === ']') isInClass = false
    else if (text[place] === '/' && !isInClass) return place + 1
  }
  return undefined
}

function pythonString(text: string, at: number): number | undefined {
  const letter = text[at]
  if (letter !== '"' && letter !== "'") return undefined
  const triple = letter.repeat(3)
  if (!text.startsWith(triple, at)) return quoted(text, at)
  for (let place = at + 3; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text.startsWith(triple, place)) return place + 3
  }
  return text.length
}

function goString(text: string, at: number): number | undefined {
  const letter = text[at]
  if (letter === '`') return after(text, '`', at + 1)
  return letter === '"' || letter === "'" ? quoted(text, at) : undefined
}

function rustString(text: string, at: number): number | undefined {
  const letter = text[at]
  if (letter === '"') return multilineString(text, at)
  if (letter === 'r' && !isWord(text[at - 1])) {
    const [raw, hashes = ''] = /^r(#*)"/.exec(text.slice(at, at + 20)) ?? []
    return raw === undefined ? undefined : after(text, `"${hashes}`, at + raw.length)
  }
  // A lifetime has no second quote.
  if (letter !== "'") return undefined
  const [character] = /^'(?:\\(?:u\{[^}\n]*\}|x..|.)|[^'\\\n])'/u.exec(text.slice(at, at + 16)) ?? []
  return character === undefined ? undefined : at + character.length
}

function multilineString(text: string, at: number): number {
  for (let place = at + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '"') return place + 1
  }
  return text.length
}

function javaString(text: string, at: number): number | undefined {
  const letter = text[at]
  if (text.startsWith('"""', at)) return after(text, '"""', at + 3)
  return letter === '"' || letter === "'" ? quoted(text, at) : undefined
}
