import { fallbackWords, oneLine, wordsHint } from '../views/index.ts'
import { nothingAnswered, questionOf, type Answering } from './answering.ts'
import type { OpenAsk, WholeAsk } from './asks.ts'
import type { Tone } from './theme.ts'
import { cells, clean, widthOf, wrapped } from './words.ts'

/** A piece of a line. */
interface Span {
  words: string
  tone: Tone
}

export type SpanLine = readonly Span[]

const maxTitle = 300

/** The lines under the title of the chosen ask: what exactly it is about, and the keys that answer it; nothing is cut. */
export function askLines(
  ask: OpenAsk,
  { answering, columns, now }: { answering: Answering | null; columns: number; now: number },
): { detail: SpanLine[]; keys: SpanLine[] } {
  const so = answering ?? nothingAnswered(ask.ask)
  const question = questionOf(ask, so)
  const detail = [
    ...paragraph(ask.detail, { columns, tone: 'ink' }),
    ...paragraph(isSaid(ask) ? '' : ask.context, { columns, tone: 'quiet' }),
  ]
  const options = question?.options ?? []
  const isVerdict = ask.kind === 'permission' || ask.kind === 'plan'
  const keys = isVerdict
    ? inRows([...options.map(({ key, label }) => keyed(key, label)), keyed('r', 'say why not')], columns)
    : [
        ...options.map((option) => optionLine(option, so.marked, question?.multiSelect ?? false)),
        ...(question?.multiSelect ? [keyed('Enter', 'answer with what is marked')] : []),
        ...(question?.freeText
          ? [keyed('r', options.length === 0 ? 'answer' : wordsHint(ask).toLowerCase())]
          : []),
      ].flatMap((line) => wrappedSpans(line, columns))
  return { detail, keys: [...keys, ...countdown(ask, now).flatMap((line) => wrappedSpans(line, columns))] }
}

/** What is wanted, in words; of several questions, the one that stands now. */
export function titleOf(ask: OpenAsk, answering: Answering | null): string {
  return clean(oneLine(wholeTitle(ask, answering), maxTitle))
}

/** The same uncut. */
export function wholeTitle(ask: OpenAsk, answering: Answering | null): string {
  const { length } = ask.questions
  const so = answering?.ask === ask.ask ? answering : nothingAnswered(ask.ask)
  const question = questionOf(ask, so)
  if (length < 2 || !question) return ask.title
  return `${so.given.length + 1} of ${length}: ${question.question}`
}

/** What its agent had said when it asked. */
export function saidLines({ said }: WholeAsk, columns: number): SpanLine[] {
  if (said.trim() === '') return []
  return [
    [],
    [{ words: 'It had said:', tone: 'quiet' }],
    ...paragraph(said.trim(), { columns, tone: 'quiet' }),
  ]
}

/** Why it is asked may be no more than what is asked. */
function isSaid({ context, title, detail }: OpenAsk): boolean {
  return [title, detail].some((words) => words.trim() === context.trim())
}

export function paragraph(text: string, { columns, tone }: { columns: number; tone: Tone }): SpanLine[] {
  return text === '' ? [] : wrapped(clean(text), columns).map((words) => [{ words, tone }])
}

function keyed(key: string, label: string): Span[] {
  return [
    { words: key, tone: 'accent' },
    { words: ` ${clean(label)}   `, tone: 'ink' },
  ]
}

/** Keys side by side, as many in a row as fit. */
function inRows(keys: readonly Span[][], columns: number): SpanLine[] {
  const rows: Span[][] = [[]]
  for (const key of keys) {
    const row = rows.at(-1) ?? []
    const width = widthOf(
      [...row, ...key]
        .map(({ words }) => words)
        .join('')
        .trimEnd(),
    )
    if (row.length > 0 && width > columns) rows.push([...key])
    else row.push(...key)
  }
  return rows.flatMap((row) => wrappedSpans(row, columns))
}

/** A line of pieces as lines of at most so many columns; what follows the first stands under its words. */
function wrappedSpans(line: SpanLine, columns: number): SpanLine[] {
  const lines: Span[][] = [[]]
  let used = 0
  for (const { words, tone } of trimmed(line)) {
    let piece = ''
    for (const char of words) {
      if (used + cells(char) > columns) {
        lines.at(-1)?.push({ words: piece, tone })
        lines.push([{ words: '  ', tone }])
        piece = ''
        used = 2
      }
      piece += char
      used += cells(char)
    }
    lines.at(-1)?.push({ words: piece, tone })
  }
  return lines
}

function trimmed(line: SpanLine): SpanLine {
  return line.map((span, place) =>
    place === line.length - 1 ? { ...span, words: span.words.trimEnd() } : span,
  )
}

function optionLine(
  { key, label, description, recommended, implications }: OpenAsk['questions'][number]['options'][number],
  marked: readonly string[],
  isMarkable: boolean,
): SpanLine {
  const mark = isMarkable ? (marked.includes(key) ? '[x] ' : '[ ] ') : ''
  const note = [recommended ? 'recommended' : '', description, implications ?? ''].filter(Boolean).join('; ')
  return [
    { words: key, tone: 'accent' },
    { words: ` ${mark}${flat(label)}`, tone: 'ink' },
    ...(note ? [{ words: `  ${flat(note)}`, tone: 'quiet' as const }] : []),
  ]
}

/** One line, however long. */
function flat(text: string): string {
  return clean(text.replaceAll(/\s+/g, ' ').trim())
}

/** What happens when nobody answers, where that is more than waiting. */
function countdown(ask: OpenAsk, now: number): SpanLine[] {
  return ask.expiresAt === null ? [] : [[{ words: clean(fallbackWords(ask, now)), tone: 'quiet' }]]
}
