import { fallbackWords, oneLine } from '../views/index.ts'
import { nothingAnswered, questionOf, type Answering } from './answering.ts'
import type { OpenAsk, WholeAsk } from './asks.ts'
import type { Tone } from './theme.ts'
import { clean, wrapped } from './words.ts'

/** A piece of a line. */
export interface Span {
  words: string
  tone: Tone
}

export type SpanLine = readonly Span[]

const mostDetail = 4
const longestTitle = 300

/** The lines under the title of the chosen ask: what exactly it is about, and the keys that answer it. */
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
    ? [options.flatMap(({ key, label }) => keyed(key, label)).concat(keyed('r', 'say why not'))]
    : [
        ...options.map((option): SpanLine => optionLine(option, so.marked, question?.multiSelect ?? false)),
        ...(question?.multiSelect ? [keyed('Enter', 'answer with what is marked')] : []),
        ...(question?.freeText
          ? [keyed('r', options.length === 0 ? 'answer' : 'answer in your own words')]
          : []),
      ]
  return { detail, keys: [...keys, ...countdown(ask, now)] }
}

/** What is wanted in one line; of several questions, the one that stands now. */
export function titleOf(ask: OpenAsk, answering: Answering | null): string {
  const { length } = ask.questions
  const so = answering?.ask === ask.ask ? answering : nothingAnswered(ask.ask)
  const question = questionOf(ask, so)
  if (length < 2 || !question) return clean(oneLine(ask.title, longestTitle))
  return clean(oneLine(`${so.given.length + 1} of ${length}: ${question.question}`, longestTitle))
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

function paragraph(text: string, { columns, tone }: { columns: number; tone: Tone }): SpanLine[] {
  return text === '' ? [] : wrapped(clean(text), columns).map((words) => [{ words, tone }])
}

/** The detail as far as a list shows it. */
export function shortened(detail: readonly SpanLine[]): SpanLine[] {
  if (detail.length <= mostDetail) return [...detail]
  const more = detail.length - mostDetail + 1
  return [
    ...detail.slice(0, mostDetail - 1),
    [{ words: `… ${more} more lines: Enter shows them`, tone: 'quiet' }],
  ]
}

function keyed(key: string, label: string): Span[] {
  return [
    { words: key, tone: 'accent' },
    { words: ` ${clean(label)}   `, tone: 'ink' },
  ]
}

function optionLine(
  { key, label, description, recommended }: OpenAsk['questions'][number]['options'][number],
  marked: readonly string[],
  isMarkable: boolean,
): SpanLine {
  const mark = isMarkable ? (marked.includes(key) ? '[x] ' : '[ ] ') : ''
  const note = [recommended ? 'recommended' : '', description].filter(Boolean).join('; ')
  return [
    { words: key, tone: 'accent' },
    { words: ` ${mark}${clean(label)}`, tone: 'ink' },
    ...(note ? [{ words: `  ${clean(note)}`, tone: 'quiet' as const }] : []),
  ]
}

/** What happens when nobody answers, where that is more than waiting. */
function countdown(ask: OpenAsk, now: number): SpanLine[] {
  return ask.expiresAt === null ? [] : [[{ words: clean(fallbackWords(ask, now)), tone: 'quiet' }]]
}
