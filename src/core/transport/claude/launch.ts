import type { AgentSpec } from '../agent.ts'
import { remoteLaunch, tunnelled } from '../remote.ts'
import { claudeArguments } from './arguments.ts'

/** What to spawn, and what to feed it before anything else. */
export interface Launch {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
  opening: string | undefined
}

/** The process behind an agent: the CLI here, or ssh to a machine that has it. */
export function launchOf(spec: AgentSpec): Launch {
  const [command, ...words] = spec.command
  if (!spec.remote) {
    const { args, env } = claudeArguments(spec)
    return {
      command,
      args: [...words, ...args],
      cwd: spec.cwd,
      env: { ...spec.env, ...env },
      opening: undefined,
    }
  }
  const { servers, tunnels } = tunnelled(spec.mcpServers ?? {})
  const { args, env } = claudeArguments({ ...spec, mcpServers: servers })
  const target = { words: [...spec.command, ...args], cwd: spec.cwd, env, tunnels }
  const ssh = remoteLaunch(spec.remote, target)
  return { command: ssh.command, args: [...ssh.args], cwd: '/', env: { ...spec.env }, opening: ssh.opening }
}
