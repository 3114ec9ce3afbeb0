import { age } from '../views/index.ts'
import { askLines, paragraph, saidLines, wholeTitle, type SpanLine } from './ask-lines.ts'
import type { OpenAsk } from './asks.ts'
import type { Model } from './model.ts'
import { isTooSmall, type Layout } from './layout.ts'
import { chosenAsk, readingOf } from './view.ts'
import { clean, widthOf } from './words.ts'

const indent = 4
const maxName = 18
/** The heading and the line with the title. */
const above = 2
/** So much of a long one is shown before it is read. */
const maxDetail = 4
/** One that is no longer is shown whole with its keys, where the screen has room for it. */
const maxWhole = 8

/** The chosen ask as it stands on the screen. */
export interface AskBlock {
  /** The lines under its title. */
  lines: SpanLine[]
  /** All that it is about has been on this screen, with every key that answers it: those keys count. */
  isReadable: boolean
  /** How far it can be scrolled, and how many lines of it are seen at once. */
  maxScroll: number
  room: number
}

const unseen: AskBlock = { lines: [], isReadable: false, maxScroll: 0, room: 1 }

/** The chosen ask in its pane, whole where it fits; else its beginning, and how to read it. */
export function askBlock(model: Model, { columns, heights }: Layout): AskBlock {
  const { scene, view, size } = model
  const ask = chosenAsk(view, scene)
  if (!ask || heights.asks < above || isTooSmall(size) || view.mode.at === 'help') return unseen
  const facts = {
    columns: columns - indent,
    room: heights.asks - above,
    title: titleRoom(model, columns, ask),
  }
  return view.isOpen && view.pane === 'asks' ? openBlock(model, ask, facts) : listBlock(model, ask, facts)
}

/** How many lines the chosen ask would fill under its title. */
export function wantedLines({ view, now }: Model, ask: OpenAsk, columns: number): number {
  const { detail, keys } = askLines(ask, { answering: view.answering, columns: columns - indent, now })
  return isShort(ask, detail) ? detail.length + keys.length : maxDetail + 1
}

/** How wide the names of the teams that ask are. */
export function nameColumns(asks: readonly OpenAsk[]): number {
  return Math.min(maxName, Math.max(...asks.map(({ team }) => team.length)))
}

interface Room {
  columns: number
  /** Lines under the title. */
  room: number
  /** Columns of the title. */
  title: number
}

function listBlock({ view, now }: Model, ask: OpenAsk, { columns, room, title }: Room): AskBlock {
  const { detail, keys } = askLines(ask, { answering: view.answering, columns, now })
  const words = wholeTitle(ask, view.answering)
  const isTitled = ask.detail.includes(words.trim()) || isOnOneLine(words, title)
  if (isTitled && isShort(ask, detail) && detail.length + keys.length <= room)
    return { lines: [...detail, ...keys], isReadable: true, maxScroll: 0, room }
  const more = detail.length > 0 ? [detail[0] ?? []] : []
  const first = detail.length > maxDetail ? detail.slice(0, maxDetail) : more
  return {
    lines: [...first.slice(0, Math.max(0, room - 1)), toRead(view)].slice(0, room),
    isReadable: false,
    maxScroll: 0,
    room,
  }
}

/** Enter is for the pane that is chosen. */
function toRead({ pane }: Model['view']): SpanLine {
  const keys = pane === 'asks' ? 'Enter' : 'Tab, Enter'
  return [
    { words: keys, tone: 'accent' },
    { words: ' reads it, then answer', tone: 'ink' },
  ]
}

/** All of it from the top, its keys at its end, below them what its agent had said. */
function openBlock(model: Model, ask: OpenAsk, { columns, room, title }: Room): AskBlock {
  const { view, whole, now } = model
  const full = whole?.ask.ask === ask.ask ? whole : undefined
  const shown = full?.ask ?? ask
  if (shown.isCut)
    return { ...unseen, lines: [[{ words: full ? tooLong : 'Reading all of it …', tone: 'quiet' }]], room }
  const words = wholeTitle(shown, view.answering)
  const { detail, keys } = askLines(shown, { answering: view.answering, columns, now })
  const isTitled = shown.detail.includes(words.trim()) || isOnOneLine(words, title)
  const subject = [...(isTitled ? [] : paragraph(words, { columns, tone: 'strong' })), ...detail, ...keys]
  const all = full ? [...subject, ...saidLines(full, columns)] : subject
  const maxScroll = Math.max(0, all.length - room)
  const from = Math.min(view.scroll, maxScroll)
  const isReadable = from + room >= subject.length || view.read === readingOf(view)
  return { lines: all.slice(from, from + room), isReadable, maxScroll, room }
}

const tooLong = 'It is too long to show here: iris inbox show'

function isShort(ask: OpenAsk, detail: readonly SpanLine[]): boolean {
  return !ask.isCut && detail.length <= maxWhole
}

function isOnOneLine(words: string, columns: number): boolean {
  return !words.includes('\n') && widthOf(clean(words)) <= columns && clean(words) === clean(words).trim()
}

/** What the mark, the name and the age leave of a line. */
function titleRoom({ scene, now }: Model, columns: number, ask: OpenAsk): number {
  return columns - (nameColumns(scene.asks) + 2) - 1 - 2 - age(ask.askedAt, now).length
}
