import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IrisError } from '../../contract/index.ts'
import { createDaemon, type Daemon } from '../../daemon/index.ts'
import {
  childEnvironment,
  findClaude,
  readEnvironment,
  type Environment,
} from '../../platform/config/index.ts'
import { runToEnd } from '../../platform/process/index.ts'
import { loadPlaybook } from '../playbook-parser.ts'
import { startRehearsal, type Rehearsal } from '../rehearsal.ts'
import { activitiesOf } from './activity.ts'
import { runAgent } from './agent.ts'
import { makeProject, type DemoProject } from './project.ts'
import type { Screen } from './screen.ts'

export interface DemoOptions {
  /** A real model to use instead of the rehearsal; only ever by the user's own wish. */
  model: string | undefined
  /** Leaves everything running until the signal. */
  keep: boolean
  screen: Screen
  signal: AbortSignal
  environment: Environment
}

const message =
  'The test of this project fails: sum is wrong. Find out why, fix it, and run `node --test` as proof.'

/** One real agent fixes one real bug while the log is shown live. Resolves with the exit code. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { screen, signal } = options
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-demo-')))
  const claude = await findGenuineClaude(options.environment)
  const rehearsal = options.model === undefined ? await openRehearsal() : undefined
  const daemon = await openDaemon(folder, options.environment)
  try {
    const env = agentEnvironment(options.environment, folder, rehearsal)
    const project = await makeProject(join(folder, 'sum'), env)
    introduce({ screen, claude, model: options.model, daemon, project })
    const before = await project.test()
    screen.line(`  The test fails before (exit ${before}).`)
    screen.line()
    const shown = show(daemon, screen, project)
    screen.progress(
      rehearsal ? 'the agent works (rehearsed: scripted model, real everything else)' : 'the agent works',
    )
    const model = options.model ?? 'claude-sonnet-4-5'
    const rehearsed = rehearsal !== undefined
    await runAgent({
      claude: claude.path,
      cwd: project.path,
      env,
      model,
      message,
      signal,
      log: daemon.log,
    })
    const events = await shown.finish()
    screen.progress('')
    const isFixed = await summarise({ screen, project, events, rehearsed })
    if (options.keep && !signal.aborted) await stayUp(screen, daemon, signal)
    return isFixed ? 0 : 1
  } finally {
    await daemon.close('demo ended')
    await rehearsal?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function findGenuineClaude({ variables }: Environment): Promise<{ path: string; version: string }> {
  const found = findClaude('claude', variables)
  if (!found)
    throw new IrisError(
      'CLAUDE_NOT_FOUND',
      'The Claude Code CLI is not installed, and the demo uses the real one.',
    )
  const { stdout } = await runToEnd({
    command: found.path,
    args: ['--version'],
    cwd: '/',
    env: variables,
    timeoutMs: 30_000,
  })
  return { path: found.path, version: stdout.trim() }
}

async function openRehearsal(): Promise<Rehearsal> {
  const path = fileURLToPath(new URL('../../../playbooks/fix-sum.yaml', import.meta.url))
  return startRehearsal({ playbook: await loadPlaybook(path) })
}

function openDaemon(folder: string, { variables }: Environment): Promise<Daemon> {
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'config.yaml'), 'settings:\n  httpPort: 0\n  logLevel: warn\n')
  return createDaemon({ environment: readEnvironment({ ...variables, IRIS_HOME: home }) })
}

/** Against the rehearsal the agent gets an empty home of its own; with a real model it needs the user's. */
function agentEnvironment(
  { variables }: Environment,
  folder: string,
  rehearsal: Rehearsal | undefined,
): Record<string, string> {
  if (!rehearsal) return childEnvironment(variables, 'agent')
  const own = { HOME: folder, CLAUDE_CONFIG_DIR: join(folder, 'claude') }
  return childEnvironment(variables, 'agent', { ...rehearsal.env(), ...own })
}

function introduce(facts: {
  screen: Screen
  claude: { version: string }
  model: string | undefined
  daemon: Daemon
  project: DemoProject
}): void {
  const { screen, claude, model, daemon, project } = facts
  screen.line()
  screen.line(
    model === undefined
      ? 'Iris demo — a rehearsal: the model is scripted, everything else is real.'
      : `Iris demo with the real model ${model}; your account pays for it.`,
  )
  screen.line()
  screen.line(`  Agent    ${claude.version}`)
  screen.line(`  Daemon   ${daemon.url}`)
  screen.line(`  Project  ${project.path}, a git repository with one bug`)
}

/** Prints the log as it grows; `finish` waits until everything written so far is shown. */
function show(daemon: Daemon, screen: Screen, { path }: DemoProject): { finish: () => Promise<number> } {
  const ended = new AbortController()
  let reached = daemon.log.head()
  const done = (async () => {
    for await (const batch of daemon.log.tail({ after: reached, signal: ended.signal })) {
      for (const { verb, detail } of batch.flatMap(activitiesOf)) {
        screen.activity({ verb, detail: detail.replaceAll(`${path}/`, '') })
      }
      reached = batch.at(-1)?.seq ?? reached
      if (ended.signal.aborted && reached >= daemon.log.head()) return
    }
  })()
  return {
    async finish() {
      while (reached < daemon.log.head()) await new Promise(setImmediate)
      ended.abort()
      await done
      return daemon.log.head()
    },
  }
}

async function summarise(facts: {
  screen: Screen
  project: DemoProject
  events: number
  rehearsed: boolean
}): Promise<boolean> {
  const { screen, project, events, rehearsed } = facts
  const after = await project.test()
  const changes = await project.changes()
  const isFixed = after === 0 && changes !== ''
  screen.line()
  screen.line(isFixed ? '✓ Done, with proof.' : '✗ Not done.')
  screen.line(`  Test     ${after === 0 ? 'passes' : 'fails'} now (Iris ran it: exit ${after})`)
  screen.line(`  Changed  ${changes.split('\n')[0] ?? 'nothing'}`)
  screen.line(`  Log      ${events} events${rehearsed ? ', all that the model said was scripted' : ''}`)
  screen.line()
  return isFixed
}

function stayUp(screen: Screen, daemon: Daemon, signal: AbortSignal): Promise<void> {
  screen.line(`Iris stays up at ${daemon.url} until Ctrl-C. Its token: ${daemon.token}`)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
