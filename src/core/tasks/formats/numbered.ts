import type { Item, Section } from './checklist.ts'
import type { Diagnostics } from './diagnostics.ts'

/** A box with the number that the file gives it, or one that Iris gives. */
export interface NumberedItem {
  item: Item
  id: string
  /** The id in the file, if it has one. */
  ownId: string | undefined
  title: string
  parent: string | undefined
}

const numberAtStart =
  /^(?:Task\s+|タスク\s*)?(\d{1,6}(?:\.\d{1,6}){1,20}(?:[a-z](?![a-z])|-[A-Za-z][\w-]*)?|\d{1,6}(?=[.):：]))(?:[.):：](?!\d)|(?=\s|$))\s*/

/** The boxes of a file whose ids are numbers: 2, 2.1, 2.1.3. A part belongs to what its number, or else its indentation, says. */
export function numberedTasks(items: readonly Item[], diagnostics: Diagnostics): NumberedItem[] {
  const read = items.map((item) => ({ item, ...numberOf(item.box.words) }))
  const known = new Set(read.flatMap(({ ownId }) => ownId ?? []))
  const idOf = new Map<Item, string>()
  const freshId = freshNumbers(known)
  return read.map(({ item, ownId, title }) => {
    const above = item.above && idOf.get(item.above)
    const id = ownId ?? freshId(above ?? sectionNumber(item.section))
    idOf.set(item, id)
    if (ownId === undefined)
      diagnostics.add('MISSING_ID', item.line, {
        task: id,
        message: `This box has no id; it is called ${id} here.`,
      })
    return { item, id, ownId, title, parent: parentIn(known, id) ?? (above === id ? undefined : above) }
  })
}

function numberOf(words: string): { ownId: string | undefined; title: string } {
  const bold = words.startsWith('**') ? words.replace('**', '').replace('**', '') : words
  const match = numberAtStart.exec(bold)
  if (!match) return { ownId: undefined, title: words }
  return {
    ownId: match[1],
    title: bold
      .slice(match[0].length)
      .replace(/^[—–:-]\s+/, '')
      .trim(),
  }
}

function sectionNumber(section: Section | undefined): string | undefined {
  for (let one = section; one; one = one.above) {
    const number = /^(\d{1,6}(?:\.\d{1,6})*)[.):\s]/.exec(one.title)?.[1]
    if (number !== undefined) return number
  }
  return undefined
}

/** Gives numbers that a file does not use yet, under another or at the top. */
export function freshNumbers(known: Set<string>): (under: string | undefined) => string {
  const counts = new Map<string, number>()
  return (under) => {
    const start = under === undefined ? '' : `${under}.`
    let count = counts.get(start) ?? 0
    do count += 1
    while (known.has(`${start}${count}`))
    counts.set(start, count)
    known.add(`${start}${count}`)
    return `${start}${count}`
  }
}

function parentIn(known: ReadonlySet<string>, id: string): string | undefined {
  for (let end = id.lastIndexOf('.'); end > 0; end = id.lastIndexOf('.', end - 1)) {
    const parent = id.slice(0, end)
    if (known.has(parent)) return parent
  }
  return undefined
}
