import { IrisError, type Saved } from '../../contract/index.ts'
import {
  askGit,
  commitsOf,
  isContained,
  removeWorktree,
  submodulesIn,
  treeOf,
  unlockWorktree,
  unpushedSubmodules,
  type Checkout,
} from '../../platform/git/index.ts'
import { standingOf } from './committing.ts'
import { about, intend, placeIn, type WorktreesContext } from './context.ts'
import { savedOf } from './looking.ts'
import { findWorktree, type Found } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

/** Removes a worktree that nothing would be lost with; its branch stays. May be done again. */
export async function remove(
  context: WorktreesContext,
  row: WorktreeRow,
  { by, keptOn, fence }: { by: string; keptOn?: string | undefined; fence?: number | undefined },
): Promise<void> {
  context.assertLease(row.task, fence)
  const found = await findWorktree(context, row)
  const { saved, isForced } = await refuseLoss(context, row, { found, keptOn })
  intend(context, row, { deed: 'remove', plan: { saved, keptOn, fence }, by })
  context.at('remove: intended')
  const { folder, branch } = row
  if (found.is !== 'unknown') await takeAway(context, row, { found, isForced })
  context.at('remove: removed')
  context.log.write((append) => {
    context.rows.remove(row.task)
    context.rows.removeIntent(row.task)
    append({ type: 'worktree.removed', data: { ...about(row, by), folder, branch, saved } })
  })
}

/** Git itself refuses what is not committed. It must be forced to leave submodules, and what is half gone. */
async function takeAway(
  context: WorktreesContext,
  { root, folder }: WorktreeRow,
  { found, isForced }: { found: Exclude<Found, { is: 'unknown' }>; isForced: boolean },
): Promise<void> {
  const repository = placeIn(context, root)
  await unlockWorktree(found.checkout)
  try {
    await removeWorktree(repository, folder, { isForced })
  } catch (error) {
    if (isForced || (await submodulesIn(found.checkout)).length === 0) throw error
    await removeWorktree(repository, folder, { isForced: true })
  }
}

/** Where the work is saved, and whether git has to be forced; refused when some work is nowhere else. */
async function refuseLoss(
  context: WorktreesContext,
  row: WorktreeRow,
  { found, keptOn }: { found: Found; keptOn: string | undefined },
): Promise<{ saved: Exclude<Saved, 'open'>; isForced: boolean }> {
  const heads = await headsOf(context, row, { found, keptOn })
  // Nobody has worked yet where the files never all came.
  const isHalf = row.state === 'making'
  const saved = isHalf
    ? 'none'
    : await savedOf(context, row, { tip: heads.tip ?? row.base, into: heads.into })
  const inside = found.is === 'unknown' ? [] : await unpushedSubmodules(found.checkout)
  if (inside.length > 0)
    throw unsaved(row, `the submodule ${inside.join(', ')} has commits that are on no remote`)
  const isWhole = found.is === 'there' && !isHalf
  const isClean = !isWhole || (await refuseUncommitted(context, row, found.checkout))
  if (found.is !== 'unknown') await refuseDetached(row, found.checkout, heads)
  if (saved === 'open') throw unsaved(row, `${row.branch} is neither merged nor pushed nor rescued`)
  return { saved, isForced: !isWhole || !isClean }
}

/** Where the branch of a task is, the branch that its work is said to be on, and the HEAD of its worktree. */
interface Heads {
  tip: string | undefined
  into: string | undefined
  head: string | undefined
}

async function headsOf(
  context: WorktreesContext,
  row: WorktreeRow,
  { found, keptOn }: { found: Found; keptOn: string | undefined },
): Promise<Heads> {
  const place = found.is === 'unknown' ? placeIn(context, row.root) : gitFolderOf(found.checkout)
  const branches = [row.branch, ...(keptOn === undefined ? [] : [keptOn])]
  const [head, tip, into] = await commitsOf(place, [
    'HEAD',
    ...branches.map((branch) => `refs/heads/${branch}`),
  ])
  return { tip, into, head: found.is === 'unknown' ? undefined : head }
}

/** What git keeps of a worktree, whose folder may be gone. */
const gitFolderOf = (checkout: Checkout): Checkout => ({ ...checkout, folder: checkout.gitDir })

/** Whether the files are what HEAD has; refused when they are nowhere else. */
async function refuseUncommitted(
  { rows }: WorktreesContext,
  row: WorktreeRow,
  checkout: Checkout,
): Promise<boolean> {
  const { isClean, nested, tree } = await standingOf(checkout, row)
  const [inside] = nested
  if (inside !== undefined) throw unsaved(row, `${inside} in it is a repository of its own`)
  if (isClean) return true
  const kept = row.rescue?.commit
  const isRescued = kept !== undefined && (await tree()) === (await treeOf(checkout, kept))
  const isCut = rows.intentOf(row.task)?.deed === 'remove' && (await isOnlyLess(checkout, await tree()))
  if (!isRescued && !isCut) throw unsaved(row, 'it has changes that are not committed')
  return false
}

/** Commits that only HEAD leads to would go with the worktree; its folder may be gone already. */
async function refuseDetached(row: WorktreeRow, checkout: Checkout, { head, tip }: Heads): Promise<void> {
  if (head === undefined || head === tip) return
  for (const ref of [tip, row.rescue?.commit])
    if (ref !== undefined && (await isContained(gitFolderOf(checkout), head, ref))) return
  throw unsaved(row, `its HEAD is at ${head.slice(0, 10)}, which is on no branch`)
}

/** Whether files are gone and nothing else differs: a removal that was cut. */
async function isOnlyLess(checkout: Checkout, tree: string): Promise<boolean> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--name-status',
    '--no-renames',
    '--diff-filter=d',
    'HEAD^{tree}',
    tree,
  ]
  return (await askGit(checkout, args)) === ''
}

const unsaved = ({ key }: WorktreeRow, why: string): IrisError =>
  new IrisError('WORKTREE_UNSAVED', `The worktree of ${key} is kept: ${why}.`)
