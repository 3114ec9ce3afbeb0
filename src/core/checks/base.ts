import { IrisError } from '../../contract/index.ts'
import {
  commitOf,
  differencesSince,
  forkOf,
  historyOf,
  isAncestor,
  type Checkout,
  type GitPlace,
} from '../../platform/git/index.ts'
import type { Workplace } from '../worktrees/index.ts'
import type { ChecksContext, Pin } from './context.ts'

const maxLookMs = 20_000

type Deps = Pick<ChecksContext, 'projects' | 'environment'>

/** A folder, and the worktree it is in. */
interface At {
  folder: string
  made: Workplace | undefined
}

/** Leads git to the repository of a worktree: who works in it can make its `.git` name another, or none. */
export const pinOf = (made: Pick<Workplace, 'gitDir' | 'top'> | undefined): Pin | undefined =>
  made && { gitDir: made.gitDir, top: made.top }

/** Where git is asked about a folder; undefined when the folder is away. */
async function gitIn(
  { projects, environment }: Deps,
  { folder, made }: At,
): Promise<GitPlace | Checkout | undefined> {
  // A process that is started in a folder that hangs holds up whoever starts it.
  if (!(await projects.isThere(folder))) return undefined
  return {
    folder,
    env: environment,
    signal: AbortSignal.timeout(maxLookMs),
    ...pinOf(made),
  }
}

/** What all worktrees of a repository have in common; undefined when a folder is in none. */
export async function repositoryOf(deps: Deps, at: At): Promise<string | undefined> {
  const place = await gitIn(deps, at)
  const history = place && (await historyOf(place))
  return history && deps.projects.real(history)
}

/** The commit that a change is compared with: the named one, else where the branch left the main one, else HEAD. */
export async function baseOf(deps: Deps, at: At, named?: string): Promise<string | undefined> {
  const place = await gitIn(deps, at)
  if (named === undefined) return place && forkIn(place, at.made)
  const commit = place && (await commitOf(place, named))
  if (commit === undefined) throw new IrisError('CHECK_BASE_UNKNOWN', `${at.folder} has no commit ${named}.`)
  return commit
}

/** Where the branch left the main one; in a worktree never before it was begun, nor on another history. */
async function forkIn(place: GitPlace, made: Workplace | undefined): Promise<string | undefined> {
  const fork = await forkOf(place)
  if (!made) return fork
  const isAfter = fork !== undefined && (await isAncestor(place, made.base, fork))
  return isAfter ? fork : made.base
}

/** The paths that differ from a commit. */
export async function changedFiles(deps: Deps, at: At, base: string): Promise<string[]> {
  const place = await gitIn(deps, at)
  const found = place && (await differencesSince(place, base))
  return found?.files.map(({ path }) => path) ?? []
}
