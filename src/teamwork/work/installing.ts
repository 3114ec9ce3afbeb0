import { judgeFailure } from '../../core/rules/index.ts'
import type { Check } from '../../contract/index.ts'
import { tryGit } from '../../platform/git/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const installMs = 10 * 60_000
const installCommand = 'npm install --ignore-scripts --no-audit --no-fund'

/** A package that a check missed, and what may be installed without asking. */
export interface Missing {
  package?: string
  approved: string[]
}

/** What a failed check missed, by what it printed. */
export async function missingOf(context: WorkContext, build: BuildRow, failed: Check): Promise<Missing> {
  const step = failed.steps.findLast(({ state }) => state === 'failed')
  if (!step || failed.failure !== 'MISSING_DEPENDENCY') return { approved: [] }
  const { command, exit: exitCode, signal, timedOut, head, tail } = step
  const printed = { stdout: `${head}\n${tail}`, stderr: '' }
  const { package: missed } = judgeFailure({
    tool: '',
    command,
    exitCode,
    signal,
    timedOut,
    ...printed,
    attempts: 1,
  })
  return { ...(missed === undefined ? {} : { package: missed }), approved: await approvedIn(context, build) }
}

/** What package.json named when the build began, and what the config names; what an agent adds to it counts for nothing. */
async function approvedIn(context: WorkContext, build: BuildRow): Promise<string[]> {
  return [...namesIn(await packageFile(context, build)), ...context.config().work.packages]
}

async function packageFile(context: WorkContext, build: BuildRow): Promise<string> {
  if (build.base === null) return ''
  const repository = await context.repositoryOf(build)
  const { code, stdout } = await tryGit(repository, ['cat-file', 'blob', `${build.base}:./package.json`])
  return code === 0 ? stdout : ''
}

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

function namesIn(text: string): string[] {
  const read = parsed(text)
  return sections.flatMap((section) => {
    const names: unknown = read && Reflect.get(read, section)
    return typeof names === 'object' && names !== null ? Object.keys(names) : []
  })
}

function parsed(text: string): object | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    // No package.json, or none that npm could read either: nothing is approved by it.
    return undefined
  }
}

const name = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * Begins to install an approved package in the worktree, without running its scripts. npm installs all that
 * package.json names then, so it must name nothing that is not approved; false when it does.
 */
export async function install(
  context: WorkContext,
  build: BuildRow,
  { row, missing }: { row: WorkRow; missing: Missing & { package: string } },
): Promise<boolean> {
  const { checks, rows, log, projects } = context
  if (row.folder === null || !name.test(missing.package)) return false
  const own = await projects.read(row.folder, 'package.json').catch(() => '{}')
  if (namesIn(own).some((one) => !missing.approved.includes(one))) return false
  const isNamed = namesIn(own).includes(missing.package)
  const what = isNamed ? '' : ` ${missing.package}`
  const command = `${installCommand}${what}`
  const planned = await context.planCheck(build, { commands: [command], folder: row.folder })
  const wanted = { ...planned, budgetMs: installMs }
  log.write(() => {
    const { check } = checks.run(wanted)
    rows.setTask(row, { installing: check, package: missing.package })
  })
  return true
}

/** What tasks got installed the whole needs too, unless package.json names by now what nobody approved. */
export async function installForAll(
  context: WorkContext,
  build: BuildRow,
  folder: string,
): Promise<string[]> {
  const added = context.rows.tasksOf(build.id).flatMap(({ installed: names }) => names)
  if (added.length === 0) return []
  const approved = await approvedIn(context, build)
  const own = namesIn(await context.projects.read(folder, 'package.json').catch(() => '{}'))
  return own.every((one) => approved.includes(one)) ? [installCommand] : []
}

/** What was to be installed is there, or is not to be had: the check is run again, and says which. */
export function installed({ rows }: WorkContext, row: WorkRow): void {
  const { package: asked } = row
  rows.setTask(row, {
    installing: null,
    package: null,
    checking: null,
    installed: asked === null ? row.installed : [...row.installed, asked],
  })
}
