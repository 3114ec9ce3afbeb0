import { IrisError } from '../../../contract/index.ts'
import type { AgentSpec } from '../agent.ts'
import { handedOver, remoteLaunch, tunnelled } from '../remote.ts'
import { claudeArguments, serversText } from './arguments.ts'

/** What to spawn, and what to feed it before anything else. */
export interface Launch {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
  opening: string | undefined
  /** What must be there for the agent to read while it starts, and not for longer. */
  file: { path: string; text: string } | undefined
}

/** The process behind an agent: the CLI here, or ssh to a machine that has it. */
export function launchOf(spec: AgentSpec): Launch {
  const { command: words, cwd, remote } = spec
  if (remote) return remoteLaunchOf(spec, remote)
  const file = fileOf(spec)
  const [command, ...args] = [...words, ...claudeArguments(spec, file?.path)] as const
  return { command, args, cwd, env: { ...spec.env }, opening: undefined, file }
}

function fileOf({ mcpServers, mcpServersFile }: AgentSpec): Launch['file'] {
  const text = serversText(mcpServers)
  if (text === undefined) return undefined
  if (mcpServersFile === undefined)
    throw new IrisError('INPUT_INVALID', 'MCP servers need a file of their own.')
  return { path: mcpServersFile, text }
}

function remoteLaunchOf(spec: AgentSpec, remote: NonNullable<AgentSpec['remote']>): Launch {
  const { servers, tunnels } = tunnelled(spec.mcpServers ?? {})
  const input = serversText(servers)
  const words = [...spec.command, ...claudeArguments(spec, input === undefined ? undefined : handedOver)]
  const { command, args, opening } = remoteLaunch(remote, { words, cwd: spec.cwd, tunnels, input })
  return { command, args: [...args], cwd: '/', env: { ...spec.env }, opening, file: undefined }
}
