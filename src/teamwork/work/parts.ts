import { IrisError, type BuildId } from '../../contract/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { findBuild } from './control.ts'
import { mergeCommands } from './prompt.ts'
import { fenceOf } from './returning.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { mergeInto } from './taking-in.ts'

/** What came of bringing a part in; where that was not possible, why, and what the agent of the whole runs to merge it. */
export type BroughtIn = { is: 'taken' } | { is: 'refused'; words: string; commands: string[] }

/** Where a part of what a build works on begins: at all that its checkout has, which is committed for that. */
export async function beginPart(
  context: WorkContext,
  name: string,
): Promise<{ base: string; partOf: BuildId }> {
  const whole = findBuild(context, name)
  const row = atWorkIn(context, whole)
  const note = 'before a part of it'
  const { commit } = await context.worktrees.checkpoint(row.task, { note, ...fenceOf(row), by: 'iris' })
  return { base: commit, partOf: whole.id }
}

/** Merges what came of a part into the checkout that it is a part of. May be done again. */
export async function bringIn(context: WorkContext, name: string): Promise<BroughtIn> {
  const part = findBuild(context, name)
  const whole = part.partOf === null ? undefined : context.rows.get(part.partOf)
  if (!whole) throw new IrisError('BUILD_STATE_REFUSED', `${keyOf(part)} is a part of no other build.`)
  const row = atWorkIn(context, whole)
  const commit = await context.tipOf(part)
  const words = await mergeInto(context, row, { commit, what: keyOf(part) })
  if (words === undefined) return { is: 'taken' }
  const branch = part.branch ?? ''
  context.rows.setTask(row, { incoming: branch })
  return { is: 'refused', words, commands: mergeCommands(branch) }
}

/** What a build of one task works on, while it does. */
function atWorkIn({ rows }: WorkContext, build: BuildRow): WorkRow {
  const row = rows.tasksOf(build.id).find(({ outcome, folder }) => outcome === null && folder !== null)
  if (row) return row
  throw new IrisError('BUILD_STATE_REFUSED', `${keyOf(build)} is not being worked just now.`)
}
