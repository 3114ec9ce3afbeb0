import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { addedTokens, bytes, exitCodes, IrisError } from '../../../contract/plain.ts'
import {
  findClaude,
  heldBack,
  readConfig,
  type CompiledConfig,
  type Environment,
} from '../../../platform/config/index.ts'
import { messageOf, proveWritable, writeFault } from '../../../platform/lib/index.ts'
import { runToEnd } from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'
import { findDaemon } from '../../connection/index.ts'
import { missingFolders } from '../missing-folders.ts'
import { columns } from '../output.ts'
import { checkDatabase, type Finding } from './doctor-database.ts'
import { checkGit } from './doctor-git.ts'
import { checkRooms } from './doctor-rooms.ts'

type Check = (environment: Environment, config: CompiledConfig | undefined) => Promise<Finding> | Finding

const checks: readonly [string, Check][] = [
  ['Node', checkNode],
  ['Home', checkHome],
  ['Disk', checkDisk],
  ['Config', checkConfigFile],
  ['Database', (environment, config) => checkDatabase(databaseOf(environment, config), environment)],
  ['Projects', checkProjects],
  ['git', checkGit],
  ['Claude Code', checkClaude],
  ['Tokens', checkTokens],
  ['Secrets', checkSecrets],
  ['Daemon', checkDaemon],
  ['Rooms', checkRooms],
]

/** Starts or opens each thing Iris needs and says what is wrong and how to mend it. */
export async function doctor({ environment, output }: CommandContext): Promise<number> {
  const config = readableConfig(environment)
  const findings: { name: string; finding: Finding }[] = []
  for (const [name, check] of checks)
    findings.push({ name, finding: await attempt(() => check(environment, config)) })
  const isWell = findings.every(({ finding }) => finding.state !== 'problem')
  output.result({ ok: isWell, checks: findings.map(({ name, finding }) => ({ name, ...finding })) }, () => {
    const marks = {
      ok: output.paint('green', '✓'),
      warning: output.paint('yellow', '!'),
      problem: output.paint('red', '✗'),
    }
    for (const line of columns(
      findings.map(({ name, finding }) => [marks[finding.state], name, finding.found]),
    ))
      output.line(line)
    for (const { name, finding } of findings)
      if (finding.advice) output.line(`\n${output.paint('bold', name)}: ${finding.advice}`)
  })
  return isWell ? exitCodes.ok : exitCodes.environment
}

async function attempt(check: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await check()
  } catch (caught) {
    const error = writeFault(caught) ?? caught
    const advice = error instanceof IrisError ? error.kind.advice : undefined
    return { state: 'problem', found: messageOf(error), ...(advice ? { advice } : {}) }
  }
}

function readableConfig(environment: Environment): CompiledConfig | undefined {
  try {
    return readConfig(environment)
  } catch {
    // The Config check reports what is wrong with it; the others use defaults.
    return undefined
  }
}

/** What Iris adds to what its agents read. */
function checkTokens(): Finding {
  return { state: 'ok', found: `Iris adds about ${addedTokens.worker} tokens to an agent on a task` }
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return { state: 'ok', found: process.versions.node }
  return { state: 'problem', found: process.versions.node, advice: 'Iris needs Node 20.19 or newer.' }
}

function checkHome({ home }: Environment): Finding {
  const parent = findParent(home)
  if (parent === home) {
    proveWritable(home)
    return { state: 'ok', found: home }
  }
  const probe = mkdtempSync(join(parent, '.iris-probe-'))
  writeFileSync(join(probe, 'x'), 'x')
  rmSync(probe, { recursive: true })
  return { state: 'ok', found: `${home} (will be created)` }
}

/** The nearest folder above that exists. */
function findParent(path: string): string {
  for (let folder = path; ; folder = join(folder, '..')) {
    try {
      statfsSync(folder)
      return folder
    } catch (error) {
      if (folder === '/') throw error
    }
  }
}

