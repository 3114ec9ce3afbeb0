import { readLine } from '../../transport/index.ts'
import type { TurnRow } from '../tables/rows.ts'
import { between, messagesIn, readMessages, spokenIn, type Allowance } from './words.ts'
import type { SessionsContext } from '../context.ts'

/** All that was said in a turn, message by message; when it was answered, the last is the final message. */
export interface Answer {
  messages: readonly string[]
  hasFinal: boolean
}

/** A part of an answer: which characters of the whole it is. */
export interface Piece {
  text: string
  from: number
  /** Where to go on. */
  to: number
  of: number
  /** The final message, or its beginning; null when there is none here, or when nothing was said before it. */
  final: string | null
}

/** What was said in a turn. The final message is in its row; what came before it is read from the log. */
export function answerOf(context: SessionsContext, row: TurnRow, allowance: Allowance): Answer {
  if (row.endedAt === null) return { messages: soFar(context, row), hasFinal: false }
  const text = row.answer ?? ''
  // All that was said, in one text.
  if (row.how !== 'answered') return { messages: text.split(between), hasFinal: false }
  const earlier = row.earlier === null ? searched(context, row, allowance) : pointedAt(context, row.earlier)
  return text === ''
    ? { messages: earlier, hasFinal: false }
    : { messages: [...earlier, text], hasFinal: true }
}

function soFar(context: SessionsContext, { id, session }: TurnRow): string[] {
  const { current } = context.live(session)
  return current?.row.id === id ? messagesIn(current) : []
}

function pointedAt({ log }: SessionsContext, earlier: string): string[] {
  const seqs: number[] = JSON.parse(earlier)
  const texts = seqs.map((seq) => {
    const [event] = log.read({ after: seq - 1, limit: 1 }).events
    return event?.type === 'agent.printed' ? spokenIn(readLine(event.data.line)) : ''
  })
  // What was pruned has no words.
  return texts.filter((text) => text !== '')
}

/** A turn of which it was not kept in which lines its agent spoke: they are looked through, as far as that is allowed. */
function searched(context: SessionsContext, row: TurnRow, allowance: Allowance): string[] {
  const found = readMessages(context, row, allowance)
  const isRepeated = found.at(-1)?.trim() === (row.answer ?? '').trim()
  return isRepeated ? found.slice(0, -1) : found
}

/** The end of an answer, in whole messages as far as they fit; of a final message that does not fit, the beginning. */
export function endOf(answer: Answer, most: number): Piece {
  const { whole, starts } = layOut(answer)
  const fitting = starts.find((start) => whole.length - start <= most)
  if (fitting !== undefined || whole === '') return piece(answer, { from: fitting ?? 0, end: whole.length })
  const from = answer.hasFinal ? (starts.at(-1) ?? 0) : whole.length - most
  return piece(answer, { from, end: from + most })
}

/** What comes from a place on, in whole messages as far as they fit. */
export function pieceFrom(answer: Answer, place: number, most: number): Piece {
  const { whole, starts } = layOut(answer)
  const from = Math.min(place, whole.length)
  if (whole.length - from <= most) return piece(answer, { from, end: whole.length })
  const next = starts.findLast((start) => start > from && start - between.length <= from + most)
  return piece(
    answer,
    next === undefined ? { from, end: from + most } : { from, end: next - between.length, to: next },
  )
}

function piece(answer: Answer, place: { from: number; end: number; to?: number }): Piece {
  const { whole, starts } = layOut(answer)
  const from = place.from + Number(isInside(whole, place.from))
  const end = place.end - Number(isInside(whole, place.end))
  const final = answer.hasFinal ? (starts.at(-1) ?? 0) : 0
  const hasFinal = final > 0 && final >= from && final < end
  return {
    text: whole.slice(from, end),
    from,
    to: place.to ?? end,
    of: whole.length,
    final: hasFinal ? whole.slice(final, end) : null,
  }
}

/** The whole text, and where in it each message begins. */
function layOut({ messages }: Answer): { whole: string; starts: number[] } {
  let next = 0
  const starts = messages.map((text) => {
    const start = next
    next += text.length + between.length
    return start
  })
  return { whole: messages.join(between), starts }
}

/** Whether a place is in the middle of a character: some take two places. */
function isInside(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
