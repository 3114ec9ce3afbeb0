import { exitCodes, IrisError, type Merge, type MergePlan, type UndoPlan } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { harmlessInLine } from '../output.ts'
import { fileLine, hows, short, type How } from './branches.ts'

interface Options {
  task: string
  dryRun?: boolean
  yes?: boolean
}

/** What the user typed after `merge`. */
export interface MergeOptions {
  how?: string
  into?: string
  dryRun?: boolean
  yes?: boolean
}

/** What the user typed after `merge undo`. */
export interface UndoOptions {
  revert?: boolean
  dryRun?: boolean
  yes?: boolean
}

const maxShown = 20

/** Shows what a merge will do, asks, and merges. */
export async function merge(context: CommandContext, options: MergeOptions & Options): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const way = {
    ...(options.how ? { how: howOf(options.how) } : {}),
    ...(options.into ? { into: options.into } : {}),
  }
  const plan = await client.call('planMerge', { task: options.task, ...way })
  if (options.dryRun) return showOnly(context, plan, showPlan)
  if (!output.json) showPlan(context, plan)
  const { key, branch, into, how, commit, target } = plan
  const isWanted = plan.against.length > 0 || options.yes || (await isSure(context, sure(plan)))
  if (!isWanted) return left(context)
  // Also when something stands against it: the daemon refuses, with the code of what does.
  const merged = await client.call('mergeTask', { task: key, how, into, commit, target })
  output.result(merged, () =>
    output.line(
      `Merged ${branch} into ${into}: ${short(merged.old)} → ${short(merged.new)}. Undo: iris merge undo ${key}`,
    ),
  )
  return exitCodes.ok
}

const sure = ({ branch, into, checkout }: MergePlan): { deed: string; kept: string } => ({
  deed: `merge ${branch} into ${into}`,
  kept: checkout ? `The files in ${checkout} move along.` : 'No checkout is touched.',
})

function howOf(word: string): How {
  const how = hows.find((one) => one === word)
  if (!how) throw new IrisError('USAGE', `--how takes one of: ${hows.join(', ')}.`)
  return how
}

function showPlan(context: CommandContext, plan: MergePlan): void {
  const { output } = context
  const { key, title, branch, into, how, commits, commitCount, files, counts } = plan
  const line = (text: string): void => output.line(harmlessInLine(text))
  output.line(`${output.paint('bold', key)}  ${harmlessInLine(title)}`)
  line(
    `${branch} → ${into} (${wayWords[how]}), ${counted(commitCount, 'commit')}, ${counted(counts.files, 'file')} +${counts.added} −${counts.removed}`,
  )
  for (const { commit, subject, author } of commits.slice(0, maxShown))
    line(`  ${short(commit)} ${subject} (${author})`)
  if (commitCount > maxShown) line(`  and ${commitCount - maxShown} more`)
  for (const file of files.slice(0, maxShown)) line(`  ${fileLine(file)}`)
  if (counts.files > maxShown) line(`  and ${counts.files - maxShown} more`)
  if (plan.against.length === 0) showEffects(context, plan)
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

function showEffects({ output }: CommandContext, plan: MergePlan): void {
  const { into, checkout, programs, conflictsWith, warnings, findings } = plan
  const where = checkout
    ? `The files in ${checkout} move along.`
    : `${into} is checked out nowhere; only the branch moves.`
  const words = [
    where,
    ...programs.map((program) => `Git will run a filter there: ${program}`),
    ...conflictsWith.map(
      ({ key, paths }) => `Afterwards ${key} will conflict with ${into} in ${paths.join(', ')}.`,
    ),
    ...warnings.map((warning) => `Note: ${warning}`),
    ...(findings ?? []).map((finding) => `Finding: ${finding}`),
  ]
  for (const one of words) output.line(harmlessInLine(one))
}

/** What stands against it; when it is tried all the same, the daemon says so. */
/** Ends with what is planned; a plan that something stands against is no success. */
function showOnly<P extends Pick<MergePlan, 'against'>>(
  context: CommandContext,
  plan: P,
  show: (context: CommandContext, plan: P) => void,
): number {
  context.output.result(plan, () => {
    show(context, plan)
    showAgainst(context, plan)
  })
  return plan.against.length > 0 ? exitCodes.conflict : exitCodes.ok
}

function showAgainst({ output }: CommandContext, { against }: Pick<MergePlan, 'against'>): void {
  for (const { message } of against) output.line(`${output.paint('red', '✗')} ${harmlessInLine(message)}`)
}

const wayWords: Readonly<Record<How, string>> = {
  ff: 'fast-forward',
  merge: 'merge commit',
  squash: 'one commit',
}

/** Shows what an undo will do, asks, and undoes. */
export async function undo(context: CommandContext, options: UndoOptions & Options): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const how = options.revert ? 'reverted' : 'restored'
  const plan = await client.call('planUndo', { task: options.task, how })
  if (options.dryRun) return showOnly(context, plan, showUndo)
  if (!output.json) showUndo(context, plan)
  const kept = 'The branch of the task stays.'
  const deed = `undo the merge of ${plan.merge.key} into ${plan.into}`
  if (plan.against.length === 0 && !options.yes && !(await isSure(context, { deed, kept })))
    return left(context)
  const undone = await client.call('undoMerge', { task: plan.merge.key, how, target: plan.target })
  output.result(undone, () => output.line(undoneWords(undone)))
  return exitCodes.ok
}

function showUndo({ output }: CommandContext, { merge: of, into, how, target, checkout }: UndoPlan): void {
  const deed =
    how === 'restored'
      ? `${into} goes back from ${short(target)} to ${short(of.old)}.`
      : `${into} gets a commit that takes ${short(of.new)} back.`
  output.line(`${output.paint('bold', of.key)}  ${harmlessInLine(deed)}`)
  output.line(harmlessInLine(checkout ? `The files in ${checkout} move along.` : 'No checkout is touched.'))
}

function undoneWords({ key, into, undone }: Merge): string {
  const where = undone ? ` ${into} is at ${short(undone.new)}.` : ''
  return undone?.how === 'reverted' ? `Reverted ${key}.${where}` : `Undid the merge of ${key}.${where}`
}

function left({ output }: CommandContext): number {
  output.line('Nothing was changed.')
  return exitCodes.ok
}
