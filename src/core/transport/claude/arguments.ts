import { unreachable } from '../../../platform/lib/index.ts'
import type { AgentSpec, Conversation, McpServer } from '../agent.ts'

/** The CLI's arguments, and the variables they refer to. */
export interface ClaudeArguments {
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

const always = [
  '-p',
  '--verbose',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--include-partial-messages',
  '--permission-prompt-tool=stdio',
]

/** The command line for Claude Code 2.1.197 and newer. */
export function claudeArguments(spec: AgentSpec): ClaudeArguments {
  const { servers, env } = withoutSecrets(spec.mcpServers ?? {})
  const hasServers = Object.keys(servers).length > 0
  const args = [
    ...always,
    ...conversationArguments(spec.conversation),
    `--permission-mode=${spec.permissionMode}`,
    ...flag('model', spec.model),
    ...flag('append-system-prompt', spec.appendSystemPrompt),
    ...flag('setting-sources', spec.settingSources?.join(',')),
    ...flag('tools', spec.tools?.join(',')),
    ...(spec.allowedTools ?? []).map((tool) => `--allowedTools=${tool}`),
    ...hiddenTools(spec).map((tool) => `--disallowedTools=${tool}`),
    ...flag('mcp-config', hasServers ? JSON.stringify({ mcpServers: servers }) : undefined),
    ...flag('mcp-config', spec.mcpConfigFile),
    ...(hasServers && spec.otherMcpServers !== 'kept' ? ['--strict-mcp-config'] : []),
    ...flag('agents', spec.subagents && JSON.stringify(spec.subagents)),
    ...flag('json-schema', spec.outputSchema && JSON.stringify(spec.outputSchema)),
  ]
  return { args, env }
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
      return [`--resume=${conversation.id}`]
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

interface ServerEntry extends McpServer {
  type: 'http'
  /** Without it the CLI waits for the server only a moment, and then begins a turn in which its tools are not there. */
  alwaysLoad: true
}

/** Every user of a machine can read command lines, so headers travel in the environment. */
function withoutSecrets(servers: Readonly<Record<string, McpServer>>): {
  servers: Record<string, ServerEntry>
  env: Record<string, string>
} {
  const env: Record<string, string> = {}
  const entries = Object.entries(servers).map(([name, { url, headers = {} }]) => {
    const referring = Object.entries(headers).map(([header, value]) => [header, hide(value)])
    const entry = { type: 'http', url, headers: Object.fromEntries(referring), alwaysLoad: true } as const
    return [name, entry] as const
  })
  return { servers: Object.fromEntries(entries), env }

  function hide(value: string): string {
    const variable = `IRIS_MCP_HEADER_${Object.keys(env).length}`
    env[variable] = value
    return `\${${variable}}`
  }
}
