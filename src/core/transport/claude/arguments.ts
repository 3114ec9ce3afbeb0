import { unreachable } from '../../../platform/lib/index.ts'
import type { AgentSpec, Conversation } from '../agent.ts'
import { selfAllowing } from './self-allowing.ts'

const always = [
  '-p',
  '--verbose',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--include-partial-messages',
  '--permission-prompt-tool=stdio',
]

/** The command line for Claude Code 2.1.197 and newer, which finds its MCP servers in a file. */
export function claudeArguments(spec: AgentSpec, serversFile: string | undefined): string[] {
  return [
    ...always,
    ...conversationArguments(spec.conversation),
    `--permission-mode=${spec.permissionMode}`,
    ...flag('settings', spec.allowsItself ? JSON.stringify(selfAllowing(spec.permissionMode)) : undefined),
    ...flag('model', spec.model),
    ...flag('append-system-prompt', spec.appendSystemPrompt),
    ...flag('setting-sources', spec.settingSources?.join(',')),
    ...flag('tools', spec.tools?.join(',')),
    ...(spec.allowedTools ?? []).map((tool) => `--allowedTools=${tool}`),
    ...hiddenTools(spec).map((tool) => `--disallowedTools=${tool}`),
    ...flag('mcp-config', serversFile),
    ...flag('mcp-config', spec.mcpConfigFile),
    ...(serversFile !== undefined && spec.otherMcpServers !== 'kept' ? ['--strict-mcp-config'] : []),
    ...flag('agents', spec.subagents && JSON.stringify(spec.subagents)),
    ...flag('max-turns', spec.maxTurns?.toString()),
    ...flag('json-schema', spec.outputSchema && JSON.stringify(spec.outputSchema)),
  ]
}

/** What that file says; undefined when there are none. */
export function serversText(servers: AgentSpec['mcpServers']): string | undefined {
  const entries = Object.entries(servers ?? {}).map(([name, { url, headers = {} }]) => {
    // Without `alwaysLoad` the CLI waits for a server only a moment, and then begins a turn in which its tools are not there.
    return [name, { type: 'http', url, headers, alwaysLoad: true }] as const
  })
  return entries.length === 0 ? undefined : JSON.stringify({ mcpServers: Object.fromEntries(entries) })
}

/** In one word, so that a value which begins with a dash is still a value. */
function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`]
}

function conversationArguments(conversation: Conversation): string[] {
  switch (conversation.how) {
    case 'new':
      return [`--session-id=${conversation.id}`]
    case 'resumed':
      return [`--resume=${conversation.file ?? conversation.id}`]
    case 'forked':
      return [`--resume=${conversation.from}`, '--fork-session', `--session-id=${conversation.id}`]
    default:
      return unreachable(conversation)
  }
}

/** Newer CLIs let these tools reach any agent of the same user, past our queues, limits and records. */
function hiddenTools({ disallowedTools = [], mayMessageSubagents = false }: AgentSpec): string[] {
  return [...disallowedTools, 'ListAgents', ...(mayMessageSubagents ? [] : ['SendMessage'])]
}
