import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { IrisError, type TellOutcome } from '../../contract/index.ts'
import { createDaemon, type Daemon } from '../../daemon/index.ts'
import {
  childEnvironment,
  findClaude,
  readEnvironment,
  type Environment,
} from '../../platform/config/index.ts'
import { packageFolder } from '../../platform/lib/index.ts'
import { runToEnd } from '../../platform/process/index.ts'
import { loadPlaybook } from '../playbook-parser.ts'
import { startRehearsal, type Rehearsal } from '../rehearsal.ts'
import { activitiesOf } from './activity.ts'
import { makeProject, sumProject, type DemoProject } from './project.ts'
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

/** One real agent fixes one real bug while what it does is shown live. Resolves with the exit code. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { screen, signal, environment } = options
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-demo-')))
  const version = await claudeVersion(environment)
  const rehearsal = options.model === undefined ? await openRehearsal() : undefined
  const project = await makeProject(
    join(folder, 'sum'),
    sumProject,
    childEnvironment(environment.variables, 'agent'),
  )
  const daemon = await openDaemon({ folder, project, rehearsal, ...options })
  try {
    introduce({ screen, version, model: options.model, daemon, project })
    screen.line(`  The test fails before (exit ${await project.test()}).`)
    screen.line()
    screen.progress(
      rehearsal ? 'the agent works (rehearsed: scripted model, real everything else)' : 'the agent works',
    )
    const outcome = await tellAndShow(daemon, project, options)
    screen.progress('')
    const isFixed = await summarise({ screen, project, outcome, events: daemon.log.head() })
    if (options.keep && !signal.aborted) await stayUp(screen, daemon, signal)
    return isFixed ? 0 : 1
  } finally {
    await daemon.orchestrator.remove({ name: 'user', kind: 'human' }, 'sum')
    await daemon.close('demo ended')
    await rehearsal?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function claudeVersion({ variables }: Environment): Promise<string> {
  const found = findClaude('claude', variables)
  if (!found) {
    throw new IrisError(
      'CLAUDE_NOT_FOUND',
      'The Claude Code CLI is not installed, and the demo uses the real one.',
    )
  }
  const { stdout } = await runToEnd({
    command: found.path,
    args: ['--version'],
    cwd: '/',
    env: variables,
    timeoutMs: 30_000,
  })
  return stdout.trim()
}

async function openRehearsal(): Promise<Rehearsal> {
  const path = join(packageFolder(), 'playbooks', 'fix-sum.yaml')
  return startRehearsal({ playbook: await loadPlaybook(path) })
}

/** Against the rehearsal the agent gets an empty home of its own; with a real model it needs the user's. */
function openDaemon(
  made: Pick<DemoOptions, 'model' | 'environment'> & {
    folder: string
    project: DemoProject
    rehearsal: Rehearsal | undefined
  },
): Promise<Daemon> {
  const { folder, project, rehearsal, model = 'claude-sonnet-4-5', environment } = made
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = rehearsal ? { ...rehearsal.env(), HOME: folder, CLAUDE_CONFIG_DIR: join(folder, 'claude') } : {}
  const sum = { path: project.path, description: 'A project with one bug', grantPermission: 'yes' }
  const config = { settings: { httpPort: 0, logLevel: 'warn' }, claude: { model, env }, teams: { sum } }
  writeFileSync(join(home, 'config.yaml'), stringify(config))
  return createDaemon({ environment: readEnvironment({ ...environment.variables, IRIS_HOME: home }) })
}

function introduce(facts: {
  screen: Screen
  version: string
  model: string | undefined
  daemon: Daemon
  project: DemoProject
}): void {
  const { screen, version, model, daemon, project } = facts
  screen.line()
  screen.line(
    model === undefined
      ? 'Iris demo — a rehearsal: the model is scripted, everything else is real.'
      : `Iris demo with the real model ${model}; your account pays for it.`,
  )
  screen.line()
  screen.line(`  Agent    ${version}`)
  screen.line(`  Daemon   ${daemon.url}`)
  screen.line(`  Project  ${project.path}, a git repository with one bug`)
}

/** Tells the team and prints what its agent does as it does it. */
async function tellAndShow(
  daemon: Daemon,
  project: DemoProject,
  { screen, signal }: DemoOptions,
): Promise<TellOutcome> {
  const user = { name: 'user', kind: 'human' } as const
  const telling = daemon.orchestrator.tell(user, { to: 'sum', message, patience: { until: 'ended' } })
  const showing = telling.progress$.subscribe((progress) => {
    if (progress.kind !== 'line') return
    for (const { verb, detail } of activitiesOf(progress.line.event)) {
      screen.activity({ verb, detail: detail.replaceAll(`${project.path}/`, '') })
    }
  })
  const stop = (): void => void daemon.orchestrator.cancel(user, 'sum')
  signal.addEventListener('abort', stop, { once: true })
  const outcome = await telling.outcome
  signal.removeEventListener('abort', stop)
  showing.unsubscribe()
  return outcome
}

async function summarise(facts: {
  screen: Screen
  project: DemoProject
  outcome: TellOutcome
  events: number
}): Promise<boolean> {
  const { screen, project, outcome, events } = facts
  const after = await project.test()
  const changes = await project.changes()
  const isFixed = after === 0 && changes !== ''
  screen.line()
  screen.line(isFixed ? '✓ Done, with proof.' : '✗ Not done.')
  screen.line(
    `  Tell     ${outcome.status} in ${(outcome.durationMs / 1000).toFixed(1)} s${outcome.rehearsed ? ' (rehearsed)' : ''}`,
  )
  screen.line(`  Test     ${after === 0 ? 'passes' : 'fails'} now (Iris ran it: exit ${after})`)
  screen.line(`  Changed  ${changes.split('\n')[0] || 'nothing'}`)
  screen.line(
    `  Log      ${events} events${outcome.rehearsed ? ', all that the model said was scripted' : ''}`,
  )
  screen.line()
  return isFixed
}

function stayUp(screen: Screen, daemon: Daemon, signal: AbortSignal): Promise<void> {
  screen.line(`Iris stays up at ${daemon.url} until Ctrl-C. Its token: ${daemon.token}`)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
