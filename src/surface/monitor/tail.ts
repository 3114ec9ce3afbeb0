import { readPrinted } from '../../client/index.ts'
import type { EventEnvelope, SessionId } from '../../contract/plain.ts'
import {
  activityWords,
  callerWords,
  describeUse,
  duration,
  endingIn,
  endingWords,
  fieldsOf,
  money,
  numberIn,
  oneLine,
  readLine,
  textIn,
  waitingWords,
  type Part,
} from '../views/index.ts'
import { clean } from './words.ts'
import type { Tone } from './theme.ts'

const mostItems = 300
const mostWords = 4000

/** One thing that happened in a session, in words. */
export interface TailItem {
  /** The number of its event: it stays while others come and go. */
  seq: number
  sign: string
  words: string
  tone: Tone
  /** Still being written. */
  isLive: boolean
}

/** The newest of what a session did, oldest first. */
export interface Tail {
  session: SessionId | undefined
  items: readonly TailItem[]
  lastSeq: number
  /** What was before has been read. */
  isRead: boolean
  /** When the running turn began. */
  begunAt: number | null
}

export function emptyTail(session: SessionId | undefined): Tail {
  return { session, items: [], lastSeq: 0, isRead: false, begunAt: null }
}

/** The tail with one more event; one that it has already changes nothing. Paths are shown from `folder` on. */
export function addToTail(tail: Tail, event: EventEnvelope, folder = ''): Tail {
  if (event.seq <= tail.lastSeq) return tail
  const begunAt = event.type === 'turn.delivered' ? event.at : tail.begunAt
  const next = { ...tail, lastSeq: event.seq, begunAt }
  if (event.type !== 'agent.printed') {
    const words = noteOf(event, tail.begunAt)
    return words ? { ...next, items: withItem(settled(tail.items), itemOf(event.seq, words)) } : next
  }
  return { ...next, items: withLine(tail.items, event, folder) }
}

/** How far above the end to stay so that the same lines are shown after others were added. */
export function keepScroll(scroll: number, before: Tail, after: Tail): number {
  const most = Math.max(0, after.items.length - 1)
  const last = before.items.at(-1)
  if (scroll === 0 || !last || before.session !== after.session) return Math.min(scroll, most)
  const added = after.items.filter(({ seq }) => seq > last.seq).length
  // What was being written has given way to the whole of it.
  const replaced = after.items.some(({ seq }) => seq === last.seq) ? 0 : Math.min(1, added)
  return Math.min(scroll + added - replaced, most)
}

type Words = Pick<TailItem, 'sign' | 'words' | 'tone'>

function withLine(items: readonly TailItem[], event: EventEnvelope, folder: string): readonly TailItem[] {
  const line = textIn(event.data, 'line')
  const { parent, parts } = readLine(line)
  if (parent !== null) return items
  const written = readPrinted(line).parts.flatMap((part) => (part.kind === 'writing' ? part.text : []))
  if (written.length > 0) return withWriting(items, event.seq, written.join(''))
  return parts.reduce((so, part) => {
    const words = wordsOf(part, folder)
    if (!words) return so
    // What was written in pieces comes again as a whole.
    const before = part.kind === 'said' ? withoutLive(so) : settled(so)
    return withItem(before, itemOf(event.seq, words))
  }, items)
}

function withWriting(items: readonly TailItem[], seq: number, piece: string): readonly TailItem[] {
  const last = items.at(-1)
  if (!last?.isLive) return withItem(items, { ...itemOf(seq, said(clean(piece))), isLive: true })
  const words = (last.words + clean(piece)).slice(-mostWords)
  return [...items.slice(0, -1), { ...last, words }]
}

function withoutLive(items: readonly TailItem[]): readonly TailItem[] {
  return items.at(-1)?.isLive ? items.slice(0, -1) : items
}

/** What was being written stands as it is when something else comes. */
function settled(items: readonly TailItem[]): readonly TailItem[] {
  const last = items.at(-1)
  return last?.isLive ? [...items.slice(0, -1), { ...last, isLive: false }] : items
}

function withItem(items: readonly TailItem[], item: TailItem): readonly TailItem[] {
  return [...items.slice(-(mostItems - 1)), item]
}

function itemOf(seq: number, words: Words): TailItem {
  return { seq, ...words, isLive: false }
}

function wordsOf(part: Part, folder: string): Words | undefined {
  switch (part.kind) {
    case 'said':
      return part.text.trim() ? said(clean(part.text.trim()).slice(0, mostWords)) : undefined
    case 'thought':
      return part.text.trim()
        ? { sign: '~', words: clean(oneLine(part.text, 200)), tone: 'quiet' }
        : undefined
    case 'used':
      return {
        sign: '·',
        words: clean(oneLine(activityWords(describeUse(part.tool, part.input, folder)), 300)),
        tone: 'accent',
      }
    case 'returned':
      return returned(part)
    case 'began':
    case 'wanted':
    case 'other':
    default:
      return undefined
  }
}

function said(words: string): Words {
  return { sign: '', words, tone: 'ink' }
}

function returned({ text, isError }: Extract<Part, { kind: 'returned' }>): Words | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return undefined
  const first = clean(oneLine(lines[0] ?? '', 160))
  const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
  return { sign: isError ? '✗' : '←', words: first + more, tone: isError ? 'bad' : 'quiet' }
}

/** What an event that is no line means to somebody who looks on. */
function noteOf(event: EventEnvelope, begunAt: number | null): Words | undefined {
  const { type, data } = event
  switch (type) {
    case 'turn.accepted':
      return {
        sign: '›',
        words: `${clean(callerWords(textIn(data, 'from')))}: ${preview(data)}`,
        tone: 'strong',
      }
    case 'turn.waiting': {
      const waiting = textIn(data, 'for')
      return isWaiting(waiting) && waiting !== 'permission'
        ? { sign: '…', words: `The turn ${waitingWords[waiting]}.`, tone: 'quiet' }
        : undefined
    }
    case 'turn.resumed':
      return { sign: '…', words: 'The agent was started again; the turn goes on.', tone: 'quiet' }
    case 'ask.opened':
      return { sign: '?', words: clean(oneLine(textIn(data, 'text'), 200)), tone: 'needs' }
    case 'ask.answered':
      return { sign: '!', words: answerWords(data), tone: 'quiet' }
    case 'turn.ended':
      return endWords(event, begunAt)
    default:
      return undefined
  }
}

function answerWords(data: unknown): string {
  const { allow } = fieldsOf(data)
  const how = allow === false ? 'Denied' : allow === true ? 'Allowed' : 'Answered'
  return `${how} by ${clean(textIn(data, 'by'))}.`
}

function endWords(event: EventEnvelope, begunAt: number | null): Words | undefined {
  const { data, at } = event
  const how = endingIn(event)
  if (!how) return undefined
  const cost = numberIn(data, 'costUsd')
  const took = begunAt === null ? '' : ` in ${duration(at - begunAt)}`
  const advice = how === 'answered' ? '' : textIn(data, 'advice')
  const words = [`${endingWords[how]}${took}`, cost ? money(cost) : '', clean(advice)]
    .filter(Boolean)
    .join(' · ')
  return how === 'answered' ? { sign: '✓', words, tone: 'good' } : { sign: '✗', words, tone: 'bad' }
}

function preview(data: unknown): string {
  return clean(oneLine(textIn(data, 'preview'), 400))
}

function isWaiting(word: string): word is keyof typeof waitingWords {
  return Object.hasOwn(waitingWords, word)
}
