import {
  exitCodes,
  IrisError,
  type CheckpointId,
  type Worktree,
  type WorktreeDetails,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'
import { columns, harmless, harmlessInLine } from '../output.ts'
import { table } from '../table.ts'
import { age } from '../words.ts'

/** Every worktree, with what is the matter with it. */
export async function listWorktrees(context: CommandContext, { team }: { team?: string }): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { worktrees } = await client.call('listWorktrees', team ? { team } : {})
  output.result({ worktrees }, () => {
    if (worktrees.length === 0) return output.line('No worktrees. Make one: iris worktrees make <task>')
    const rows = worktrees.map((one) => [one.key, stateOf(one), one.branch, one.folder, age(one.madeAt)])
    const heading = ['Task', 'State', 'Branch', 'Folder', 'Made']
    for (const line of table({ heading, rows }, output)) output.line(harmless(line))
  })
  return exitCodes.ok
}

const states: Readonly<Record<Worktree['state'], string>> = {
  making: 'half made',
  unready: 'set-up failed',
  ready: 'ready',
  missing: 'folder is gone',
}

function stateOf({ state, rescue }: Worktree): string {
  return rescue && state === 'ready' ? 'rescued' : states[state]
}

/** One worktree with all that git says of it. */
export async function showWorktree(context: CommandContext, task: string): Promise<number> {
  const { output } = context
  const details = await (await connectOrStart(context)).call('getWorktree', { task })
  output.result(details, () => {
    for (const line of columns([...rowsOf(details), ...savedRows(details)])) output.line(harmlessInLine(line))
  })
  return exitCodes.ok
}

const places: Readonly<Record<WorktreeDetails['saved'], string>> = {
  none: 'no commits yet',
  merged: 'merged',
  pushed: 'pushed',
  rescued: 'rescued on its branch',
  open: 'on its branch only',
}

function rowsOf({ setUp, rescue, warnings, ...worktree }: Worktree): string[][] {
  return [
    ['task', worktree.key],
    ['state', stateOf({ setUp, rescue, warnings, ...worktree })],
    ['folder', worktree.folder],
    ['branch', worktree.branch],
    ['from', worktree.base.slice(0, 12)],
    ...(setUp ? [['set-up', setUp.output === null ? setUp.words : `${setUp.words} (${setUp.output})`]] : []),
    ...(rescue ? [['rescued', `${rescue.reason} (${rescue.commit.slice(0, 12)} on ${rescue.ref})`]] : []),
    ...(rescue?.uncovered ?? []).map((path) => ['not saved', `${path} is a repository of its own`]),
    ...warnings.map((words) => ['note', words]),
  ]
}

function savedRows({ saved, commits, uncommitted, checkpoints, attempts }: WorktreeDetails): string[][] {
  const count = commits === 1 ? '1 commit' : `${commits} commits`
  return [
    ['work', commits === 0 ? places[saved] : `${count}, ${places[saved]}`],
    ...uncommitted.map((path) => ['uncommitted', path]),
    ...checkpoints.map(({ checkpoint, note, at }) => ['checkpoint', `${checkpoint}  ${note}  ${age(at)}`]),
    ...attempts.map(({ number, patch, ref }) => [`set aside ${number}`, patch ?? ref]),
  ]
}

/** Makes a worktree; one whose set-up failed is no success. */
export async function makeWorktree(
  context: CommandContext,
  { task, team }: { task: string; team?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const worktree = await client.call('makeWorktree', { task, ...(team ? { team } : {}) })
  shown(context, worktree)
  return worktree.state === 'ready' ? exitCodes.ok : exitCodes.environment
}

function shown({ output }: CommandContext, worktree: Worktree): void {
  output.result(worktree, () => {
    for (const line of columns(rowsOf(worktree))) output.line(harmlessInLine(line))
  })
}

/** Commits all that is there. */
export async function makeCheckpoint(
  context: CommandContext,
  { task, note }: { task: string; note?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const made = await client.call('makeCheckpoint', { task, ...(note ? { note } : {}) })
  context.output.result(made, () =>
    context.output.line(`Checkpoint ${made.checkpoint} is commit ${made.commit.slice(0, 12)}.`),
  )
  return exitCodes.ok
}

/** Saves unfinished work. */
export async function rescueWorktree(
  context: CommandContext,
  wanted: { task: string; reason: string },
): Promise<number> {
  shown(context, await (await connectOrStart(context)).call('rescueWorktree', wanted))
  return exitCodes.ok
}

/** Goes back to a checkpoint, once somebody is sure. */
export async function returnWorktree(
  context: CommandContext,
  { task, checkpoint, yes }: { task: string; checkpoint?: string | undefined; yes?: boolean },
): Promise<number> {
  const { output } = context
  const kept = 'What is there now is set aside as a patch first.'
  const deed = `return the worktree of ${task} to ${checkpoint ?? 'its newest checkpoint'}`
  if (!yes && !(await isSure(context, { deed, kept }))) return exitCodes.ok
  const client = await connectOrStart(context)
  const named = checkpoint === undefined ? {} : { checkpoint: checkpointId(checkpoint) }
  const done = await client.call('returnWorktree', { task, ...named })
  output.result(done, () => {
    output.line(`Back at ${done.checkpoint.checkpoint} (${done.checkpoint.commit.slice(0, 12)}).`)
    const { attempt } = done
    if (attempt) output.line(harmless(`Set aside: ${attempt.patch ?? attempt.ref}`))
  })
  return exitCodes.ok
}

const isCheckpoint = (text: string): text is CheckpointId => text.startsWith('ckp_')

function checkpointId(text: string): CheckpointId {
  if (isCheckpoint(text)) return text
  throw new IrisError('USAGE', 'A checkpoint is named by its id, such as ckp_01…; see `iris worktrees show`.')
}

/** Removes a worktree, once somebody is sure. */
export async function removeWorktree(
  context: CommandContext,
  { task, yes }: { task: string; yes?: boolean },
): Promise<number> {
  const deed = `remove the worktree of ${task}`
  const kept = 'Its branch stays; files that git ignores go with the folder.'
  if (!yes && !(await isSure(context, { deed, kept }))) return exitCodes.ok
  const worktree = await (await connectOrStart(context)).call('removeWorktree', { task })
  context.output.result(worktree, () =>
    context.output.line(harmless(`Removed ${worktree.folder}. The branch ${worktree.branch} stays.`)),
  )
  return exitCodes.ok
}
