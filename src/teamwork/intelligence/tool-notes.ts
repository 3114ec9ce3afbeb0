import type { ModelCall } from './model-call.ts'
import type { NewIrisMessage, Records } from './records.ts'

const maxInput = 4000
const maxResult = 8000

/** The same call; what the model uses on the way, and what that gives, is kept in its conversation. */
export function noted(records: Pick<Records, 'say'>, call: ModelCall): ModelCall {
  const { agentSession, chat, onTool, onReturned } = call
  const names = new Map<string, string>()
  const keep = (message: NewIrisMessage): void => {
    try {
      records.say(agentSession, message)
    } catch {
      // The disk is full. What was done is done; whoever waits gets the answer or its error.
    }
  }
  const about = (toolUse: string): Record<string, unknown> => ({
    ...(chat === undefined ? {} : { chat }),
    tool: names.get(toolUse) ?? '',
    toolUse,
  })
  return {
    ...call,
    onTool(used) {
      names.set(used.toolUse, plainName(used.name))
      const content = JSON.stringify(used.input).slice(0, maxInput)
      keep({ role: 'assistant', type: 'tool-call', content, metadata: about(used.toolUse) })
      onTool?.(used)
    },
    onReturned(returned) {
      const content = returned.text.slice(0, maxResult)
      const metadata = { ...about(returned.toolUse), isError: returned.isError }
      keep({ role: 'user', type: 'tool-result', content, metadata })
      onReturned?.(returned)
    },
  }
}

/** Our own tools go without the name of our server. */
export function plainName(tool: string): string {
  return tool.replace(/^mcp__iris__/, '')
}
