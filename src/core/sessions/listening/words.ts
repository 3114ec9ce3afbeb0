import type { EventType } from '../../../contract/index.ts'
import { readLine, type AgentEvent } from '../../transport/index.ts'
import type { TurnRow } from '../tables/rows.ts'
import type { CurrentTurn, Message, SessionsContext, Words } from '../context.ts'

const page = 500
/** Of what a running turn says so many characters are kept at hand, in so many messages; the log has all. */
const maxWords = 1024 * 1024
const maxMessages = 10_000
/** Between one message and the next. */
export const between = '\n\n'

/** Keeps what the agent says in a turn, and returns the message when one was finished; its subagents speak to it, not to us. */
export function noteWords(current: Words, event: AgentEvent): Message | undefined {
  if (event.subagent) return undefined
  if (event.rehearsed) current.rehearsed = true
  if (event.kind === 'turn-started') current.countsOn = event.capabilities.length > 0
  if (event.kind === 'delta' && event.of === 'text') current.partial = kept(current.partial + event.text)
  if (event.kind !== 'said') return undefined
  current.partial = ''
  const text = spokenIn(event)
  return text === '' ? undefined : keep(current, { text: kept(text), seq: null })
}

/** The words of the agent itself in one line; mostly it has one block. */
export function spokenIn(event: AgentEvent): string {
  if (event.kind !== 'said' || event.subagent) return ''
  const texts = event.parts.map((part) => (part.type === 'text' ? part.text : ''))
  return texts.filter((text) => text !== '').join(between)
}

function keep(words: Words, message: Message): Message {
  words.said.push(message)
  words.chars += message.text.length
  if (words.said.length > 2 * maxMessages || words.chars > 2 * maxWords) letGoOfOldest(words)
  return message
}

/** Only at twice the size: each time copies, and a flood of small messages would make one for each. */
function letGoOfOldest(words: Words): void {
  let first = Math.max(0, words.said.length - maxMessages)
  let chars = words.said.slice(first).reduce((sum, { text }) => sum + text.length, 0)
  while (chars > maxWords && first < words.said.length - 1) {
    chars -= words.said[first]?.text.length ?? 0
    first += 1
  }
  words.said = words.said.slice(first)
  words.chars = chars
}

/** What was said in a turn so far, the last 1 Mi characters of it. */
export function wordsOf(words: Pick<Words, 'said' | 'partial'>): string {
  return messagesIn(words).join(between).slice(-maxWords)
}

/** The same message by message; the last may not be finished. */
export function messagesIn({ said, partial }: Pick<Words, 'said' | 'partial'>): string[] {
  return [...said.map(({ text }) => text), partial].filter((text) => text !== '')
}

function kept(text: string): string {
  return text.length > 2 * maxWords ? text.slice(-maxWords) : text
}

/** Nothing said yet. */
export function noWords(): Pick<Words, 'said' | 'chars' | 'partial'> {
  return { said: [], chars: 0, partial: '' }
}

/** What was said in a turn so far, read back from the log. */
export function recordedWords(context: SessionsContext, current: CurrentTurn): Words {
  const { row, countsOn, rehearsed } = current
  const words = { row, ...noWords(), countsOn, rehearsed }
  readWords(context, words, { before: Number.POSITIVE_INFINITY })
  return words
}

/** What was said in a turn before the event of a number, read from the log. */
export function wordsBefore(context: SessionsContext, row: TurnRow, seq: number): string {
  const words = { row, ...noWords(), countsOn: false, rehearsed: false }
  readWords(context, words, { before: seq })
  return wordsOf(words)
}

/** How many recorded lines may still be read for turns of which it was not kept in which lines their agents spoke. */
export interface Allowance {
  lines: number
}

/** The messages of a turn that has ended, read from the log; none when they are in more lines than may be read. */
export function readMessages(context: SessionsContext, row: TurnRow, allowance: Allowance): string[] {
  const words = { row, ...noWords(), countsOn: false, rehearsed: false }
  readWords(context, words, { before: Number.POSITIVE_INFINITY, allowance })
  return allowance.lines < 0 ? [] : messagesIn(words)
}

/** Reads the lines of a turn, to its end or as far as that is allowed. */
function readWords(
  { log }: SessionsContext,
  words: Words & { row: Readonly<TurnRow> },
  { before, allowance }: { before: number; allowance?: Allowance },
): void {
  const { id, session, acceptedSeq } = words.row
  const types: EventType[] = allowance ? ['agent.printed', 'turn.ended'] : ['agent.printed']
  for (let after = acceptedSeq; ;) {
    const { events, next, head } = log.read({ session, types, after, limit: page })
    for (const event of events) {
      if (event.seq >= before) return
      if (allowance && (allowance.lines -= 1) < 0) return
      if (event.turn !== id) continue
      if (event.type !== 'agent.printed') return
      const message = noteWords(words, readLine(event.data.line))
      if (message) message.seq = event.seq
    }
    if (next >= head) return
    after = next
  }
}
