import type { MergeHow, MergePlan, Objection, TaskId } from '../../contract/index.ts'
import {
  commitsBetween,
  differencesBetween,
  isAncestor,
  mergeTwo,
  touchedBetween,
  treeOf,
  withScratch,
  type FileDifference,
  type Merged,
} from '../../platform/git/index.ts'
import { lookAtCheckouts, type CheckoutLook } from './checkouts.ts'
import { toChangedFile, totalsOf } from './changing.ts'
import type { MergesContext } from './context.ts'
import { checkedOf } from './checked.ts'
import { findTask, targetOf, tipOf, type Found } from './finding.ts'
import { conflictsWith } from './forecasts.ts'
import type { Forecasting } from './forecasting.ts'
import { few } from './words.ts'

const maxCommits = 50
const maxFiles = 200

/** Which task is to be merged, and how. */
export interface WantedMerge {
  task: string
  how?: MergeHow | undefined
  into?: string | undefined
}

/** What a merge is made of, once it is known that it can be made. */
export interface MergeParts extends Found {
  how: MergeHow
  branch: string
  commit: string
  into: string
  target: string
  /** The tree that the target will have; undefined when there is none. */
  tree: string | undefined
  checkout: CheckoutLook
  against: Objection[]
}

/** Says what a merge will do; nothing is written. */
export async function planMerge(
  context: MergesContext & { forecasting: Forecasting },
  wanted: WantedMerge,
): Promise<MergePlan> {
  const found = await findTask(context, wanted.task)
  return withScratch(found.repository, async (scratch) => {
    const parts = await partsOf(context, { ...found, repository: scratch }, wanted)
    const { repository, project, branch, commit, into, target } = parts
    const looked = await context.forecasting.look({ ...found, root: project.root, into, target })
    const [{ commits, count }, { files }] = await Promise.all([
      commitsBetween(repository, { from: target, to: commit, most: maxCommits }),
      parts.tree === undefined ? { files: [] } : differencesBetween(repository, target, parts.tree),
    ])
    const { task, key, title, status } = parts.task
    const checked = checkedOf(context, parts.task)
    return {
      task,
      key,
      title,
      status,
      how: parts.how,
      branch,
      commit,
      into,
      target,
      commits,
      commitCount: count,
      files: files.slice(0, maxFiles).map(toChangedFile),
      counts: totalsOf(files),
      checkout: parts.checkout.folder,
      programs: parts.checkout.filters.map(({ name, program }) => `${name}: ${program}`),
      conflictsWith: conflictsWith(context, looked, { branch, slug: project.slug }),
      warnings: [...warningsOf(parts, files), ...checked.warnings],
      findings: checked.findings,
      against: parts.against,
    }
  })
}

/** Merges without a checkout, and looks whether the checkout of the target can follow. */
export async function partsOf(
  context: MergesContext,
  found: Found,
  wanted: WantedMerge,
): Promise<MergeParts> {
  const { task, repository } = found
  const how = wanted.how ?? context.settings().merge
  const { branch } = task
  const [commit, { into, target }] = await Promise.all([
    tipOf(repository, task),
    targetOf(context, repository, wanted.into),
  ])
  const named = { ...found, how, branch, commit, into, target }
  const merged = await mergeTwo(repository, [target, commit])
  const tree = merged.is === 'clean' ? merged.tree : undefined
  const against = await againstMerge(context, named, merged)
  const touched = tree === undefined ? [] : await touchedBetween(repository, target, tree)
  const checkout = await lookAtCheckouts(repository, { into, touched, tree: tree ?? target })
  return { ...named, tree, checkout, against: [...against, ...checkout.against] }
}

async function againstMerge(
  context: MergesContext,
  { task, repository, how, branch, commit, into, target }: Omit<MergeParts, 'tree' | 'checkout' | 'against'>,
  merged: Merged,
): Promise<Objection[]> {
  if (into === branch) return [impossible(`${branch} cannot be merged into itself.`)]
  if (await isAncestor(repository, commit, target))
    return [impossible(`${into} has everything of ${branch} already.${revertedWords(context, task.task)}`)]
  if (merged.is === 'impossible')
    return [impossible(`${branch} cannot be merged into ${into}: ${merged.words}`)]
  if (merged.is === 'conflicting')
    return [
      {
        code: 'MERGE_CONFLICTS',
        message: `${branch} conflicts with ${into} in ${few(merged.paths)}.`,
        paths: merged.paths,
      },
    ]
  if (merged.tree === (await treeOf(repository, target)))
    return [
      impossible(`${branch} would change nothing in ${into}: it was squashed or copied into it already.`),
    ]
  if (how === 'ff' && !(await isAncestor(repository, target, commit)))
    return [
      impossible(
        `${into} has commits that ${branch} has not, so it cannot be fast-forwarded. Rebase the branch, or merge with --how merge or --how squash.`,
      ),
    ]
  return []
}

const impossible = (message: string): Objection => ({ code: 'MERGE_IMPOSSIBLE', message, paths: [] })

function revertedWords({ rows }: MergesContext, task: TaskId): string {
  const newest = rows.list({ task, limit: 1 })[0]
  const undoing = newest && rows.undoingOf(newest.id)
  if (undoing?.kind !== 'revert' || undoing.state !== 'made') return ''
  return ` It was merged and reverted; to have it again, revert ${undoing.new.slice(0, 12)} or add commits to the branch.`
}

function warningsOf({ task, checkout }: MergeParts, files: readonly FileDifference[]): string[] {
  const submodules = files.filter(({ isSubmodule }) => isSubmodule).map(({ path }) => path)
  return [
    ...(task.status === 'complete'
      ? []
      : [`${task.key} is ${task.status.replaceAll('_', ' ')}, not complete.`]),
    ...(submodules.length > 0 && checkout.folder !== null
      ? [`Submodules move: ${few(submodules)}. Run \`git submodule update\` in ${checkout.folder} after it.`]
      : []),
  ]
}
