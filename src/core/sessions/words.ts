import { readLine, type AgentEvent } from '../transport/index.ts'
import type { Current, Live } from './world.ts'

const page = 500
const mostWords = 1024 * 1024
const between = '\n\n'

/** Keeps what the agent says in a turn; its subagents speak to it, not to us. */
export function noteWords(current: Current, event: AgentEvent): void {
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
export function wordsOf({ said, partial }: Current): string {
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
export function restoreWords(live: Live, current: Current): void {
  const { log } = live.world
  current.said = ''
  current.partial = ''
  for (let after = current.row.acceptedSeq; ;) {
    const { events, next } = log.read({ session: live.id, types: ['agent.printed'], after, limit: page })
    for (const event of events) {
      if (event.turn === current.row.id && event.type === 'agent.printed') {
        noteWords(current, readLine(event.data.line))
      }
    }
    if (events.length < page) return
    after = next
  }
}
