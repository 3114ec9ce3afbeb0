import { join } from 'node:path'
import { IrisError, type Task } from '../../contract/index.ts'
import type { NewCheck } from '../../core/checks/index.ts'
import { childEnvironment, type Team } from '../../platform/config/index.ts'
import {
  addDetached,
  commitOf,
  historyOf,
  mainBranchOf,
  readGit,
  removeWorktree,
  withoutDrivers,
  type GitPlace,
  type Repository,
} from '../../platform/git/index.ts'
import { keyOf, type WorkContext, type WorkDeps } from './context.ts'
import { refOf } from './joining.ts'
import type { BuildRow } from './rows.ts'

const checkBudgetMs = 30 * 60_000

/** The team of a build; work is done on this machine only. */
export function teamOf({ config }: Pick<WorkDeps, 'config'>, name: string): Team {
  const team = config().teams.get(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  if (team.remote)
    throw new IrisError(
      'BUILD_NOT_POSSIBLE',
      `${name} works on another machine. Iris works tasks on this one only.`,
    )
  return team
}

/** Where git is asked about the repository of a team. */
export function placeOf({ config, gitEnvironment, starter }: GitDeps, name: string): GitPlace {
  const team = teamOf({ config }, name)
  return { folder: team.path, env: gitEnvironment, starter: starter.run }
}

/** What is needed to ask git. */
type GitDeps = Pick<WorkContext, 'config' | 'gitEnvironment' | 'starter'>

/** The repository a team works in; what its config names is read each time, because agents can write there. */
export function repositoryOf(deps: GitDeps, { team }: { team: string }): Promise<Repository> {
  return withoutDrivers(placeOf(deps, team))
}

/** A folder that git knows nothing of is refused in words. */
async function assertRepository(deps: GitDeps, { team }: { team: string }): Promise<void> {
  const place = placeOf(deps, team)
  if ((await historyOf({ ...place, signal: AbortSignal.timeout(5000) })) === undefined)
    throw new IrisError(
      'BUILD_NOT_POSSIBLE',
      `The folder of ${team} is in no git repository: ${place.folder}`,
    )
}

/** The commit that a build begins at: the main branch as it is. */
export async function baseOf(deps: GitDeps, build: Pick<BuildRow, 'team'>): Promise<string> {
  await assertRepository(deps, build)
  const place = placeOf(deps, build.team)
  const branch = deps.config().git.main ?? (await mainBranchOf(place))
  const base = branch === undefined ? undefined : await commitOf(place, `refs/heads/${branch}`)
  if (base === undefined)
    throw new IrisError(
      'BUILD_NOT_POSSIBLE',
      `The repository of ${build.team} has no commit yet. Make a first one.`,
    )
  return base
}

/** Where the branch of a build is. */
export async function tipOf(deps: GitDeps, build: BuildRow): Promise<string> {
  const tip = (await commitOf(placeOf(deps, build.team), refOf(build))) ?? build.base
  if (tip === null) throw new IrisError('BUILD_NOT_POSSIBLE', `${keyOf(build)} has no base yet.`)
  return tip
}

/** As many as Iris runs checks at once. */
export const maxCheckouts = 2

/** Does something in checkouts of one commit that nobody else has; they are gone afterwards. Git makes and removes one after the other. */
export async function inCheckouts<T>(
  context: WorkContext,
  build: BuildRow,
  { count, commit, use }: { count: number; commit: string; use: (folders: readonly string[]) => Promise<T> },
): Promise<T> {
  await removeCheckouts(context, build)
  const repository = await repositoryOf(context, build)
  const folders = foldersOf(context, build).slice(0, count)
  try {
    for (const folder of folders) await addDetached(repository, { folder, commit })
    return await use(folders)
  } finally {
    await removeCheckouts(context, build)
  }
}

/** Removes the checkouts of a build; a crash may have left some. */
export async function removeCheckouts(context: WorkContext, build: BuildRow): Promise<void> {
  for (const folder of foldersOf(context, build)) {
    if (!(await context.projects.isThere(folder))) continue
    const repository = await repositoryOf(context, build)
    await removeWorktree(repository, folder, { isForced: true }).catch((error: unknown) => {
      context.logger.warn('a checkout of a build was not removed', { build: build.id, folder, err: error })
    })
  }
}

function foldersOf({ environment }: WorkContext, build: BuildRow): string[] {
  return Array.from({ length: maxCheckouts }, (_, place) =>
    join(environment.home, 'builds', place === 0 ? keyOf(build) : `${keyOf(build)}.${place + 1}`),
  )
}

/** A check of a task in its worktree, or of commands in a checkout, with the environment of the team. */
export async function planCheck(
  context: WorkContext,
  build: BuildRow,
  wanted: { task?: Task; commands?: readonly string[]; folder: string; base?: string | undefined },
): Promise<NewCheck> {
  const team = teamOf(context, build.team)
  const { task, base = null } = wanted
  const { variables } = context.environment
  const { folder, pin } = await whereOf(context, wanted)
  return {
    task: task?.task ?? null,
    taskKey: task?.key ?? null,
    team: team.name,
    folder,
    repository: context.tasks.projects().find(({ slug }) => slug === build.project)?.root ?? null,
    level: null,
    base,
    manual: manualOf(task),
    budgetMs: checkBudgetMs,
    steps: stepsOf(task, wanted.commands ?? []),
    env: childEnvironment(variables, 'check', { ...team.env, ...team.checks.env }),
    pin,
    isChangeExpected: task !== undefined,
    by: 'iris',
  }
}

/** Who works in a worktree can make its `.git` name another repository, or none: git is led to the one Iris made. */
async function whereOf(
  { worktrees }: WorkContext,
  { task, folder }: { task?: Task; folder: string },
): Promise<Pick<NewCheck, 'folder' | 'pin'>> {
  const made = task && (await worktrees.workplace(task.task))
  return made ? { folder: made.folder, pin: { gitDir: made.gitDir, top: made.top } } : { folder }
}

function manualOf(task: Task | undefined): string | null {
  return task?.check && 'manual' in task.check ? task.check.manual : null
}

function stepsOf(task: Task | undefined, commands: readonly string[]): NewCheck['steps'] {
  const plain = commands.map((command) => ({ command, from: 'task' as const, expected: { exit: 0 } }))
  const { check } = task ?? {}
  if (!check?.command) return plain
  return [
    ...plain,
    { command: check.command, from: 'task', expected: 'expected' in check ? check.expected : { exit: 0 } },
  ]
}

/** How the main checkout is: its HEAD and what differs from it, a line for each, as a text that can be compared. */
export async function mainCheckout(context: WorkContext, build: BuildRow): Promise<string> {
  const place = placeOf(context, build.team)
  const state = await readGit({ ...place, signal: AbortSignal.timeout(20_000) })
  if (!state) return 'git cannot tell'
  const own = state.changes.filter(({ path }) => !path.startsWith('.worktrees/'))
  return [`HEAD ${state.head}`, ...own.map(({ how, path }) => `${how} ${JSON.stringify(path)}`)].join('\n')
}
