import { statfs } from 'node:fs/promises'
import { IrisError, type ErrorCode } from '../../contract/index.ts'

const maxWords = 2000
const leastFree = 16 * 1024

/** How git ended, and what it said. */
export interface GitOutcome {
  /** Null when it did not end by itself. */
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
  /** It ended well, and nothing of its output was cut off. */
  isWhole: boolean
}

/** Git did not do what it was asked; the message has its words. */
export class GitError extends IrisError {
  readonly stderr: string
  constructor(code: ErrorCode, message: string, stderr: string) {
    super(code, message)
    this.stderr = stderr
  }
}

/** What a failure of git means to whoever asked. */
export async function gitFailure(
  { folder }: { folder: string },
  args: readonly string[],
  outcome: GitOutcome,
): Promise<GitError> {
  const { stderr } = outcome
  const words = stderr.trim().slice(-maxWords)
  if (/no space left on device|disk quota exceeded/i.test(stderr) || (await isFull(folder)))
    return new GitError('DISK_FULL', `There is no room left on the disk of ${folder}: ${words}`, stderr)
  if (/\.lock': File exists|cannot lock ref|unable to create .*\.lock/i.test(stderr))
    return new GitError('WORKTREE_BUSY', `Another git is at work here: ${words}`, stderr)
  const name = args.find((arg) => !arg.startsWith('-')) ?? ''
  return new GitError('GIT_FAILED', `git ${name} ${endOf(outcome, words)}`, stderr)
}

function endOf({ code, timedOut }: GitOutcome, words: string): string {
  if (timedOut) return 'took too long and was ended.'
  if (code === 0) return 'said more than Iris reads.'
  return `ended with ${code ?? 'a signal'}: ${words || 'no word'}`
}

/** Git does not always say why a file could not be written. */
async function isFull(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < leastFree,
    () => false,
  )
}
