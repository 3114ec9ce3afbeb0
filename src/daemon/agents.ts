import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { IrisError, type AgentId } from '../contract/index.ts'
import { questioningPrompt } from '../core/inbox/index.ts'
import type { AgentRow, KnownAgents, SessionRow } from '../core/sessions/index.ts'
import type { AgentSecrets } from '../core/tokens/index.ts'
import type { AgentSpec, Conversation, Pipe, RunningAgent } from '../core/transport/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import {
  childEnvironment,
  findClaude,
  type CompiledConfig,
  type Environment,
  type Team,
} from '../platform/config/index.ts'
import type { Projects } from '../platform/projects/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { LeaderSpec } from '../teamwork/runs/index.ts'
import { irisName, type Launch } from '../teamwork/intelligence/index.ts'
import { homeRules } from './home-rules.ts'
import { writeIrisServers } from './iris-servers.ts'
import { createPipeConnection } from './pipe-connection.ts'
import { removeServersFile, serversFile } from './servers-files.ts'

/** The daemon's hold on iris-pipe: starts agents, takes them up again, and tells when the pipe is lost. */
export interface AgentHost {
  /** Rejects when the folder or the CLI of a team is not there; what is on another machine only that one knows. */
  present(team: Team): Promise<void>
  launch(input: AgentStart): Promise<{ agent: RunningAgent; pid: number | null }>
  /** Starts the CLI for the Iris agent: in a folder of its own, with its own tools and no others. */
  launchIris(start: Launch): Promise<RunningAgent>
  attach(row: AgentRow): RunningAgent
  /** Its exit is recorded: its spool may go, and what it left running is ended. */
  forget(agent: string): void
  /** What it printed before an offset is recorded; that part of the spool may go. */
  trim(agent: string, before: number): void
  /** Ends an agent nobody knows, and its spool; resolves with whether it is gone, rejects when the pipe cannot say. */
  drop(agent: string): Promise<boolean>
  /** Connects, starting the pipe if need be, and lists the agents it has with their pids. */
  known(): Promise<KnownAgents>
  /** A stop has begun: nothing waits any longer for a pipe that does not answer, and none is looked for anew. */
  beginStop(): void
  /** Lets go of the pipe; it is ended too when no agent is left in it. */
  close(): Promise<void>
}

interface AgentStart {
  id: AgentId
  session: SessionRow
  team: Team
  conversation: Conversation
}

export interface AgentHostDeps {
  environment: Environment
  config: () => CompiledConfig
  clock: Clock
  logger: Logger
  secrets: AgentSecrets
  projects: Pick<Projects, 'isThere'>
  url: () => string
  /** What the leader of a run gets besides what its team has. */
  leaderSpec: (session: SessionRow) => LeaderSpec | undefined
  onLost: () => void
}

export function createAgentHost(deps: AgentHostDeps): AgentHost {
  const connection = createPipeConnection(deps)
  return {
    present: (team) => present(deps, team),
    async launch(start) {
      // Again: a process that is started in a folder that hangs holds up whoever starts it, and all teams with it.
      await present(deps, start.team)
      const { transport, pipe } = await connection.made()
      const agent = await transport.start(specFor(deps, start))
      const started = (await pipe.list()).find((one) => one.id === start.id)
      return { agent, pid: started?.pid ?? null }
    },
    launchIris: async (start) => (await connection.made()).transport.start(irisSpec(deps, start)),
    attach: ({ id, offset, conversation }) =>
      connection.atHand().transport.attach({ id, offset, conversation }),
    forget(agent) {
      removeServersFile(deps.environment.home, agent)
      // A pipe that cannot forget now is asked again when it is found again, or is gone with all it had.
      const pipe = connection.pipe()
      if (pipe) dropFrom(pipe, agent).catch(() => undefined)
    },
    trim: (agent, before) =>
      void connection
        .pipe()
        ?.trim(agent, before)
        .catch(() => undefined),
    drop: async (agent) => dropFrom(connection.atHand().pipe, agent),
    async known() {
      const { pipe } = await connection.made()
      return new Map((await pipe.list()).map(({ id, pid }) => [id, pid ?? null]))
    },
    beginStop: () => connection.beginStop(),
    close: () => connection.close(),
  }
}

/** What an agent is given of this machine, and what the config sets for it here or over there. */
function agentEnvironment(
  { environment, config }: AgentHostDeps,
  team: Team,
): { env: Environment['variables']; set: Environment['variables'] } {
  const set = { ...config().claude.env, ...team.env }
  return { env: childEnvironment(environment.variables, 'agent', team.remote ? {} : set), set }
}

/**
 * Who is asked about nothing need not ask: such an agent works on while the daemon is away. As root the CLI refuses
 * its bypass outside a sandbox, and who it runs as on another machine is not known: there it allows itself.
 */
