import type { Saved, WorktreeDetails } from '../../contract/index.ts'
import {
  commitOf,
  commitsOf,
  countCommits,
  isContained,
  isPushed,
  readGit,
  type GitPlace,
} from '../../platform/git/index.ts'
import { placeIn, type WorktreesContext } from './context.ts'
import { mainBranch } from './ground.ts'
import { findWorktree } from './owning.ts'
import type { WorktreeRow } from './rows.ts'
import { toWorktree } from './views.ts'

const maxPaths = 100

/** A worktree with what git says of it, without running a program that its config names. */
export async function detailsOf(context: WorktreesContext, row: WorktreeRow): Promise<WorktreeDetails> {
  const found = await findWorktree(context, row)
  const repository = placeIn(context, row.root)
  const tip = await tipOf(repository, row)
  const { rows, projects } = context
  // Without its link the folder is a part of the repository around it.
  const isLinked = found.is === 'there' && (await projects.holds(row.folder, '.git')) === 'inside'
  const state = isLinked ? await readGit(placeIn(context, row.folder)) : undefined
  const changes = (state?.changes ?? []).filter(({ how }) => !how.startsWith('has '))
  return {
    ...toWorktree(row, found),
    saved: await savedOf(context, row, { tip }),
    commits: await countCommits(repository, tip, row.base),
    uncommitted: changes.slice(0, maxPaths).map(({ path }) => path),
    checkpoints: rows.checkpoints(row.task),
    attempts: rows.attempts(row.task),
  }
}

async function tipOf(repository: GitPlace, { branch, base }: WorktreeRow): Promise<string> {
  return (await commitOf(repository, `refs/heads/${branch}`)) ?? base
}

/** Where the commits of a branch are besides on it. */
export async function savedOf(
  context: WorktreesContext,
  row: WorktreeRow,
  { tip, into }: { tip: string; into?: string | undefined },
): Promise<Saved> {
  const repository = placeIn(context, row.root)
  if (tip === row.base) return 'none'
  const isIn = async (commit: string | undefined): Promise<boolean> =>
    commit !== undefined && (await isContained(repository, tip, commit))
  // Where the caller says that it is comes first: as a rule that is all there is to ask git.
  if (await isIn(into)) return 'merged'
  const main = await mainBranch(repository, context.settings().main)
  const mains = await commitsOf(repository, [`refs/heads/${main}`, `refs/remotes/origin/${main}`])
  for (const commit of mains) if (await isIn(commit)) return 'merged'
  if (await isPushed(repository, tip)) return 'pushed'
  return row.rescue?.commit === tip ? 'rescued' : 'open'
}
