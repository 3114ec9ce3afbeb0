import { stat } from 'node:fs/promises'
import { askGit, type GitPlace } from './run.ts'

/** Another git holds the index of a checkout, or left its lock behind. */
export class IndexLocked extends Error {
  readonly path: string
  constructor(path: string) {
    super(`Another git works there, or left ${path} behind.`)
    this.path = path
  }
}

/** The lock that a git could not take, by what it printed. */
export function lockIn(stderr: string): IndexLocked | undefined {
  const [, path] = /Unable to create '([^\n]*index\.lock)': File exists/.exec(stderr) ?? []
  return path === undefined ? undefined : new IndexLocked(path)
}

/**
 * Looks at a checkout with several gits. One that only reads takes no lock, and `update-index --refresh` minds a lock
 * only when it has something to write, so whether somebody else writes is asked here: before, and by whether the index
 * is still the same file afterwards, for git puts a new one in its place.
 */
export async function undisturbed<T>(checkout: GitPlace, look: () => Promise<T>): Promise<T> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'index.lock', '--git-path', 'index']
  const [lock = '', index = ''] = (await askGit(checkout, args)).split('\n')
  const before = await unlocked(lock, index)
  const seen = await look()
  if ((await unlocked(lock, index)) !== before) throw new IndexLocked(lock)
  return seen
}

/** Which file the index is, while nobody holds its lock. */
async function unlocked(lock: string, index: string): Promise<string> {
  if ((await identityOf(lock)) !== 'none') throw new IndexLocked(lock)
  return identityOf(index)
}

async function identityOf(path: string): Promise<string> {
  try {
    const { dev, ino, mtimeNs, size } = await stat(path, { bigint: true })
    return [dev, ino, mtimeNs, size].join(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none'
    throw error
  }
}
