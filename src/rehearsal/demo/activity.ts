import type { AgentEvent, Part } from '../../core/transport/index.ts'

/** What a line means to a person who watches: a word for what happens, and the detail. */
export interface Activity {
  verb: string
  detail: string
}

/** The activities in one line of an agent; most lines hold none worth a person's time. */
export function activitiesOf(event: AgentEvent): Activity[] {
  if (event.kind === 'turn-started') return [{ verb: 'starts', detail: `Claude Code ${event.version}` }]
  if (event.kind === 'said') return event.parts.map(describe)
  if (event.kind !== 'tool-returned') return []
  return event.results.map(({ text, isError }) => ({
    verb: isError ? 'failed' : 'gets',
    detail: summary(text),
  }))
}

const verbs: Record<string, [verb: string, input: string]> = {
  Read: ['reads', 'file_path'],
  Edit: ['edits', 'file_path'],
  Write: ['writes', 'file_path'],
  Bash: ['runs', 'command'],
}

function describe(part: Part): Activity {
  if (part.type === 'text') return { verb: 'says', detail: part.text }
  if (part.type === 'thinking') return { verb: 'thinks', detail: part.text }
  const [verb, input] = verbs[part.name] ?? ['uses', '']
  return { verb, detail: verb === 'uses' ? part.name : textOf(part.input[input]) }
}

function summary(text: string): string {
  const lines = text.trim().split('\n')
  return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
