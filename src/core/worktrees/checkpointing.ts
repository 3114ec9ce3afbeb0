import { newId, type Checkpoint, type CheckpointId } from '../../contract/index.ts'
import { commitOf, commitTree, moveRefs, underWay, type Checkout } from '../../platform/git/index.ts'
import { keptRef, refused, settleIndex, standingOf, subjectOf, type Standing } from './committing.ts'
import { about, forget, intend, type WorktreesContext } from './context.ts'
import { freeIndex } from './index-lock.ts'
import { checkoutOf } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

const graceMs = 60_000

/** What a checkpoint is made with. */
export interface NewCheckpoint {
  note: string
  fence?: number | undefined
  by: string
}

/** Commits all that a worktree has, and keeps the commit to return to. */
export async function checkpoint(
  context: WorktreesContext,
  row: WorktreeRow,
  { note, fence, by }: NewCheckpoint,
): Promise<Checkpoint> {
  context.assertLease(row.task, fence)
  const checkout = await checkoutOf(context, row)
  await refuseUnderWay(checkout)
  await freeIndex(context, checkout, { graceMs })
  const made = newId('ckp', context.clock.now())
  intend(context, row, { deed: 'checkpoint', plan: { checkpoint: made, note }, by })
  context.at('checkpoint: intended')
  try {
    const commit = await commitAll(context, row, { checkout, made, note, fence })
    return record(context, row, { checkpoint: made, commit, note, by })
  } catch (error) {
    forget(context, row.task)
    throw error
  }
}

async function commitAll(
  context: WorktreesContext,
  row: WorktreeRow,
  wanted: { checkout: Checkout; made: CheckpointId; note: string; fence: number | undefined },
): Promise<string> {
  const { checkout, made, note, fence } = wanted
  const standing = await standingOf(checkout, row)
  refuseElsewhere(row, standing)
  context.at('checkpoint: captured')
  const { head, isClean } = standing
  const message = `${subjectOf(`checkpoint: ${row.key} ${note}`)}\n\nIris-Checkpoint: ${made}\n`
  const commit = isClean
    ? head
    : await commitTree(checkout, { tree: await standing.tree(), parents: [head], message })
  context.at('checkpoint: committed')
  // Whoever lost the lease while the files were read must not move the branch.
  context.assertLease(row.task, fence)
  const branch = { ref: `refs/heads/${row.branch}`, from: head, to: commit }
  const kept = { ref: keptRef(row, made), from: null, to: commit }
  await moveRefs(checkout, isClean ? [kept] : [branch, kept], `checkpoint ${made}`)
  context.at('checkpoint: moved')
  await settleIndex(checkout, standing)
  context.at('checkpoint: indexed')
  return commit
}

function record(
  { log, rows, clock }: WorktreesContext,
  row: WorktreeRow,
  { by, ...made }: Pick<Checkpoint, 'checkpoint' | 'commit' | 'note' | 'by'>,
): Checkpoint {
  const checkpoint: Checkpoint = { ...made, task: row.task, at: clock.now(), by }
  log.write((append) => {
    rows.putCheckpoint(checkpoint)
    rows.removeIntent(row.task)
    append({ type: 'checkpoint.made', data: { ...about(row, by), ...made } })
  })
  return checkpoint
}

/** After a crash: the ref that keeps the commit moves with the branch, so it says whether it happened. */
export async function settleCheckpoint(
  context: WorktreesContext,
  row: WorktreeRow,
  { checkpoint: made, note, by }: { checkpoint: CheckpointId; note: string; by: string },
): Promise<void> {
  const checkout = await checkoutOf(context, row)
  const commit = await commitOf(checkout, keptRef(row, made))
  if (commit === undefined) return forget(context, row.task)
  await freeIndex(context, checkout, { graceMs: 0 })
  const standing = await standingOf(checkout, row)
  if (standing.isClean) await settleIndex(checkout, standing)
  record(context, row, { checkpoint: made, commit, note, by })
}

async function refuseUnderWay(checkout: Checkout): Promise<void> {
  const what = await underWay(checkout)
  if (what)
    throw refused(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} is under way in ${checkout.folder}. Finish it first.`,
    )
}

function refuseElsewhere({ branch, folder }: WorktreeRow, { isOnBranch }: Standing): void {
  if (!isOnBranch) throw refused(`${folder} is not on ${branch}. Check that branch out there first.`)
}
