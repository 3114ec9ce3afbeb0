import type { Rescue } from '../../contract/index.ts'
import { commitOf, commitTree, moveRefs, treeOf, type Checkout } from '../../platform/git/index.ts'
import { commitSubmodules, keptRef, settleIndex, standingOf, subjectOf } from './committing.ts'
import { about, intend, placeIn, type WorktreesContext } from './context.ts'
import { freeIndex } from './index-lock.ts'
import { findWorktree } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

// Whoever is rescued is dead: its git does not come back.
const graceMs = 3000

type Saved = Pick<Rescue, 'commit' | 'ref' | 'uncovered'>

/** Commits what is unfinished, so that nothing hangs on a folder any more, and flags the task. May be done again. */
export async function rescue(
  context: WorktreesContext,
  row: WorktreeRow,
  { reason, by }: { reason: string; by: string },
): Promise<WorktreeRow> {
  intend(context, row, { deed: 'rescue', plan: { reason }, by })
  context.at('rescue: intended')
  const found = await findWorktree(context, row)
  const saved =
    found.is === 'there'
      ? await save(context, row, { checkout: found.checkout, reason })
      : await onBranch(context, row)
  context.at('rescue: saved')
  const rescued: WorktreeRow = { ...row, rescue: { ...saved, reason, at: context.clock.now(), by } }
  context.log.write((append) => {
    flag(context, row, { reason, by })
    context.rows.put(rescued)
    context.rows.removeIntent(row.task)
    append({ type: 'worktree.rescued', data: { ...about(row, by), ...saved, reason } })
  })
  return rescued
}

async function save(
  context: WorktreesContext,
  row: WorktreeRow,
  { checkout, reason }: { checkout: Checkout; reason: string },
): Promise<Saved> {
  await freeIndex(context, checkout, { graceMs })
  const message = messageOf(context, row, reason)
  await commitSubmodules(checkout, message)
  const standing = await standingOf(checkout, row)
  const { head, isOnBranch, isClean } = standing
  context.at('rescue: captured')
  const branch = `refs/heads/${row.branch}`
  const uncovered = [...standing.nested]
  const tree = await standing.tree()
  if (!isOnBranch) return { ...(await aside(checkout, row, { tree, head, message })), uncovered }
  if (isClean) return installed({ commit: head, ref: branch, uncovered })
  const commit = await commitTree(checkout, { tree, parents: [head], message })
  context.at('rescue: committed')
  await moveRefs(checkout, [{ ref: branch, from: head, to: commit }], 'rescued by Iris')
  context.at('rescue: moved')
  return installed({ commit, ref: branch, uncovered })

  // Also where nothing differed: a rescue that was cut leaves the index behind.
  async function installed(saved: Saved): Promise<Saved> {
    await settleIndex(checkout, standing)
    context.at('rescue: indexed')
    return saved
  }
}

/** A commit of its own: what HEAD is on is not the task's, so it is not moved. */
async function aside(
  checkout: Checkout,
  row: WorktreeRow,
  { tree, head, message }: { tree: string; head: string; message: string },
): Promise<Omit<Saved, 'uncovered'>> {
  const ref = keptRef(row, `rescue-${head.slice(0, 12)}-${tree.slice(0, 12)}`)
  const known = await commitOf(checkout, ref)
  if (known !== undefined && (await treeOf(checkout, known)) === tree) return { commit: known, ref }
  const commit = await commitTree(checkout, { tree, parents: [head], message })
  await moveRefs(checkout, [{ ref, from: null, to: commit }], 'rescued by Iris')
  return { commit, ref }
}

/** Without a folder the branch has all there is. */
async function onBranch(context: WorktreesContext, row: WorktreeRow): Promise<Saved> {
  const ref = `refs/heads/${row.branch}`
  const commit = (await commitOf(placeIn(context, row.root), ref)) ?? row.base
  return { commit, ref, uncovered: [] }
}

function messageOf({ tasks }: WorktreesContext, { task, key }: WorktreeRow, reason: string): string {
  const title = titleOf(tasks, task)
  const subject = subjectOf(`[INCOMPLETE] ${key}${title ? `: ${title}` : ''}`)
  return `${subject}\n\n${subjectOf(reason)}\n\nIris-Task: ${task}\n`
}

function titleOf(tasks: WorktreesContext['tasks'], task: WorktreeRow['task']): string | undefined {
  try {
    return tasks.get(task).title
  } catch {
    // A worktree of an earlier database: its task is not known any more.
    return undefined
  }
}

/** A task that somebody was at can be taken up by another. */
function flag(
  { tasks }: WorktreesContext,
  { task }: WorktreeRow,
  { reason, by }: { reason: string; by: string },
): void {
  if (titleOf(tasks, task) === undefined || tasks.get(task).status !== 'in_progress') return
  tasks.become({ name: task, by }, { to: 'pending', reason: `Its work was rescued: ${reason}` })
}
