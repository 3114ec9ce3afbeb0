import { isAbsolute, join } from 'node:path'
import { IrisError, type Task } from '../../contract/index.ts'
import {
  askGit,
  commitOf,
  listWorktrees,
  mainBranchOf,
  tryGit,
  type GitPlace,
  type ListedWorktree,
} from '../../platform/git/index.ts'
import { placeIn, type WorktreesContext } from './context.ts'

const fetchMs = 60_000

/** Where a task is worked: its repository, and the team whose folder leads there. */
export interface Ground {
  root: string
  repository: GitPlace
  /** The main checkout; undefined in a bare repository. */
  main: string | undefined
  listed: readonly ListedWorktree[]
  /** The folder in which worktrees are made. */
  place: string
  team: string
  /** Where in the repository the team works; empty at its top. */
  prefix: string
}

/** Looks where a task can be worked; says what its project lacks. */
export async function groundOf(context: WorktreesContext, task: Task, wanted?: string): Promise<Ground> {
  const project = context.tasks.projects().find(({ slug }) => slug === task.project)
  if (!project) throw impossible(`The project of ${task.key} is not known.`)
  const team = teamOf(context, project, wanted)
  const { root } = project
  const repository = placeIn(context, root)
  const [listed, prefix] = await Promise.all([
    repositoryAt(context, repository, team),
    prefixOf(context, team.path),
  ])
  const [first] = listed
  const main = first && !first.isBare ? first.folder : undefined
  const top = main ?? root
  const { worktrees } = context.settings()
  const place = isAbsolute(worktrees) ? worktrees : join(top, worktrees)
  const real = await context.projects.real(place)
  return { root, repository, main, listed, place: real, team: team.name, prefix }
}

function teamOf(
  { teams }: WorktreesContext,
  { slug, folders }: { slug: string; folders: readonly string[] },
  wanted: string | undefined,
): { name: string; path: string } {
  const all = teams()
  if (wanted !== undefined && !all.has(wanted))
    throw new IrisError('TEAM_UNKNOWN', `There is no team ${wanted}.`)
  const known = new Set(folders)
  const here = [...all.values()].filter(({ path, remote }) => remote === undefined && known.has(path))
  const team = wanted === undefined ? here[0] : all.get(wanted)
  if (team && team.remote === undefined) return team
  const remote = team ?? [...all.values()].find(({ path }) => folders.some((folder) => folder.endsWith(path)))
  if (remote?.remote)
    throw impossible(`The team ${remote.name} is on another machine. Iris makes worktrees on this one only.`)
  throw impossible(`No team of config.yaml works in the project ${slug} any more.`)
}

async function repositoryAt(
  { projects }: WorktreesContext,
  repository: GitPlace,
  team: { name: string; path: string },
): Promise<ListedWorktree[]> {
  const isRepository = (await projects.holds(repository.folder, 'HEAD')) === 'inside'
  if (!isRepository)
    throw impossible(
      `${team.path} is in no git repository. \`git init\` there, and commit once, to have worktrees.`,
    )
  return listWorktrees(repository)
}

/** Where in its repository a folder is; empty at its top. */
export async function prefixOf(context: WorktreesContext, folder: string): Promise<string> {
  const { code, stdout } = await tryGit(placeIn(context, folder), ['rev-parse', '--show-prefix'])
  return code === 0 ? stdout.replace(/\/?\n$/, '') : ''
}

/** The commit that a new task begins at, and what has to be said about it. */
export async function baseOf(
  { settings }: WorktreesContext,
  { repository }: Pick<Ground, 'repository'>,
): Promise<{ commit: string; warning?: string }> {
  const { base } = settings()
  const name = await mainBranch(repository, settings().main)
  const failure = base === 'remote' ? await fetched(repository, name) : undefined
  const remote = base === 'remote' ? await commitOf(repository, `refs/remotes/origin/${name}`) : undefined
  const commit = remote ?? (await commitOf(repository, `refs/heads/${name}`))
  if (commit === undefined)
    throw impossible(
      `The repository has no commit on ${name} yet. Commit something first, or set \`git.main\`.`,
    )
  if (base === 'local' || (remote !== undefined && failure === undefined)) return { commit }
  const from = remote === undefined ? `the local ${name}` : `origin/${name} as it was last fetched`
  return { commit, warning: `It begins at ${from}: ${failure ?? 'the remote has no such branch'}` }
}

async function fetched(repository: GitPlace, name: string): Promise<string | undefined> {
  const refspec = `+refs/heads/${name}:refs/remotes/origin/${name}`
  const args = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', 'origin', refspec]
  const { code, stderr, timedOut } = await tryGit(repository, args, { timeoutMs: fetchMs })
  if (code === 0) return undefined
  return timedOut ? 'the remote did not answer' : stderr.trim().slice(-300)
}

/** The main branch: as it is set, else as the repository says; git's words when it has none. */
export async function mainBranch(repository: GitPlace, set: string | undefined): Promise<string> {
  const name = set ?? (await mainBranchOf(repository))
  return name ?? (await askGit(repository, ['symbolic-ref', '--short', 'HEAD'])).trim()
}

export const impossible = (message: string): IrisError => new IrisError('WORKTREE_IMPOSSIBLE', message)
