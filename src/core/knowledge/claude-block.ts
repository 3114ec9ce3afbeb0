import { IrisError, type Lesson, type LessonId } from '../../contract/index.ts'
import { lessonDefaults } from '../rules/index.ts'

/** The file that Claude Code reads at every start. */
export const claudeFile = 'CLAUDE.md'

const begin =
  '<!-- iris lessons: learned here and approved by you. `iris lessons demote` takes a line out. -->'
const end = '<!-- iris lessons end -->'

const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`)

/** On lines of its own. */
const wholeBlock = new RegExp(
  String.raw`(?<=^|\n|^\uFEFF)${escaped(begin)}(\r?\n)(?:([\s\S]*?)\r?\n)?${escaped(end)}(?=\r?\n|$)`,
)

/** The file with the line of a lesson, in the block of Iris, and without those it supersedes. */
export function withLine(
  text: string,
  { line, instead = [] }: { line: string; instead?: readonly LessonId[] },
): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const block = blockIn(text)
  if (!block) return appended(text, [begin, line, end].join(eol), eol)
  const lines = block.lines.filter((known) => !instead.some((id) => isOf(known, id)))
  const { maxLines } = lessonDefaults.promote
  if (lines.length >= maxLines)
    throw new IrisError(
      'LESSON_NOT_PROMOTABLE',
      `${claudeFile} has ${maxLines} lessons already: demote one first.`,
    )
  return withBlock(text, block, [...lines, line])
}

/** The file without the line of a lesson; with the last line the block goes, and what is left is as it was before. */
export function withoutLine(text: string, lesson: LessonId): string {
  const block = blockIn(text)
  if (!block) return text
  const lines = block.lines.filter((line) => !isOf(line, lesson))
  if (lines.length === block.lines.length) return text
  return lines.length > 0 ? withBlock(text, block, lines) : withoutBlock(text, block)
}

export function hasLine(text: string, lesson: LessonId): boolean {
  return blockIn(text)?.lines.some((line) => isOf(line, lesson)) ?? false
}

/** A lesson as its line: what to do, then what it rests on. Its words cannot end the block, import a file or hide. */
export function lineOf(lesson: Lesson): string {
  const { text, glob, occurrences, prevented, author, lesson: id } = lesson
  const files = glob === null ? '' : ` (${plain(glob)})`
  const kept = prevented > 0 ? `, kept ${prevented} ${prevented === 1 ? 'failure' : 'failures'} away` : ''
  return `- ${plain(text)}${files} <!-- ${id}: seen ${occurrences} times${kept}; by ${plain(author.name)} -->`
}

interface Block {
  /** Where its first line begins, and where its last line ends, without its line end. */
  from: number
  to: number
  eol: string
  lines: string[]
}

function blockIn(text: string): Block | undefined {
  const marks = [begin, end].map((mark) => text.split(mark).length - 1)
  if (marks.every((count) => count === 0)) return undefined
  const found = marks.every((count) => count === 1) ? wholeBlock.exec(text) : null
  if (!found) throw damaged()
  const [whole, eol = '\n', inner] = found
  const lines = inner === undefined ? [] : inner.split(/\r?\n/)
  return { from: found.index, to: found.index + whole.length, eol, lines }
}

function withBlock(text: string, { from, to, eol }: Block, lines: readonly string[]): string {
  return text.slice(0, from) + [begin, ...lines, end].join(eol) + text.slice(to)
}

/** Behind an empty line, and with a last newline only where there was one. */
function appended(text: string, block: string, eol: string): string {
  if (text === '' || text === '\uFEFF') return text + block + eol
  return text.endsWith('\n') ? text + eol + block + eol : text + eol + eol + block
}

function withoutBlock(text: string, { from, to }: Block): string {
  const before = text.slice(0, from)
  const after = text.slice(to)
  // Without a last newline there were two before it, of which the first was put there too.
  if (after === '') return before.replace(/(?:\r?\n){1,2}$/, '')
  return before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '')
}

function isOf(line: string, lesson: LessonId): boolean {
  return line.includes(`<!-- ${lesson}:`)
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu

/** On one line; marks of comments, imports and characters that nobody sees are spelled out. */
function plain(words: string): string {
  return words
    .replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`)
    .replaceAll(/<!|-->|--!>/g, (mark) => mark.split('').join('\\'))
    .replaceAll(/(?<=^|\s)@/g, '\\@')
}

function damaged(): IrisError {
  const why = `The block of Iris in ${claudeFile} is damaged: it needs its first and its last line, each once.`
  return new IrisError('LESSON_NOT_PROMOTABLE', why)
}
