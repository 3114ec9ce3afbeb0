import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '../../contract/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { AgentSpec, Conversation } from '../transport/index.ts'
import { claudeAt } from './claude-at-hand.ts'
import { writeIrisServers } from './iris-servers.ts'
import { serversFile } from './servers-files.ts'

/** Who speaks when the Iris agent does; no team can have this name. */
export const irisName = 'iris'

/** How the CLI is to be started for the Iris agent. */
export interface IrisStart {
  id: AgentId
  conversation: Conversation
  model: string
  system: string
  secret: string
  /** Whether it has the tools of Iris and the servers that the config names. */
  hasTools: boolean
}

/** What that is made from. */
export interface IrisSpecDeps {
  environment: Environment
  config: () => CompiledConfig
  logger: Logger
  url: () => string
}

/**
 * None of the CLI's own tools, so nothing that reads, writes, runs or fetches: what the Iris agent knows comes from its
 * own and from MCP servers that the config names. No settings count, so that none allows what a person should.
 */
export function irisSpec(
  deps: IrisSpecDeps,
  { id, conversation, model, system, secret, hasTools }: IrisStart,
): AgentSpec {
  const { environment, config, logger } = deps
  const { claude, agent } = config()
  const cwd = join(environment.home, 'agent')
  mkdirSync(cwd, { recursive: true, mode: 0o700 })
  const headers = { authorization: `Bearer ${secret}` }
  const set = { ...claude.env, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(agent.maxTokens) }
  const env = childEnvironment(environment.variables, 'agent', set)
  return {
    id,
    label: irisName,
    command: [claudeAt(claude.path, irisName, environment.variables)],
    cwd,
    env,
    conversation,
    permissionMode: 'default',
    model,
    appendSystemPrompt: system,
    tools: [],
    settingSources: [],
    ...(hasTools && {
      allowedTools: ['mcp__iris'],
      mcpServers: { iris: { url: `${deps.url()}/mcp`, headers } },
      mcpServersFile: serversFile(environment.home, id),
      mcpConfigFile: writeIrisServers({ env, names: agent.mcpServers, folder: cwd, logger }),
    }),
  }
}
