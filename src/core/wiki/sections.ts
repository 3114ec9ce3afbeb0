import { IrisError } from '../../contract/index.ts'

interface Heading {
  line: number
  level: number
  title: string
}

/** The headings of a page, in order; those in code are none. */
export function headingsOf(text: string): Heading[] {
  const headings: Heading[] = []
  eachLine(text, (line, at) => {
    const [, marks = '', title = ''] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? []
    if (marks !== '' && title !== '') headings.push({ line: at, level: marks.length, title })
  })
  return headings
}

/** Calls back for every line that is not in a fence of code. */
function eachLine(text: string, see: (line: string, at: number) => void): void {
  let fence: string | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence !== undefined) fence = isEnd(fence, mark, rest) ? undefined : fence
    else if (mark !== undefined && !(mark.startsWith('`') && rest.includes('`'))) fence = mark
    else see(line, at)
  }
}

function isEnd(fence: string, mark: string | undefined, rest: string): boolean {
  return mark !== undefined && mark.startsWith(fence) && rest.trim() === ''
}

/** A page in three: what is before the section with its heading, the section, what is after it. */
interface Cut {
  before: string[]
  section: string[]
  after: string[]
}

function cut(page: string, text: string, wanted: string): Cut {
  const headings = headingsOf(text)
  const same = headings.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase())
  const [found] = same
  if (!found || same.length > 1) {
    const known = headings.map(({ title }) => title).slice(0, 40)
    const why = found ? `has ${same.length} sections` : 'has no section'
    throw new IrisError('PAGE_EDIT_REFUSED', `The page ${page} ${why} of that heading.`, {
      details: { sections: known },
    })
  }
  const lines = text.split('\n')
  const next = headings.find(({ line, level }) => line > found.line && level <= found.level)
  const end = next?.line ?? lines.length
  return {
    before: lines.slice(0, found.line + 1),
    section: lines.slice(found.line + 1, end),
    after: lines.slice(end),
  }
}

/** One section with its heading. */
export function sectionOf(page: string, text: string, wanted: string): string {
  const { before, section } = cut(page, text, wanted)
  return [before.at(-1) ?? '', ...section].join('\n').trimEnd() + '\n'
}

/** The page with other words in a section; its heading stays. */
export function withSection(page: string, text: string, put: { section: string; text: string }): string {
  const { before, after } = cut(page, text, put.section)
  return joined(before, ownWords(put.text, before.at(-1) ?? ''), after)
}

/** Who gives the heading again means the same heading. */
function ownWords(text: string, heading: string): string {
  return text.startsWith(heading) ? text.slice(heading.length).replace(/^\r?\n/, '') : text
}

/** The page with more words at the end of a section. */
export function withMore(page: string, text: string, more: { section: string; text: string }): string {
  const { before, section, after } = cut(page, text, more.section)
  return joined(before, withEnd(section.join('\n'), more.text), after)
}

function joined(before: readonly string[], words: string, after: readonly string[]): string {
  const inner = words.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  const rest = after.length === 0 ? '\n' : `\n\n${after.join('\n')}`
  return `${before.join('\n')}\n\n${inner}${rest}`
}

/** A text with another at its end, on lines of its own. */
export function withEnd(text: string, more: string): string {
  const end = more.endsWith('\n') ? more : `${more}\n`
  if (text.trim() === '') return end
  return `${text.endsWith('\n') ? text : `${text}\n`}${end}`
}
