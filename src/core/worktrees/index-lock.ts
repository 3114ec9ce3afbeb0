import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import type { Checkout } from '../../platform/git/index.ts'
import type { WorktreesContext } from './context.ts'

const lookEveryMs = 100
const maxWaitMs = 2000

/**
 * Waits until no git holds the index. A lock that is older than a git holds one has been left behind by one that was
 * killed: it is moved aside, never deleted.
 */
export async function freeIndex(
  { clock, logger }: Pick<WorktreesContext, 'clock' | 'logger'>,
  { gitDir }: Checkout,
  { graceMs }: { graceMs: number },
): Promise<void> {
  const lock = join(gitDir, 'index.lock')
  const until = clock.steady() + maxWaitMs
  for (;;) {
    const age = await ageOf(lock, clock.now())
    if (age === undefined) return
    if (age > graceMs) {
      await rename(lock, join(gitDir, `index.lock.left-${clock.now()}`)).catch(() => undefined)
      return logger.info('index lock moved aside', { lock })
    }
    if (clock.steady() > until)
      throw new IrisError('WORKTREE_BUSY', `A git is at work here: ${lock} is there.`)
    await new Promise<void>((resolve) => void clock.after(lookEveryMs, resolve))
  }
}

async function ageOf(path: string, now: number): Promise<number | undefined> {
  return stat(path).then(
    // Wall time: a file has no other.
    ({ mtimeMs }) => now - mtimeMs,
    () => undefined,
  )
}
