import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '../../contract/index.ts'
import { childEnvironment } from '../../platform/config/index.ts'
import type { AgentSpec } from '../transport/index.ts'
import { claudeAt } from './claude-at-hand.ts'
import { homeRules } from './home-rules.ts'
import { irisName, type IrisSpecDeps } from './iris-spec.ts'

/** With tools the model is called after each. */
const maxCalls = 12

/** How the CLI is to be started for one turn of a role of the pipeline. */
export interface StageStart {
  id: AgentId
  conversation: string
  role: string
  model: string
  system: string
  /** Which of the CLI's own tools it has; it is asked about none of them. */
  tools: readonly string[]
  outputSchema: Readonly<Record<string, unknown>>
  /** Where it works; a folder of its own without one. */
  folder: string | undefined
}

/** Only the tools of its role, and no settings, so that nobody's rules give it more; it asks nobody. */
export function stageSpec({ environment, config }: IrisSpecDeps, start: StageStart): AgentSpec {
  const { id, conversation, role, model, system, tools, outputSchema } = start
  const { claude, agent, database } = config()
  const own = join(environment.home, 'agent')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const cwd = start.folder ?? own
  const set = { ...claude.env, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(agent.maxTokens) }
  return {
    id,
    label: `${irisName} (${role})`,
    command: [claudeAt(claude.path, irisName, environment.variables)],
    cwd,
    env: childEnvironment(environment.variables, 'agent', set),
    conversation: { how: 'new', id: conversation },
    permissionMode: 'dontAsk',
    model,
    appendSystemPrompt: system,
    tools,
    allowedTools: tools,
    disallowedTools: homeRules({ home: environment.home, database: database.path }, { path: cwd }),
    outputSchema,
    // Without tools one call gives all there is: the CLI would ask again for a shape that is missing or wrong.
    maxTurns: tools.length === 0 ? 1 : maxCalls,
    settingSources: [],
  }
}
