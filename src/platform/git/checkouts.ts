import { readRegularFile } from '../projects/index.ts'
import { tryGit, type GitPlace } from './run.ts'
import { listWorktrees, type ListedWorktree } from './worktrees.ts'

/** A working tree of a repository that somebody may work in. */
export interface FoundCheckout {
  folder: string
  /** The branch it has; undefined when its HEAD is detached. */
  branch: string | undefined
  /** The branch that is being rebased in it. */
  rebases?: string
}

const maxCheckouts = 200

/** Every working tree of a repository whose folder is there. */
export async function checkoutsOf(repository: GitPlace): Promise<FoundCheckout[]> {
  const all = (await listWorktrees(repository)).slice(0, maxCheckouts)
  const here = all.filter(({ isBare, isGone }) => !isBare && !isGone)
  return Promise.all(here.map((listed) => checkoutIn(repository, listed)))
}

/** During a rebase HEAD is detached, and the branch moves at the end. */
async function checkoutIn(
  repository: GitPlace,
  { folder, branch: ref }: ListedWorktree,
): Promise<FoundCheckout> {
  if (ref !== undefined) return { folder, branch: nameOf(ref) }
  const names = ['rebase-merge/head-name', 'rebase-apply/head-name']
  const texts = await gitFiles({ ...repository, folder }, names)
  const rebases = texts.map((text) => nameOf(text?.trim() ?? '')).find((name) => name !== '')
  return { folder, branch: undefined, ...(rebases !== undefined && { rebases }) }
}

const nameOf = (ref: string): string => ref.replace(/^refs\/heads\//, '')

/** What somebody has begun in a checkout and not ended: a merge, a cherry-pick, a revert. */
export async function begunIn(checkout: GitPlace): Promise<string | undefined> {
  const names = { MERGE_HEAD: 'merge', CHERRY_PICK_HEAD: 'cherry-pick', REVERT_HEAD: 'revert' }
  const texts = await gitFiles(checkout, Object.keys(names))
  return Object.values(names).find((_, at) => texts[at] !== undefined)
}

async function gitFiles(checkout: GitPlace, names: readonly string[]): Promise<(string | undefined)[]> {
  const args = ['rev-parse', '--path-format=absolute', ...names.flatMap((name) => ['--git-path', name])]
  const { code, stdout } = await tryGit(checkout, args)
  if (code !== 0) return []
  const paths = stdout.split('\n').slice(0, names.length)
  return Promise.all(paths.map((path) => readRegularFile(path, 4096).catch(() => undefined)))
}
