import type { EventEnvelope, SessionId } from '../../contract/plain.ts'
import {
  activityWords,
  callerWords,
  costWords,
  describeUse,
  endingIn,
  endingWords,
  fieldsOf,
  money,
  numberIn,
  oneLine,
  readLine,
  textIn,
  tookWords,
  waitingWords,
  type LinePart,
} from '../views/index.ts'
import { noTurn, tookAt, turnAfter, type TailTurn } from './tail-turn.ts'
import { clean } from './words.ts'
import type { Tone } from './theme.ts'

const maxItems = 300
const maxWords = 4000

/** One thing that happened in a session, in words. */
export interface TailItem {
  /** The number of its event: it stays while others come and go. */
  seq: number
  sign: string
  words: string
  tone: Tone
  /** Still being written. */
  isLive: boolean
  /** The tool call it tells of. */
  use?: string
}

/** The newest of what a session did, oldest first. */
export interface Tail {
  session: SessionId | undefined
  items: readonly TailItem[]
  lastSeq: number
  /** What was before has been read. */
  isRead: boolean
  turn: TailTurn
  /** What was told while another turn was under way, by its turn; it is shown when that begins. */
  queued: ReadonlyMap<string, { words: Words; acceptedAt: number }>
}

export function emptyTail(session: SessionId | undefined): Tail {
  return { session, items: [], lastSeq: 0, isRead: false, turn: noTurn, queued: new Map() }
}

/** The tail with one more event; one that it has already changes nothing. Paths are shown from `folder` on. */
export function addToTail(tail: Tail, event: EventEnvelope, folder = ''): Tail {
  if (event.seq <= tail.lastSeq) return tail
  const seen = { ...tail, lastSeq: event.seq }
  if (event.type === 'agent.printed') return { ...seen, items: withLine(tail.items, event, folder) }
  if (event.type === 'turn.accepted') return withTold(seen, event)
  const begun = withBegun(seen, event)
  const next = { ...begun, turn: turnAfter(begun.turn, event) }
  if (event.type === 'usage.recorded') return { ...next, items: withRehearsed(next.items, event) }
  const words = noteOf(event, begun.turn)
  return words ? { ...next, items: withItem(settled(next.items), itemOf(event.seq, words)) } : next
}

/** What is told while a turn is under way is not shown inside it. */
function withTold(tail: Tail, event: EventEnvelope): Tail {
  const { data, at, seq, turn: id = '' } = event
  const caller = clean(callerWords(textIn(data, 'from')))
  const words: Words = { sign: '›', words: `${caller}: ${preview(data)}`, tone: 'strong' }
  if (tail.turn.id !== '' && tail.turn.id !== id)
    return { ...tail, queued: new Map(tail.queued).set(id, { words, acceptedAt: at }) }
  const items = withItem(settled(tail.items), itemOf(seq, words))
  return { ...tail, items, turn: { ...noTurn, id, acceptedAt: at } }
}

/** A turn that waited begins, or is dropped. */
function withBegun(tail: Tail, event: EventEnvelope): Tail {
  const { type, seq, turn: id = '' } = event
  const told = tail.queued.get(id)
  if (!told || (type !== 'turn.delivered' && type !== 'turn.ended')) return tail
  const queued = new Map(tail.queued)
  queued.delete(id)
  if (type === 'turn.ended') return { ...tail, queued }
  const items = withItem(settled(tail.items), itemOf(seq, told.words))
  return { ...tail, queued, items, turn: { ...noTurn, id, acceptedAt: told.acceptedAt } }
}

/** Nobody pays for what was rehearsed: the money of the end that was just told is marked. */
function withRehearsed(items: readonly TailItem[], { data }: EventEnvelope): readonly TailItem[] {
  const last = items.at(-1)
  const cost = numberIn(data, 'costUsd')
  if (!last || fieldsOf(data)['rehearsed'] !== true) return items
  return [...items.slice(0, -1), { ...last, words: last.words.replace(money(cost), costWords(cost, true)) }]
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
  const { parent, parts } = readLine(textIn(event.data, 'line'))
  if (parent !== null) return items
  const written = parts.flatMap((part) => (part.kind === 'writing' ? part.text : []))
  if (written.length > 0) return withWriting(items, event.seq, written.join(''))
  return parts.reduce((so, part) => {
    if (part.kind === 'wanted') return withWanted(so, part.use)
    const words = wordsOf(part, folder)
    if (!words) return so
    // What was written in pieces comes again as a whole.
    const before = part.kind === 'said' ? withoutLive(so) : settled(so)
    const item = itemOf(event.seq, words)
    return withItem(before, part.kind === 'used' ? { ...item, use: part.id } : item)
  }, items)
}

/** What needs leave is not running. */
function withWanted(items: readonly TailItem[], use: string): readonly TailItem[] {
  return items.map((item) =>
    item.use === use && !isAsking(item.words) && !item.words.startsWith(wanting)
      ? { ...item, words: `${wanting} ${item.words}` }
      : item,
  )
}

const wanting = 'wants permission for'

/** To ask and to show a plan need no leave; the answer is what is waited for. */
function isAsking(words: string): boolean {
  return words === 'asking you' || words === 'showing its plan'
}

function withWriting(items: readonly TailItem[], seq: number, piece: string): readonly TailItem[] {
  const last = items.at(-1)
  if (!last?.isLive) return withItem(items, { ...itemOf(seq, said(clean(piece))), isLive: true })
  const words = (last.words + clean(piece)).slice(-maxWords)
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
  return [...items.slice(-(maxItems - 1)), item]
}

function itemOf(seq: number, words: Words): TailItem {
  return { seq, ...words, isLive: false }
}

function wordsOf(part: LinePart, folder: string): Words | undefined {
  switch (part.kind) {
    case 'said':
      return part.text.trim() ? said(clean(part.text.trim()).slice(0, maxWords)) : undefined
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
    case 'writing':
    case 'ended':
    case 'wanted':
    case 'other':
    default:
      return undefined
  }
}

function said(words: string): Words {
  return { sign: '', words, tone: 'ink' }
}

function returned({ text, outcome }: Extract<LinePart, { kind: 'returned' }>): Words | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return undefined
  const isError = outcome === 'failed'
  const first = clean(oneLine(lines[0] ?? '', 160))
  const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
  return { sign: isError ? '✗' : '←', words: first + more, tone: isError ? 'bad' : 'quiet' }
}

/** What an event that is no line means to somebody who looks on. */
function noteOf(event: EventEnvelope, turn: TailTurn): Words | undefined {
  const { type, data } = event
  switch (type) {
    case 'turn.waiting': {
      const waiting = textIn(data, 'for')
      return isWaiting(waiting)
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
      return endWords(event, turn)
    default:
      return undefined
  }
}

function answerWords(data: unknown): string {
  const { allow } = fieldsOf(data)
  const how = allow === false ? 'Denied' : allow === true ? 'Allowed' : 'Answered'
  const by = textIn(data, 'by')
  return `${how} by ${by === 'user' ? 'you' : clean(by)}.`
}

function endWords(event: EventEnvelope, turn: TailTurn): Words | undefined {
  const { data, at } = event
  const how = endingIn(event)
  if (!how) return undefined
  const cost = numberIn(data, 'costUsd')
  const took = event.turn === turn.id || event.turn === undefined ? tookAt(turn, at) : null
  const advice = how === 'answered' ? '' : textIn(data, 'advice')
  const words = [
    `${endingWords[how]}${took ? ` in ${tookWords(took)}` : ''}`,
    cost ? money(cost) : '',
    clean(advice),
  ]
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
