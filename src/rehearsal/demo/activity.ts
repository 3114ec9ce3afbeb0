import { z } from 'zod'
import type { EventEnvelope } from '../../contract/index.ts'

const Block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({ type: z.literal('tool_use'), name: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('tool_result'), content: z.unknown(), is_error: z.boolean().optional() }),
])
type Block = z.infer<typeof Block>
const Printed = z.object({ message: z.object({ content: z.array(z.unknown()) }) })

/** What an event means to a person who watches: a word for what happens, and the detail. */
export interface Activity {
  verb: string
  detail: string
}

/** The activities in one event of the log; most lines of an agent hold none worth a person's time. */
export function activitiesOf(event: EventEnvelope): Activity[] {
  const data = z.record(z.string(), z.unknown()).parse(event.data)
  switch (event.type) {
    case 'agent.started':
      return [{ verb: 'starts', detail: `Claude Code, process ${String(data['pid'])}` }]
    case 'agent.exited':
      return [{ verb: 'ends', detail: `with code ${String(data['code'])}` }]
    case 'agent.printed':
      return blocksIn(String(data['line'])).map(describe)
    default:
      return []
  }
}

function blocksIn(line: string): Block[] {
  const printed = Printed.safeParse(parse(line))
  if (!printed.success) return []
  return printed.data.message.content.flatMap((block) => {
    const known = Block.safeParse(block)
    return known.success ? [known.data] : []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // An agent may print anything; what is not JSON is in the log and not shown here.
    return undefined
  }
}

const verbs: Record<string, [verb: string, input: string]> = {
  Read: ['reads', 'file_path'],
  Edit: ['edits', 'file_path'],
  Write: ['writes', 'file_path'],
  Bash: ['runs', 'command'],
}

function describe(block: Block): Activity {
  if (block.type === 'text') return { verb: 'says', detail: block.text }
  if (block.type === 'thinking') return { verb: 'thinks', detail: block.thinking }
  if (block.type === 'tool_result')
    return { verb: block.is_error ? 'failed' : 'gets', detail: lastLine(block.content) }
  const [verb, input] = verbs[block.name] ?? ['uses', '']
  return { verb, detail: verb === 'uses' ? block.name : textOf(block.input[input]) }
}

function lastLine(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const lines = text.trim().split('\n')
  return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