export function permissionsOf(
  { grantPermission, remote }: Team,
  { env, set }: { env: Environment['variables']; set: Environment['variables'] },
  uid = process.getuid?.(),
): Pick<AgentSpec, 'permissionMode' | 'allowsItself'> {
  if (grantPermission !== 'yes') return { permissionMode: 'default' }
  const isSandbox = (remote ? set : env)['IS_SANDBOX'] === '1'
  const mayBypass = isSandbox || (!remote && uid !== 0)
  return mayBypass
    ? { permissionMode: 'bypassPermissions' }
    : { permissionMode: 'acceptEdits', allowsItself: true }
}

function specFor(deps: AgentHostDeps, { id, session, team, conversation }: AgentStart): AgentSpec {
  const { variables } = deps.environment
  const { env, set } = agentEnvironment(deps, team)
  const headers = { authorization: `Bearer ${deps.secrets.secretFor(id)}` }
  const leader = deps.leaderSpec(session)
  return {
    id,
    label: team.name,
    command: [team.remote ? team.claudePath : localClaude(team, variables)],
    cwd: team.path,
    env,
    remote: team.remote ? { prefix: team.remote, env: set } : undefined,
    conversation,
    ...permissionsOf(team, { env, set }),
    model: team.model,
    appendSystemPrompt: promptOf(team, leader?.appendSystemPrompt),
    // An agent that must ask whether it may ask would wait twice.
    allowedTools: [...team.allowedTools, ...(leader?.allowedTools ?? []), 'mcp__iris__ask_human'],
    disallowedTools: [...team.disallowedTools, ...ownPlaces(deps, team)],
    ...(leader && { subagents: leader.subagents, mayMessageSubagents: true }),
    mcpServers: { iris: { url: `${deps.url()}/mcp`, headers } },
    mcpServersFile: serversFile(deps.environment.home, id),
    otherMcpServers: 'kept',
  }
}

/** What no tool of an agent is to touch; another machine has no home of this Iris. */
function ownPlaces({ environment, config }: AgentHostDeps, team: Team): string[] {
  return team.remote ? [] : homeRules({ home: environment.home, database: config().database.path }, team)
}

/** What the team says of itself comes first; how to ask is the same for all. */
function promptOf(
  { appendSystemPrompt, questioning }: Team,
  leading: string | undefined,
): string | undefined {
  const parts = [appendSystemPrompt, leading, questioning ? questioningPrompt : undefined].filter(Boolean)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

/**
 * None of the CLI's own tools, so nothing that reads, writes, runs or fetches: what the Iris agent knows comes from its
 * own and from MCP servers that the config names. No settings count, so that none allows what a person should.
 */
function irisSpec(deps: AgentHostDeps, { id, conversation, model, system, secret }: Launch): AgentSpec {
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
    allowedTools: ['mcp__iris'],
    tools: [],
    mcpServers: { iris: { url: `${deps.url()}/mcp`, headers } },
    mcpServersFile: serversFile(environment.home, id),
    mcpConfigFile: writeIrisServers({ env, names: agent.mcpServers, folder: cwd, logger }),
    settingSources: [],
  }
}

/** How a person would start the CLI of a team in a terminal. */
export function claudeAtHand(
  team: Team,
  { set, variables }: { set: Environment['variables']; variables: Environment['variables'] },
): { path: string; folder: string | undefined } {
  const inherited = team.remote ? {} : variables
  const folder = { ...inherited, ...set, ...team.env }['CLAUDE_CONFIG_DIR'] || undefined
  const found = team.remote ? undefined : findClaude(team.claudePath, variables)
  // What is on PATH has a name of its own; the package beside Iris has not.
  return { path: found?.from === 'package' ? found.path : team.claudePath, folder }
}

function localClaude(team: Team, variables: Environment['variables']): string {
  return claudeAt(team.claudePath, team.name, variables)
}

function claudeAt(path: string, whose: string, variables: Environment['variables']): string {
  const found = findClaude(path, variables)
  if (!found) throw new IrisError('CLAUDE_NOT_FOUND', `Claude Code was not found for ${whose} (${path}).`)
  return found.path
}

async function dropFrom(pipe: Pipe, agent: string): Promise<boolean> {
  if (!(await pipe.list()).some(({ id }) => id === agent)) return true
  const left = await pipe.end(agent, { graceMs: 0 })
  if (left.length > 0) return false
  await pipe.forget(agent)
  return true
}

async function present({ projects, environment }: AgentHostDeps, team: Team): Promise<void> {
  if (team.remote) return
  if (!(await projects.isThere(team.path)))
    throw new IrisError('TEAM_FOLDER_MISSING', `The folder of ${team.name} does not exist: ${team.path}`)
  localClaude(team, environment.variables)
}
