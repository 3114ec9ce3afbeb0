import type { Ask } from '../../contract/plain.ts'
import { describeUse } from './activity.ts'
import { text } from './fields.ts'

/** An ask in one sentence, and exactly what it is about. */
export function describeAsk(ask: Pick<Ask, 'tool' | 'input' | 'text'>): {
  title: string
  detail: string
} {
  const { tool, input, text: description } = ask
  if (tool === null || tool === 'AskUserQuestion') return { title: description, detail: '' }
  if (tool === 'ExitPlanMode') return { title: 'Wants you to approve its plan', detail: description }
  if (tool === 'Bash') return { title: 'Wants to run a command', detail: text(input, 'command') }
  const { verb, object } = describeUse(tool, input)
  const title = `Wants leave for ${[verb, object].filter(Boolean).join(' ')}`
  const rest = text(input, 'content') || text(input, 'new_string')
  return { title, detail: rest || (verb === 'using' ? JSON.stringify(input, null, 2) : '') }
}
