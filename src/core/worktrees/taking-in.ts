import { IrisError } from '../../contract/index.ts'
import {
  commitTree,
  isContained,
  mergeTwo,
  moveRefs,
  switchFiles,
  treeOf,
  withoutDrivers,
} from '../../platform/git/index.ts'
import { checkpoint } from './checkpointing.ts'
import { about, type WorktreesContext } from './context.ts'
import { freeIndex } from './index-lock.ts'
import { checkoutOf } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

/** What is to be brought into a worktree. */
export interface Incoming {
  commit: string
  /** What it is, in a few words. */
  what: string
  fence?: number | undefined
  by: string
}

/** What came of it. Where it conflicts nothing is merged. */
export type TakenIn = { is: 'taken' } | { is: 'conflicting'; paths: string[] }

/** Commits what a worktree has, then merges a commit into its branch and its files. May be done again. */
export async function takeIn(
  context: WorktreesContext,
  row: WorktreeRow,
  { commit, what, fence, by }: Incoming,
): Promise<TakenIn> {
  const { commit: head } = await checkpoint(context, row, { note: `before ${what}`, fence, by })
  const checkout = await checkoutOf(context, row)
  if (await isContained(checkout, commit, head)) return { is: 'taken' }
  const merged = await mergeTwo(await withoutDrivers(checkout), [head, commit])
  if (merged.is === 'conflicting') return { is: 'conflicting', paths: merged.paths }
  if (merged.is === 'impossible')
    throw new IrisError('GIT_FAILED', `git cannot bring ${what} into ${row.key}: ${merged.words}`)
  const message = `Merge ${what} into ${row.key}\n`
  const made = await commitTree(checkout, { tree: merged.tree, parents: [head, commit], message })
  await freeIndex(context, checkout, { graceMs: 3000 })
  // The files come first: cut here, they are work like any other, and merging again finds both sides the same.
  await switchFiles(checkout, await treeOf(checkout, head), merged.tree)
  context.at('take in: switched')
  context.assertLease(row.task, fence)
  await moveRefs(checkout, [{ ref: `refs/heads/${row.branch}`, from: head, to: made }], `took in ${what}`)
  context.at('take in: moved')
  context.log.write((append) =>
    append({ type: 'worktree.merged', data: { ...about(row, by), commit: made, of: commit } }),
  )
  return { is: 'taken' }
}
