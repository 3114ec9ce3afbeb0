/** A member of a JSON object as it stands in the text. */
interface Member {
  key: string
  start: number
  valueStart: number
  end: number
}

/** Sets `object.key` in the text of a JSON document and leaves every other character as it is. */
export function setMember(text: string, [object, key]: readonly [string, string], value: unknown): string {
  const indent = indentOf(text)
  const outer = membersOf(text, text.indexOf('{'))
  const parent = outer.members.findLast((member) => member.key === object)
  if (!parent) return insert(text, outer, { key: object, value: { [key]: value }, indent, depth: 1 })
  const inner = membersOf(text, parent.valueStart)
  const found = inner.members.findLast((member) => member.key === key)
  if (!found) return insert(text, inner, { key, value, indent, depth: 2 })
  return text.slice(0, found.valueStart) + printed(value, indent, 2) + text.slice(found.end)
}

/** Takes `object.key` out of the text of a JSON document and leaves every other character as it is. */
export function removeMember(text: string, [object, key]: readonly [string, string]): string {
  const parent = membersOf(text, text.indexOf('{')).members.findLast((member) => member.key === object)
  if (!parent) return text
  const { members, start, end } = membersOf(text, parent.valueStart)
  const place = members.findLastIndex((member) => member.key === key)
  const found = members[place]
  if (!found) return text
  if (members.length === 1) return `${text.slice(0, start + 1)}${text.slice(end)}`
  const before = members[place - 1]
  const after = members[place + 1]
  // The first goes with the comma behind it, any other with the comma before it.
  const from = before ? before.end : found.start
  const to = before ? found.end : (after?.start ?? found.end)
  return text.slice(0, from) + text.slice(to)
}

interface Insertion {
  key: string
  value: unknown
  indent: string
  depth: number
}

function insert(text: string, object: Members, { key, value, indent, depth }: Insertion): string {
  const line = indent === '' ? '' : `\n${indent.repeat(depth)}`
  const member = `${line}${JSON.stringify(key)}:${indent === '' ? '' : ' '}${printed(value, indent, depth)}`
  const last = object.members.at(-1)
  if (last) return `${text.slice(0, last.end)},${member}${text.slice(last.end)}`
  const close = indent === '' ? '' : `\n${indent.repeat(depth - 1)}`
  return `${text.slice(0, object.start + 1)}${member}${close}${text.slice(object.end)}`
}

function printed(value: unknown, indent: string, depth: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll('\n', `\n${indent.repeat(depth)}`)
}

/** How the document is indented; a document on one line stays on one line. */
function indentOf(text: string): string {
  if (/^\s*\{\s*\}\s*$/.test(text)) return '  '
  return /^\s*\{\s*\n([ \t]+)/.exec(text)?.[1] ?? ''
}

interface Members {
  members: Member[]
  start: number
  /** Where the closing brace is. */
  end: number
}

/** The members of the object whose brace is at `start`. The text is known to be JSON, so this need not check. */
function membersOf(text: string, start: number): Members {
  const members: Member[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] === '"') {
    const keyEnd = valueEnd(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = valueEnd(text, valueStart)
    members.push({ key: String(JSON.parse(text.slice(at, keyEnd))), start: at, valueStart, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { members, start, end: at }
}

/** Where the value that starts at `start` ends. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '"') at = stringEnd(text, at)
    else if ('{['.includes(char)) depth += 1
    else if ('}]'.includes(char)) depth -= 1
    else if (depth > 0 || !isLast(text, at)) continue
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Whether a number or word ends here. */
function isLast(text: string, at: number): boolean {
  return /[\s,}\]]/.test(text[at + 1] ?? ',')
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}
