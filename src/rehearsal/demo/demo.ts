import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { createClient, treeOf, type Client } from '../../client/index.ts'
import { IrisError, type Run } from '../../contract/index.ts'
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
import { habitsProject } from './habits.ts'
import { greetingProject, makeProject, type DemoProject, type ProjectStart } from './project.ts'
import type { Screen } from './screen.ts'
import { watchRun } from './watching.ts'
import { goTheWholeWay } from './whole-way.ts'

export interface DemoOptions {
  /** A real model to use instead of the rehearsal; only ever by the user's own wish. */
  model: string | undefined
  /** Leaves everything running until the signal. */
  keep: boolean
  /** How long each scripted reply waits, in ms, so that people can follow. */
  pace: number
  screen: Screen
  signal: AbortSignal
  environment: Environment
}

const goal = `Build a small page that greets its visitor by name, in plain JavaScript modules without dependencies.
greet.js exports greet(name), page.js exports page(name) and escapes what it shows, page.test.js tests both with node:test.`

/** A leader takes a real team of six through one goal, then an idea goes the whole way. Resolves with the exit code. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { screen, signal, environment, keep } = options
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-demo-')))
  const version = await claudeVersion(environment)
  const rehearsal = options.model === undefined ? await openRehearsal(options.pace) : undefined
  const make = (name: string, start: ProjectStart): Promise<DemoProject> =>
    makeProject(join(folder, name), start, childEnvironment(environment.variables, 'agent'))
  const greeting = await make('greeting', greetingProject)
  const habits = await make('habits', habitsProject)
  const daemon = await openDaemon({ folder, projects: { greeting, habits }, rehearsal, ...options })
  const client = createClient({ url: daemon.url, token: daemon.token })
  try {
    const { url: link } = await client.call('createLoginLink', {})
    introduce({ screen, version, model: options.model, link, project: greeting, home: homeIn(folder), keep })
    screen.line(`  The test fails at first (exit ${await greeting.check()}).`)
    screen.line()
    const run = await leadAndShow(client, options)
    const isDone = await summarise({ screen, project: greeting, run, events: daemon.log.head() })
    const isWholeWay = await goOn(
      { client, screen, signal, project: habits, after: daemon.log.head() },
      options,
    )
    if (keep && !signal.aborted) await stayUp({ screen, client, signal })
    return isDone && isWholeWay ? 0 : 1
  } finally {
    await daemon.close('demo ended')
    await rehearsal?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What a real model says in a talk nobody can know beforehand. */
async function goOn(way: Parameters<typeof goTheWholeWay>[0], { model }: DemoOptions): Promise<boolean> {
  if (way.signal.aborted) return false
  if (model === undefined) return goTheWholeWay(way)
  way.screen.line('The way from an idea to the merge is shown with the scripted model only.')
  return true
}

function homeIn(folder: string): string {
  return join(folder, 'home')
}

/** A path as a shell reads it. */
function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
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

async function openRehearsal(pace: number): Promise<Rehearsal> {
  const path = join(packageFolder(), 'playbooks', 'idea-to-merge.yaml')
  return startRehearsal({ playbook: await loadPlaybook(path), pace })
}

/** Against the rehearsal the agents get an empty home of their own; with a real model they need the user's. */
function openDaemon(
  made: Pick<DemoOptions, 'model' | 'environment'> & {
    folder: string
    projects: Readonly<Record<string, DemoProject>>
    rehearsal: Rehearsal | undefined
  },
): Promise<Daemon> {
  const { folder, projects, rehearsal, model = 'claude-sonnet-4-5', environment } = made
  const home = homeIn(folder)
  mkdirSync(home)
  const env = rehearsal ? { ...rehearsal.env(), HOME: folder, CLAUDE_CONFIG_DIR: join(folder, 'claude') } : {}
  const teams = Object.fromEntries(
    Object.entries(projects).map(([name, { path }]) => [name, { path, grantPermission: 'yes' }]),
  )
  const config = { settings: { httpPort: 0, logLevel: 'warn' }, claude: { model, env }, teams }
  writeFileSync(join(home, 'config.yaml'), stringify(config))
  return createDaemon({ environment: readEnvironment({ ...environment.variables, IRIS_HOME: home }) })
}

function introduce(facts: {
  screen: Screen
  version: string
  model: string | undefined
  link: string
  project: DemoProject
  home: string
  keep: boolean
}): void {
  const { screen, version, model, link, project, home, keep } = facts
  screen.line()
  screen.line(
    model === undefined
      ? 'Iris demo — a rehearsal: the model is scripted, everything else is real.'
      : `Iris demo with the real model ${model}; your account pays for it.`,
  )
  screen.line()
  screen.line(`  Agent    ${version}, one process for the whole team`)
  screen.line(`  Home     ${home}`)
  screen.line(`  Watch    ${link} (once, within a minute)`)
  screen.line(`  Project  ${project.path}, an empty git repository`)
  if (!keep) return
  screen.line('  For another link:')
  screen.line(`    IRIS_HOME=${quote(home)} node ${quote(join(packageFolder(), 'bin', 'iris.js'))} open`)
}

/** Gives the leader its goal and shows the run until it is over; a stop of the demo stops the run. */
async function leadAndShow(client: Client, { screen, signal }: DemoOptions): Promise<Run> {
  const evidence = { files: ['page.js', 'greet.js'], commands: ['node --test page.test.js'] }
  const limits = { costUsd: 5, timeMs: 1_800_000 }
  const run = await client.call('startRun', { team: 'greeting', goal, evidence, limits })
  const stop = (): void => void client.call('stopRun', { run: run.run }).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await watchRun(client, run, screen)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function summarise(facts: {
  screen: Screen
  project: DemoProject
  run: Run
  events: number
}): Promise<boolean> {
  const { screen, project, run, events } = facts
  const after = await project.check()
  const changes = (await project.changes()).split('\n')
  const isDone = run.state === 'completed' && after === 0
  screen.line()
  for (const line of treeOf(run, Date.now())) screen.line(`  ${line}`)
  screen.line()
  screen.line(isDone ? '✓ Done, with proof.' : '✗ Not done.')
  screen.line(
    `  Run      ${run.state}${run.reason ? `: ${run.reason}` : ''}${run.rehearsed ? ' (rehearsed)' : ''}`,
  )
  screen.line(`  Test     ${after === 0 ? 'passes' : 'fails'} now (Iris ran it: exit ${after})`)
  screen.line(`  Changed  ${changes.at(-1)?.trim() || 'nothing'}`)
  screen.line(`  Log      ${events} events${run.rehearsed ? ', everything the model said was scripted' : ''}`)
  screen.line()
  return isDone
}

async function stayUp(facts: { screen: Screen; client: Client; signal: AbortSignal }): Promise<void> {
  const { screen, client, signal } = facts
  const { url } = await client.call('createLoginLink', {})
  screen.line('Iris stays up until Ctrl-C. Open it in your browser. The link works once, within a minute:')
  screen.line(`  ${url}`)
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
