import { fenceMessage } from '../../../contract/index.ts'
import type { AgentMessage } from '../agent.ts'

/** The line that puts a message to the CLI; the words of another agent are fenced as such. */
export function userLine({ uuid, text, from }: AgentMessage): string {
  const content = from === undefined ? text : fenceMessage(text, from)
  return `${JSON.stringify({
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    uuid,
  })}\n`
}
