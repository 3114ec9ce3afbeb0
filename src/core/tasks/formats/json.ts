/** A JSON value with the place where the text has it. */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; entries: Map<string, JsonNode> }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'scalar'; value: string | number | boolean | null }
)

/** Where a text stops being JSON, and why. */
export class JsonFault extends Error {
  readonly offset: number
  constructor(offset: number, why: string) {
    super(why)
    this.offset = offset
  }
}

const deepest = 100
const scalar = /(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y
const blank = /[ \t\r\n\uFEFF]*/y

interface Cursor {
  text: string
  at: number
  depth: number
}

/** Reads one JSON value that fills a text; throws a JsonFault with the place where it is none. */
export function readJson(text: string): JsonNode {
  const cursor = { text, at: 0, depth: 0 }
  skipBlank(cursor)
  const node = readValue(cursor)
  skipBlank(cursor)
  if (cursor.at < text.length) throw new JsonFault(cursor.at, 'there is more after the end')
  return node
}

function skipBlank(cursor: Cursor): void {
  blank.lastIndex = cursor.at
  blank.exec(cursor.text)
  cursor.at = blank.lastIndex
}

function readValue(cursor: Cursor): JsonNode {
  const { text, at: start } = cursor
  if (cursor.depth > deepest) throw new JsonFault(start, 'it is nested too deep')
  if (text[start] === '{') return readObject(cursor)
  if (text[start] === '[') return readArray(cursor)
  if (text[start] === '"') return { kind: 'scalar', start, value: readString(cursor), end: cursor.at }
  scalar.lastIndex = start
  const found = scalar.exec(text)?.[0]
  if (found === undefined)
    throw new JsonFault(start, start < text.length ? 'a value was expected' : 'it ends too early')
  cursor.at += found.length
  return { kind: 'scalar', start, end: cursor.at, value: scalarOf(found) }
}

function readObject(cursor: Cursor): JsonNode {
  const start = cursor.at
  const entries = new Map<string, JsonNode>()
  readList(cursor, '}', () => {
    if (cursor.text[cursor.at] !== '"') throw new JsonFault(cursor.at, 'a name in quotes was expected')
    const name = readString(cursor)
    skipBlank(cursor)
    if (cursor.text[cursor.at] !== ':') throw new JsonFault(cursor.at, 'a colon was expected')
    cursor.at += 1
    skipBlank(cursor)
    entries.set(name, readValue(cursor))
  })
  return { kind: 'object', start, end: cursor.at, entries }
}

function readArray(cursor: Cursor): JsonNode {
  const start = cursor.at
  const items: JsonNode[] = []
  readList(cursor, ']', () => void items.push(readValue(cursor)))
  return { kind: 'array', start, end: cursor.at, items }
}

function readList(cursor: Cursor, close: string, one: () => void): void {
  cursor.at += 1
  cursor.depth += 1
  skipBlank(cursor)
  let isOpen = cursor.text[cursor.at] !== close
  if (!isOpen) cursor.at += 1
  while (isOpen) {
    one()
    skipBlank(cursor)
    const sign = cursor.text[cursor.at]
    if (sign !== ',' && sign !== close) throw new JsonFault(cursor.at, `a comma or ${close} was expected`)
    cursor.at += 1
    isOpen = sign === ','
    if (isOpen) skipBlank(cursor)
  }
  cursor.depth -= 1
}

function readString(cursor: Cursor): string {
  const { text, at: start } = cursor
  let at = start + 1
  for (; text[at] !== '"'; at += 1) {
    if (at >= text.length) throw new JsonFault(start, 'a text in quotes is never closed')
    if (text[at] === '\\') at += 1
  }
  cursor.at = at + 1
  return decoded(text.slice(start, cursor.at), start)
}

function scalarOf(found: string): number | boolean | null {
  if (found === 'null') return null
  return found === 'true' || found === 'false' ? found === 'true' : Number(found)
}

function decoded(quoted: string, start: number): string {
  try {
    return String(JSON.parse(quoted))
  } catch (cause) {
    throw Object.assign(new JsonFault(start, 'a text in quotes has a sign that is not allowed'), { cause })
  }
}

/** The value of a node, without places. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(valueOf)
  return Object.fromEntries([...node.entries].map(([name, entry]) => [name, valueOf(entry)]))
}

/** What an object has under a name. */
export function entryOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.entries.get(name) : undefined
}

/** The text that an object has under a name, if it is one. */
export function textOf(node: JsonNode | undefined, name: string): string | undefined {
  const entry = entryOf(node, name)
  return entry?.kind === 'scalar' && typeof entry.value === 'string' ? entry.value : undefined
}

/** The items that an object has under a name. */
export function itemsOf(node: JsonNode | undefined, name: string): JsonNode[] {
  const entry = entryOf(node, name)
  return entry?.kind === 'array' ? entry.items : []
}

/** The number that an object has under a name, if it is one. */
export function numberOf(node: JsonNode | undefined, name: string): number | undefined {
  const entry = entryOf(node, name)
  return entry?.kind === 'scalar' && typeof entry.value === 'number' ? entry.value : undefined
}
