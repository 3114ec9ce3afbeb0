import { IrisError, type TaskId } from '../../contract/index.ts'
import { unreachable } from '../../platform/lib/index.ts'
import { settleCheckpoint } from './checkpointing.ts'
import { about, forget, type WorktreesContext } from './context.ts'
import { gitDirsIn, ownerOf } from './owning.ts'
import { remove } from './removing.ts'
import { rescue } from './rescuing.ts'
import { returnTo } from './returning.ts'
import type { Intent, WorktreeRow } from './rows.ts'
import { endSetUp } from './setting-up.ts'

const by = 'iris'

/** After a start: ends what was cut, and takes in worktrees of this home that are not known. Nothing is deleted. */
export async function reconcile(context: WorktreesContext): Promise<void> {
  for (const row of context.rows.all()) await attempt(context, row.task, () => endSetUp(row))
  for (const intent of context.rows.intents())
    await attempt(context, intent.task, () => settle(context, intent))
  for (const { slug, root } of context.tasks.projects())
    await attempt(context, root, () => takeInOrphans(context, { slug, root }))
}

const passing: readonly string[] = ['WORKTREE_BUSY', 'DISK_FULL', 'GIT_FAILED']

/** Before a deed: one that was cut comes first. What cannot be finished any more is let go; what passes is said. */
export async function settleBefore(context: WorktreesContext, task: TaskId): Promise<void> {
  const intent = context.rows.intentOf(task)
  if (!intent) return
  try {
    await settle(context, intent)
  } catch (error) {
    if (!(error instanceof IrisError) || passing.includes(error.code)) throw error
    forget(context, task)
  }
}

/** What fails in one project is for its next deed to say. */
async function attempt(context: WorktreesContext, what: string, work: () => Promise<unknown>): Promise<void> {
  if (context.signal.aborted) return
  try {
    await work()
  } catch (error) {
    context.logger.warn('worktree not settled', { what, err: error })
  }
}

/** Finishes what was begun, or finds that it did not happen. */
async function settle(context: WorktreesContext, intent: Intent): Promise<void> {
  const row = context.rows.get(intent.task)
  if (!row) return forget(context, intent.task)
  switch (intent.deed) {
    case 'rescue':
      return void (await rescue(context, row, { ...intent.plan, by: intent.by }))
    case 'checkpoint':
      return settleCheckpoint(context, row, { ...intent.plan, by: intent.by })
    case 'return':
      return void (await returnTo(context, row, { ...intent.plan, by: intent.by }))
    case 'remove':
      return remove(context, row, { ...intent.plan, by: intent.by })
    default:
      return unreachable(intent)
  }
}

async function takeInOrphans(
  context: WorktreesContext,
  { slug, root }: { slug: string; root: string },
): Promise<void> {
  if (!(await context.projects.isThere(root))) return
  for (const gitDir of await gitDirsIn(context.projects, root)) {
    const owner = await ownerOf(context, gitDir)
    if (!owner || owner.home !== context.home || context.rows.get(owner.task)) continue
    const { task, key, folder, branch, base } = owner
    const row: WorktreeRow = {
      task,
      key,
      project: slug,
      root,
      team: '',
      folder,
      prefix: '',
      gitDir,
      branch,
      base,
      state: 'ready',
      setUp: null,
      warnings: [],
      rescue: null,
      madeAt: context.clock.now(),
    }
    context.log.write((append) => {
      context.rows.put(row)
      append({ type: 'worktree.found', data: { ...about(row, by), folder, branch } })
    })
    await rescue(context, row, { reason: 'Iris found this worktree and did not know it.', by })
  }
}
