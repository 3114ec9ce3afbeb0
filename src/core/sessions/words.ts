import { readLine, type AgentEvent } from '../transport/index.ts'
import type { Current, Live } from './world.ts'

const page = 500
/** Characters kept of what a turn says before its end; the log has all of it. */
const mostWords = 8 * 1024 * 1024

/** Keeps what the agent says in a turn; its subagents speak to it, not to us. */
export function noteWords(current: Current, event: AgentEvent): void {
  if (event.subagent) return
  if (event.rehearsed) current.rehearsed = true
  if (event.kind === 'turn-started') current.countsOn = event.capabilities.length > 0
  if (event.kind === 'delta' && event.of === 'text') say(current, event.text)
  if (event.kind !== 'said') return
  current.partial = ''
  for (const part of event.parts) if (part.type === 'text' && hasRoom(current)) current.said.push(part.text)
}

function say(current: Current, text: string): void {
  if (hasRoom(current)) current.partial += text
}

function hasRoom({ said, partial }: Current): boolean {
  return partial.length < mostWords && said.length < mostWords / 1024
}

/** What was said before a restart, read back from the log. */
export function restoreWords(live: Live, current: Current): void {
  const { log } = live.world
  current.said = []
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