function checkDisk({ home }: Environment): Finding {
  const { bavail, bsize } = statfsSync(findParent(home))
  const free = bavail * bsize
  if (free > 1e9) return { state: 'ok', found: `${bytes(free)} free` }
  const state = free > 1e8 ? 'warning' : 'problem'
  return { state, found: `${bytes(free)} free`, advice: 'Free some space: the log and the agents need room.' }
}

function checkConfigFile(environment: Environment): Finding {
  const config = readConfig(environment)
  const count = config.teams.size
  return { state: 'ok', found: `${environment.configPath}, ${count === 1 ? '1 team' : `${count} teams`}` }
}

function databaseOf({ home }: Environment, config: CompiledConfig | undefined): string {
  return config?.database.path ?? join(home, 'iris.db')
}

async function checkProjects(_: Environment, config: CompiledConfig | undefined): Promise<Finding> {
  const teams = [...(config?.teams.values() ?? [])]
  const missing = await missingFolders(teams)
  if (missing.length === 0)
    return { state: 'ok', found: teams.length === 0 ? 'no teams yet' : 'every folder exists' }
  return {
    state: 'problem',
    found: missing.map(({ team, path }) => `${team}: ${path} is missing`).join('; '),
    advice:
      "Create the folder, fix the team's path in config.yaml, or remove the team with `iris teams remove`.",
  }
}

async function checkClaude({ variables }: Environment, config: CompiledConfig | undefined): Promise<Finding> {
  const found = findClaude(config?.claude.path ?? 'claude', variables)
  const advice =
    'Install it with `npm install -g @anthropic-ai/claude-code`, or set claude.path in config.yaml.'
  if (!found) return { state: 'problem', found: 'not found', advice }
  const { code, stdout } = await runToEnd({
    command: found.path,
    args: ['--version'],
    cwd: '/',
    env: variables,
    timeoutMs: 20_000,
  })
  if (code !== 0) return { state: 'problem', found: `${found.path} ended with code ${code}`, advice }
  const version = `${stdout.trim()}, from ${found.from === 'package' ? 'the npm package' : found.from}`
  if (await isLoggedIn(found.path, { ...variables, ...config?.claude.env }))
    return { state: 'ok', found: version }
  const login = `${found.from === 'PATH' ? 'claude' : found.path} auth login`
  return {
    state: 'warning',
    found: `${version}; not signed in`,
    advice: `Agents cannot reach a model. Sign in with \`${login}\`, or set ANTHROPIC_API_KEY. Rehearsals need neither.`,
  }
}

/** Unless the CLI itself says that it is not; one that cannot tell is believed. */
async function isLoggedIn(command: string, env: Environment['variables']): Promise<boolean> {
  const args = ['auth', 'status', '--json']
  const { stdout } = await runToEnd({ command, args, cwd: '/', env, timeoutMs: 20_000 })
  return !/"loggedIn":\s*false/.test(stdout)
}

/** What agents do not get of this shell's variables, and how one is given on purpose. */
function checkSecrets({ variables }: Environment, config: CompiledConfig | undefined): Finding {
  const held = heldBack(variables)
  if (held.length === 0) return { state: 'ok', found: 'none in the environment' }
  const receivers = [...(config?.teams.values() ?? [])]
  const given = held.map((name) => {
    const teams = receivers.filter(({ env }) => name in env).map((team) => team.name)
    return teams.length > 0 ? `${name} (given to ${teams.join(', ')})` : name
  })
  const [name = ''] = held
  return {
    state: 'ok',
    found: `held back from agents: ${given.join(', ')}`,
    advice: `To give one to a team on purpose, name it in config.yaml: teams.<team>.env: { ${name}: "\${${name}}" }`,
  }
}

async function checkDaemon({ home }: Environment, config: CompiledConfig | undefined): Promise<Finding> {
  const running = await findDaemon(home)
  if (running) return { state: 'ok', found: `running at ${running.address.url}` }
  const port = config?.settings.httpPort ?? 1615
  if (await isFree(port)) return { state: 'ok', found: `not running; port ${port} is free` }
  return {
    state: 'problem',
    found: `not running, and port ${port} is in use`,
    advice: 'Set settings.httpPort to a free port, or 0.',
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
