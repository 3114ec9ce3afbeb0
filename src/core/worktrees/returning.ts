import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IrisError, type Checkpoint, type CheckpointId, type SavedAttempt } from '../../contract/index.ts'
import {
  askGit,
  commitOf,
  commitTree,
  isContained,
  moveRefs,
  patchGives,
  switchFiles,
  treeOf,
  tryGit,
  writePatch,
  type Checkout,
} from '../../platform/git/index.ts'
import { keptRef, settleIndex, standingOf, type Standing } from './committing.ts'
import { about, forget, intend, type WorktreesContext } from './context.ts'
import { freeIndex } from './index-lock.ts'
import { checkoutOf } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

/** What came of a return. */
export interface Returned {
  checkpoint: Checkpoint
  attempt: SavedAttempt | null
}

/** Saves what is there, then makes the worktree what it was at a checkpoint. May be done again. */
export async function returnTo(
  context: WorktreesContext,
  row: WorktreeRow,
  {
    checkpoint: wanted,
    fence,
    by,
  }: { checkpoint?: CheckpointId | undefined; fence?: number | undefined; by: string },
): Promise<Returned> {
  context.assertLease(row.task, fence)
  const checkpoint = checkpointOf(context, row, wanted)
  const checkout = await checkoutOf(context, row)
  await freeIndex(context, checkout, { graceMs: 3000 })
  intend(context, row, { deed: 'return', plan: { checkpoint: checkpoint.checkpoint, fence }, by })
  context.at('return: intended')
  try {
    const attempt = await goBack(context, row, { checkout, checkpoint, fence })
    return record(context, row, { checkpoint, attempt, by })
  } catch (error) {
    // What was saved stays; what was half done is seen as work like any other.
    forget(context, row.task)
    throw error
  }
}

function checkpointOf(
  { rows }: WorktreesContext,
  row: WorktreeRow,
  wanted: CheckpointId | undefined,
): Checkpoint {
  const all = rows.checkpoints(row.task)
  const found = wanted === undefined ? all.at(-1) : all.find(({ checkpoint }) => checkpoint === wanted)
  if (found) return found
  throw new IrisError(
    'CHECKPOINT_UNKNOWN',
    `${row.key} has no ${wanted === undefined ? 'checkpoint' : `checkpoint ${wanted}`}.`,
  )
}

async function goBack(
  context: WorktreesContext,
  row: WorktreeRow,
  { checkout, checkpoint, fence }: { checkout: Checkout; checkpoint: Checkpoint; fence: number | undefined },
): Promise<SavedAttempt | null> {
  const standing = await standingOf(checkout, row)
  context.at('return: captured')
  const ref = `refs/heads/${row.branch}`
  const tip = await commitOf(checkout, ref)
  const tree = await treeOf(checkout, checkpoint.commit)
  const now = await standing.tree()
  const isSame = now === tree && tip === checkpoint.commit && standing.head === tip
  const attempt = isSame ? null : await saveAttempt(context, row, { checkout, checkpoint, standing, tip })
  await settleIndex(checkout, standing)
  context.at('return: indexed')
  await switchFiles(checkout, now, tree)
  context.at('return: switched')
  context.assertLease(row.task, fence)
  await quit(checkout)
  if (tip !== checkpoint.commit)
    await moveRefs(
      checkout,
      [{ ref, from: tip ?? null, to: checkpoint.commit }],
      `return to ${checkpoint.checkpoint}`,
    )
  if (!standing.isOnBranch) await askGit(checkout, ['symbolic-ref', '-m', 'return', 'HEAD', ref])
  context.at('return: moved')
  return attempt
}

/** As a commit that keeps what was committed since, too, and as a patch that is tried before anything changes. */
async function saveAttempt(
  context: WorktreesContext,
  row: WorktreeRow,
  from: { checkout: Checkout; checkpoint: Checkpoint; standing: Standing; tip: string | undefined },
): Promise<SavedAttempt> {
  const { checkout, checkpoint, standing } = from
  const before = context.rows.attempts(row.task)
  const last = before.at(-1)
  const tree = await standing.tree()
  // From a return that was cut after it was saved.
  if (last?.checkpoint === checkpoint.checkpoint && (await isSameWork(from, last.commit))) return last
  const number = (last?.number ?? 0) + 1
  const commit = await keep(row, from, `set aside ${number} of ${row.key}`)
  context.at('return: kept')
  const patch = await patchOf(context, row, { checkout, number, from: checkpoint.commit, to: commit, tree })
  context.at('return: patched')
  const ref = keptRef(row, `set-aside-${commit.slice(0, 16)}`)
  const attempt = { number, checkpoint: checkpoint.checkpoint, commit, ref, patch, at: context.clock.now() }
  context.log.write(() => context.rows.putAttempt({ ...attempt, task: row.task }))
  context.at('return: recorded')
  return attempt
}

async function isSameWork(
  { checkout, standing, tip }: { checkout: Checkout; standing: Standing; tip: string | undefined },
  commit: string,
): Promise<boolean> {
  const isSame = (await treeOf(checkout, commit)) === (await standing.tree())
  return isSame && (tip === undefined || (await isContained(checkout, tip, commit)))
}

async function keep(
  row: WorktreeRow,
  { checkout, standing, tip }: { checkout: Checkout; standing: Standing; tip: string | undefined },
  message: string,
): Promise<string> {
  const { head } = standing
  const tree = await standing.tree()
  const commit = await commitTree(checkout, { tree, parents: [head, tip ?? head], message })
  const ref = keptRef(row, `set-aside-${commit.slice(0, 16)}`)
  // One that was cut a moment ago made the very same commit.
  const from = (await commitOf(checkout, ref)) ?? null
  await moveRefs(checkout, [{ ref, from, to: commit }], message)
  return commit
}

async function patchOf(
  { home }: WorktreesContext,
  row: WorktreeRow,
  of: { checkout: Checkout; number: number; from: string; to: string; tree: string },
): Promise<string | null> {
  const { checkout, number, from, to, tree } = of
  if ((await treeOf(checkout, from)) === tree) return null
  const file = join(home, 'worktrees', row.key, `set-aside-${number}.patch`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writePatch(checkout, { from, to, file: `${file}.new` })
  if (!(await patchGives(checkout, { file: `${file}.new`, at: from, tree })))
    throw new IrisError(
      'GIT_FAILED',
      `What was set aside is kept as ${to}, but its patch does not apply. Nothing was changed.`,
    )
  await rename(`${file}.new`, file)
  return file
}

/** Ends a merge, rebase or the like without touching files; its work was set aside. */
async function quit(checkout: Checkout): Promise<void> {
  for (const what of ['merge', 'cherry-pick', 'revert', 'rebase']) await tryGit(checkout, [what, '--quit'])
}

function record(
  { log, rows }: WorktreesContext,
  row: WorktreeRow,
  { checkpoint, attempt, by }: Returned & { by: string },
): Returned {
  const { checkpoint: id, commit } = checkpoint
  const saved = { attempt: attempt?.number ?? null, patch: attempt?.patch ?? null }
  log.write((append) => {
    rows.removeIntent(row.task)
    append({ type: 'worktree.returned', data: { ...about(row, by), checkpoint: id, commit, ...saved } })
  })
  return { checkpoint, attempt }
}
