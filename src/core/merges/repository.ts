import { basename, dirname } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import {
  gitVersion,
  isAtLeast,
  tryGit,
  withoutDrivers,
  type GitPlace,
  type Repository,
} from '../../platform/git/index.ts'
import type { ProjectRow } from '../tasks/index.ts'
import type { MergesContext } from './context.ts'

type From = Pick<MergesContext, 'projects' | 'environment' | 'hasNewGit'>

/** The repository of a project, to be asked without running its programs. */
export async function repositoryOf(context: From, { slug, root }: ProjectRow): Promise<Repository> {
  if (!root.startsWith('/'))
    throw new IrisError('GIT_UNFIT', `The project ${slug} is on another machine: ${root}`)
  const place = { folder: await folderOf(context, root), env: context.environment }
  const looked = [tryGit(place, ['rev-parse', '--git-dir']), withoutDrivers(place)] as const
  const [inside, repository] = await Promise.all(looked)
  if (inside.code !== 0)
    throw new IrisError('GIT_UNFIT', `The project ${slug} is in no git repository: ${inside.stderr.trim()}`)
  await context.hasNewGit(place)
  return repository
}

/** Refuses a git that cannot merge without a checkout; asked once, as long as it is new enough. */
export function createGitCheck(): (place: GitPlace) => Promise<void> {
  let isNew = false
  return async (place) => {
    if (isNew) return
    const version = await gitVersion(place)
    isNew = isAtLeast(version, '2.38')
    if (!isNew)
      throw new IrisError('GIT_UNFIT', `Merging needs git 2.38 or newer; here is git version ${version}.`)
  }
}

/** The main checkout where there is one, because attributes are read there; else where the history is. */
async function folderOf({ projects }: From, root: string): Promise<string> {
  const main = dirname(root)
  if (basename(root) === '.git' && (await projects.isThere(main))) return main
  if (await projects.isThere(root)) return root
  throw new IrisError('TEAM_FOLDER_MISSING', `The repository is not there: ${root}`)
}

/** The same repository, as git sees it in one of its checkouts, with the filters that may run there. */
export async function checkoutAt(
  repository: Repository,
  folder: string,
  filters: readonly string[] = [],
): Promise<Repository> {
  return withoutDrivers({ ...repository, folder }, new Set(filters))
}
