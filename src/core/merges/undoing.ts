import { IrisError, newId, type Merge, type Objection, type UndoPlan } from '../../contract/index.ts'
import {
  branchAt,
  commitTree,
  isAncestor,
  mergeTwo,
  refsWith,
  touchedBetween,
  treeOf,
  withScratch,
  type Repository,
} from '../../platform/git/index.ts'
import { carryOut } from './carrying-out.ts'
import { lookAtCheckouts, type CheckoutLook } from './checkouts.ts'
import type { MergesContext } from './context.ts'
import { findTask } from './finding.ts'
import { refuse } from './merging.ts'
import { finishInterrupted } from './recovering.ts'
import { begunNow, toMerge, type MoveRow } from './rows.ts'
import { few, oneLine } from './words.ts'

/** Which merge is to be undone, and how. */
export interface WantedUndo {
  task: string
  how: 'restored' | 'reverted'
}

interface UndoParts {
  merge: MoveRow
  /** Where the target is. */
  target: string
  /** The tree that it will have, and the commit where that is there already. */
  tree: string | undefined
  commit: string | undefined
  checkout: CheckoutLook
  against: Objection[]
}

/** Says what undoing the newest merge of a task will do; nothing is written. */
export async function planUndo(context: MergesContext, wanted: WantedUndo): Promise<UndoPlan> {
  const { repository, task } = await findTask(context, wanted.task)
  return withScratch(repository, async (scratch) => {
    const parts = await partsOf(scratch, mergeOf(context, task), wanted)
    return {
      merge: toMerge(context.rows, parts.merge),
      into: parts.merge.target,
      target: parts.target,
      how: wanted.how,
      new: parts.commit ?? null,
      checkout: parts.checkout.folder,
      programs: parts.checkout.filters.map(({ name, program }) => `${name}: ${program}`),
      against: parts.against,
    }
  })
}

/** Undoes the newest merge of a task as it was planned, or changes nothing. */
export async function undoMerge(
  context: MergesContext,
  wanted: WantedUndo & { target: string },
  by: string,
): Promise<Merge> {
  const { task, project, repository } = await findTask(context, wanted.task)
  return context.alone(project.root, async () => {
    await finishInterrupted(context, project, repository)
    const merge = mergeOf(context, task)
    const parts = await partsOf(repository, merge, wanted)
    if (parts.target !== wanted.target)
      throw new IrisError(
        'MERGE_MOVED',
        `${merge.target} is at ${parts.target.slice(0, 12)} by now. Nothing was changed.`,
      )
    refuse(parts.against)
    context.at('planned')
    const now = parts.commit ?? (await writeRevert(repository, parts, oneLine(task.title)))
    context.at('written')
    await carryOut(context, repository, toRow(context, parts, { now, by, how: wanted.how }))
    return toMerge(context.rows, merge)
  })
}

function mergeOf({ rows }: MergesContext, { task, key }: { task: MoveRow['task']; key: string }): MoveRow {
  const merge = rows.newest(task)
  if (merge) return merge
  throw new IrisError('MERGE_UNKNOWN', `${key} has no merge of Iris that is not undone.`)
}

async function partsOf(repository: Repository, merge: MoveRow, { how }: WantedUndo): Promise<UndoParts> {
  const target = await branchAt(repository, merge.target)
  if (target === undefined)
    throw new IrisError('MERGE_IMPOSSIBLE', `There is no branch ${merge.target} any more.`)
  const result =
    how === 'restored'
      ? await restoring(repository, merge, target)
      : await reverting(repository, merge, target)
  const touched = result.tree === undefined ? [] : await touchedBetween(repository, target, result.tree)
  const look = { into: merge.target, touched, tree: result.tree ?? target }
  const checkout = await lookAtCheckouts(repository, look)
  return { merge, target, ...result, checkout, against: [...result.against, ...checkout.against] }
}

type Result = Pick<UndoParts, 'tree' | 'commit' | 'against'>

/** The target goes back to where it was, as long as nobody has gone on from the merge. */
async function restoring(repository: Repository, merge: MoveRow, target: string): Promise<Result> {
  const tree = await treeOf(repository, merge.old)
  const own = [`refs/heads/${merge.target}`, `refs/heads/${merge.branch}`]
  const others = (await refsWith(repository, merge.new)).filter((name) => !own.includes(name))
  const isOn = target !== merge.new
  const against = [
    ...(isOn ? [refused(`${merge.target} has moved on since ${merge.key} was merged.`)] : []),
    ...(others.length > 0 ? [refused(`The merge is also in ${few(others.map(shortName))}.`)] : []),
  ]
  return { tree, commit: merge.old, against }
}

const shortName = (name: string): string => name.replace(/^refs\/(heads|remotes|tags)\//, '')
const refused = (message: string): Objection => ({ code: 'UNDO_REFUSED', message, paths: [] })

/** What the merge brought is taken out of the target as it is now: a merge with a commit that takes it back right after. */
async function reverting(repository: Repository, merge: MoveRow, target: string): Promise<Result> {
  const nothing = { tree: undefined, commit: undefined }
  if (!(await isAncestor(repository, merge.new, target)))
    return {
      ...nothing,
      against: [refused(`${merge.target} does not have the merge of ${merge.key} any more.`)],
    }
  const before = await treeOf(repository, merge.old)
  const message = `Take back ${merge.key}\n`
  const back = await commitTree(repository, { tree: before, parents: [merge.new], message })
  const merged = await mergeTwo(repository, [target, back])
  if (merged.is === 'clean') return { tree: merged.tree, commit: undefined, against: [] }
  if (merged.is === 'impossible') return { ...nothing, against: [refused(merged.words)] }
  const words = `Reverting ${merge.key} conflicts with what came after it in ${few(merged.paths)}. Revert it by hand: git revert ${merge.how === 'merge' ? '-m 1 ' : ''}${merge.new.slice(0, 12)}`
  return { ...nothing, against: [{ code: 'MERGE_CONFLICTS', message: words, paths: merged.paths }] }
}

async function writeRevert(
  repository: Repository,
  { merge, target, tree }: UndoParts,
  title: string,
): Promise<string> {
  const message = `Revert ${merge.key}: ${title}\n\nThis takes back ${merge.new}.\n\nTask: ${merge.key}\n`
  return commitTree(repository, {
    tree: tree ?? (await treeOf(repository, target)),
    parents: [target],
    message,
  })
}

function toRow(
  { clock }: MergesContext,
  { merge, target, checkout }: UndoParts,
  { now, by, how }: { now: string; by: string; how: WantedUndo['how'] },
): MoveRow {
  return {
    ...merge,
    id: newId('mrg'),
    kind: how === 'restored' ? 'restore' : 'revert',
    ofMerge: merge.id,
    old: target,
    new: now,
    ...begunNow(clock, { checkout, by }),
  }
}
