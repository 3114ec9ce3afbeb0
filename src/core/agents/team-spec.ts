import type { AgentId } from '../../contract/index.ts'
import {
  childEnvironment,
  type CompiledConfig,
  type Environment,
  type Team,
} from '../../platform/config/index.ts'
import { questioningPrompt } from '../inbox/index.ts'
import type { SessionRow } from '../sessions/index.ts'
import type { AgentSecrets } from '../tokens/index.ts'
import type { AgentSpec, Conversation } from '../transport/index.ts'
import { localClaude } from './claude-at-hand.ts'
import type { Duty } from './duty.ts'
import { homeRules } from './home-rules.ts'
import { permissionsOf } from './permissions.ts'
import { serversFile } from './servers-files.ts'

/** Which agent is to be started, and for whom. */
export interface AgentStart {
  id: AgentId
  session: SessionRow
  team: Team
  conversation: Conversation
}

/** What its spec is made from. */
export interface TeamSpecDeps {
  environment: Environment
  config: () => CompiledConfig
  secrets: AgentSecrets
  url: () => string
  /** Undefined for a session that does nothing but what it is told. */
  dutyOf: (session: SessionRow) => Duty | undefined
}

/** What the agent of a session is started with: what its team has, and what it is there for. */
export function teamSpec(deps: TeamSpecDeps, { id, session, team, conversation }: AgentStart): AgentSpec {
  const { variables } = deps.environment
  const { env, set } = agentEnvironment(deps, team)
  const duty = deps.dutyOf(session)
  const headers = { authorization: `Bearer ${deps.secrets.secretFor(id, duty?.task)}` }
  return {
    id,
    label: team.name,
    command: [team.remote ? team.claudePath : localClaude(team, variables)],
    ...placeOf(team, duty, { env, set }),
    remote: team.remote ? { prefix: team.remote, env: set } : undefined,
    conversation,
    model: duty?.model ?? team.model,
    appendSystemPrompt: promptOf(team, duty?.appendSystemPrompt),
    ...toolsOf(deps, team, duty),
    mcpServers: { iris: { url: `${deps.url()}/mcp`, headers } },
    mcpServersFile: serversFile(deps.environment.home, id),
    otherMcpServers: 'kept',
  }
}

/** Where it works: in its team's folder by its team's rules, or in one that Iris made, where it edits without asking. */
function placeOf(
  team: Team,
  duty: Duty | undefined,
  { env, set }: { env: Environment['variables']; set: Environment['variables'] },
): Pick<AgentSpec, 'cwd' | 'env' | 'permissionMode' | 'allowsItself'> {
  if (!duty?.place) return { cwd: team.path, env, ...permissionsOf(team, { env, set }) }
  const { folder, environment } = duty.place
  return { cwd: folder, env: { ...env, ...environment(env) }, permissionMode: 'acceptEdits' }
}

function toolsOf(
  deps: TeamSpecDeps,
  team: Team,
  duty: Duty | undefined,
): Pick<AgentSpec, 'allowedTools' | 'disallowedTools' | 'subagents' | 'mayMessageSubagents'> {
  const { allowedTools = [], disallowedTools = [], subagents } = duty ?? {}
  return {
    // An agent that must ask whether it may ask would wait twice.
    allowedTools: [...team.allowedTools, ...allowedTools, 'mcp__iris__ask_human'],
    disallowedTools: [...team.disallowedTools, ...disallowedTools, ...ownPlaces(deps, team)],
    ...(subagents && { subagents, mayMessageSubagents: true }),
  }
}

/** What an agent is given of this machine, and what the config sets for it here or over there. */
function agentEnvironment(
  { environment, config }: TeamSpecDeps,
  team: Team,
): { env: Environment['variables']; set: Environment['variables'] } {
  const set = { ...config().claude.env, ...team.env }
  return { env: childEnvironment(environment.variables, 'agent', team.remote ? {} : set), set }
}

/** What no tool of an agent is to touch; another machine has no home of this Iris. */
function ownPlaces({ environment, config }: TeamSpecDeps, team: Team): string[] {
  return team.remote ? [] : homeRules({ home: environment.home, database: config().database.path }, team)
}

/** What the team says of itself comes first; how to ask is the same for all. */
function promptOf({ appendSystemPrompt, questioning }: Team, duty: string | undefined): string | undefined {
  const parts = [appendSystemPrompt, duty, questioning ? questioningPrompt : undefined].filter(Boolean)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}
