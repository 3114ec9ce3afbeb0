import { join } from 'node:path'
import type { Worktree } from '../../contract/index.ts'
import type { Found } from './owning.ts'
import type { WorktreeRow } from './rows.ts'

/** A worktree as its readers see it. */
export function toWorktree(row: WorktreeRow, { is }: Pick<Found, 'is'>): Worktree {
  const { task, key, project, folder, prefix, branch, base, setUp, warnings, rescue, madeAt } = row
  return {
    task,
    key,
    project,
    state: is === 'there' || row.state === 'making' ? row.state : 'missing',
    folder,
    workFolder: join(folder, prefix),
    branch,
    base,
    setUp,
    warnings: [...warnings],
    rescue,
    madeAt,
  }
}
