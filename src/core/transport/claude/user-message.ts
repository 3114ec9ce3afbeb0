import type { AgentMessage } from '../agent.ts'

// Takes no space and means nothing; it only parts what the CLI would otherwise recognise.
const joiner = '\u2060'

/** The line that puts a message to the CLI. */
export function userLine({ uuid, text, from }: AgentMessage): string {
  const content = from === undefined ? text : fence(text, from)
  return `${JSON.stringify({
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    uuid,
  })}\n`
}

/**
 * The words of another agent, marked as such. The fence stops slash commands, which count only at the start;
 * `@path` counts after any white space, also inside a fence, hence the joiner.
 */
function fence(text: string, from: string): string {
  const name = disarm(from.replaceAll(/["<>&\p{Cc}]/gu, '_'))
  return `<message from="${name}">\n${disarm(text)}\n</message>`
}

function disarm(text: string): string {
  return text.replaceAll(/(?<=^|\s)@/g, `${joiner}@`).replaceAll(/<(?=\/?message\b)/gi, `<${joiner}`)
}
