import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { askGit, type GitPlace } from './run.ts'

const maxWorkMs = 10 * 60_000

/** Makes a checkout of one commit that is on no branch. */
export async function addDetached(
  repository: GitPlace,
  { folder, commit }: { folder: string; commit: string },
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await askGit(repository, ['worktree', 'add', '--quiet', '--detach', '--force', '--', folder, commit], {
    timeoutMs: maxWorkMs,
  })
}
