import { readLine, type AgentEvent } from '../transport/index.ts'
import type { TurnRow } from './rows.ts'
import type { Current, Live, World } from './world.ts'

const page = 500
const mostWords = 1024 * 1024
const between = '\n\n'

/** The words of one turn. */
type Words = Pick<Current, 'row' | 'said' | 'partial' | 'countsOn' | 'rehearsed'>

/** Keeps what the agent says in a turn; its subagents speak to it, not to us. */
export function noteWords(current: Words, event: AgentEvent): void {
  if (event.subagent) return
  if (event.rehearsed) current.rehearsed = true
  if (event.kind === 'turn-started') current.countsOn = event.capabilities.length > 0
  if (event.kind === 'delta' && event.of === 'text') current.partial = kept(current.partial + event.text)
  if (event.kind !== 'said') return
  current.partial = ''
  for (const part of event.parts)
    if (part.type === 'text') current.said = kept(joined(current.said, part.text))
}

/** What was said in a turn so far, the last 1 Mi characters of it; the log has all. */
export function wordsOf({ said, partial }: Pick<Words, 'said' | 'partial'>): string {
  return joined(said, partial).slice(-mostWords)
}

function joined(before: string, text: string): string {
  return before && text ? before + between + text : before || text
}

/** Cut only at twice the size: a cut copies, and a flood of small pieces would make one for each. */
function kept(text: string): string {
  return text.length > 2 * mostWords ? text.slice(-mostWords) : text
}

/** What was said before a restart, read back from the log. */
export function restoreWords({ world }: Live, current: Current): void {
  current.said = ''
  current.partial = ''
  readWords(world, current, Number.POSITIVE_INFINITY)
}

/** What was said in a turn before the event of a number, read from the log. */
export function wordsBefore(world: World, row: TurnRow, seq: number): string {
  const words: Words = { row, said: '', partial: '', countsOn: false, rehearsed: false }
  readWords(world, words, seq)
  return wordsOf(words)
}

function readWords({ log }: World, words: Words, before: number): void {
  const { id, session, acceptedSeq } = words.row
  for (let after = acceptedSeq; ;) {
    const { events, next, head } = log.read({ session, types: ['agent.printed'], after, limit: page })
    for (const event of events) {
      if (event.seq >= before) return
      if (event.turn === id && event.type === 'agent.printed') noteWords(words, readLine(event.data.line))
    }
    if (next >= head) return
    after = next
  }
}
