import { IrisError, newId, type ErrorCode, type Merge, type Objection } from '../../contract/index.ts'
import { commitsBetween, commitTree } from '../../platform/git/index.ts'
import { carryOut } from './carrying-out.ts'
import type { MergesContext } from './context.ts'
import { findTask } from './finding.ts'
import { partsOf, type MergeParts, type WantedMerge } from './planning.ts'
import { finishInterrupted } from './recovering.ts'
import { begunNow, toMerge, type MoveRow } from './rows.ts'
import { oneLine } from './words.ts'

const maxSubjects = 50

/** A merge as somebody saw it planned. */
export interface PlannedMerge extends WantedMerge {
  commit: string
  target: string
}

/** Merges a task's branch as it was planned, or changes nothing. */
export async function mergeTask(context: MergesContext, wanted: PlannedMerge, by: string): Promise<Merge> {
  const found = await findTask(context, wanted.task)
  return context.alone(found.project.root, async () => {
    await finishInterrupted(context, found.project, found.repository)
    const parts = await partsOf(context, found, wanted)
    isAsPlanned(parts, wanted)
    refuse(parts.against)
    context.at('planned')
    const row = toRow(context, parts, { now: await writeCommit(parts), by })
    context.at('written')
    await carryOut(context, found.repository, row)
    return toMerge(context.rows, { ...row, state: 'made' })
  })
}

function isAsPlanned({ branch, commit, into, target }: MergeParts, wanted: PlannedMerge): void {
  const short = (id: string): string => id.slice(0, 12)
  const moved = [
    ...(commit === wanted.commit
      ? []
      : [`${branch} is at ${short(commit)}, no longer at ${short(wanted.commit)}`]),
    ...(target === wanted.target
      ? []
      : [`${into} is at ${short(target)}, no longer at ${short(wanted.target)}`]),
  ]
  if (moved.length > 0) throw new IrisError('MERGE_MOVED', `${moved.join('; ')}. Nothing was changed.`)
}

/** Refuses with what stands against it. */
export function refuse(against: readonly Objection[]): void {
  const [first] = against
  if (!first) return
  // Objections are made with codes of the catalogue; the schema has them as words.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  throw new IrisError(first.code as ErrorCode, against.map(({ message }) => message).join(' '))
}

/** The commit that the target will be at. */
async function writeCommit(parts: MergeParts): Promise<string> {
  const { how, commit, target, tree, repository } = parts
  if (how === 'ff' || tree === undefined) return commit
  const parents = how === 'merge' ? [target, commit] : [target]
  return commitTree(repository, { tree, parents, message: await messageOf(parts) })
}

async function messageOf({
  how,
  task,
  branch,
  into,
  commit,
  target,
  repository,
}: MergeParts): Promise<string> {
  const title = oneLine(task.title)
  if (how === 'merge') return `Merge ${branch} into ${into}: ${title}\n\nTask: ${task.key}\n`
  const { commits } = await commitsBetween(repository, { from: target, to: commit, most: maxSubjects })
  const subjects = commits.toReversed().map(({ subject }) => `* ${oneLine(subject)}`)
  return `${title} (${task.key})\n\n${subjects.join('\n')}\n\nTask: ${task.key}\n`
}

function toRow(
  { clock }: MergesContext,
  parts: MergeParts,
  { now, by }: { now: string; by: string },
): MoveRow {
  const { task, project, how, branch, commit, into, target, checkout } = parts
  return {
    id: newId('mrg'),
    kind: 'merge',
    ofMerge: null,
    task: task.task,
    key: task.key,
    project: project.slug,
    how,
    branch,
    branchCommit: commit,
    target: into,
    old: target,
    new: now,
    ...begunNow(clock, { checkout, by }),
  }
}
