import { undisturbed } from './index-lock.ts'
import { moveCheckout, refresh, writeIndex } from './moving.ts'
import type { Repository } from './drivers.ts'
import { askGit } from './run.ts'
import { withIndexOf } from './scratch.ts'
import type { Touched } from './changes.ts'

const maxOutput = 32 * 1024 * 1024

/** How far a move of a checkout got: its index is atomic, its files are not. */
export type Standing = 'old' | 'new' | 'begun' | 'neither'

/**
 * Where a checkout is between two commits, seen by the paths that differ between them. Several looks make one picture
 * only while nobody else writes: a git that is at work there, or was meanwhile, is an `IndexLocked`.
 */
export async function standingOf(checkout: Repository, move: Move): Promise<Standing> {
  await refresh(checkout)
  return undisturbed(checkout, () => look(checkout, move))
}

interface Move {
  from: string
  to: string
  touched: readonly Touched[]
}

async function look(checkout: Repository, { from, to, touched }: Move): Promise<Standing> {
  const ahead = await differing(checkout, to, touched)
  if (ahead.size === 0) return 'new'
  const behind = await differing(checkout, from, touched)
  if ([...behind].some((path) => ahead.has(path))) return 'neither'
  const { written, others } = await dirtyPaths(checkout, to, touched)
  if (others.length > 0) return 'neither'
  // A completion that was cut short has some paths in the index already.
  return written.length === 0 && behind.size === 0 ? 'old' : 'begun'
}

/** Moves a checkout on whose move was cut short: paths that are written already are taken as they are. */
export async function completeMove(checkout: Repository, { from, to, touched }: Move): Promise<void> {
  await refresh(checkout)
  const { written } = await dirtyPaths(checkout, to, touched)
  const input = written.map(({ path, new: { mode, id } }) => `${mode} ${id} 0\t${path}\0`).join('')
  if (written.length > 0) await writeIndex(checkout, ['update-index', '-z', '--index-info'], { input })
  await moveCheckout(checkout, from, to)
}

/** The paths at which the index has something else than a commit. */
async function differing(
  checkout: Repository,
  commit: string,
  touched: readonly Touched[],
): Promise<Set<string>> {
  const args = ['diff-index', '--cached', '-z', '--name-only', '--no-renames', commit]
  const paths = new Set((await askGit(checkout, args, { maxOutput })).split('\0'))
  return new Set(touched.map(({ path }) => path).filter((path) => paths.has(path)))
}

/** The paths whose files differ from the index: those that are as the commit has them already, and the others. */
async function dirtyPaths(
  checkout: Repository,
  to: string,
  touched: readonly Touched[],
): Promise<{ written: Touched[]; others: Touched[] }> {
  const now = await dirtyAt(checkout, touched)
  if (now.size === 0) return { written: [], others: [] }
  const then = await withIndexOf(checkout, to, async (other) => {
    await refresh(other)
    return dirtyAt(other, touched)
  })
  const dirty = touched.filter(({ path }) => now.has(path))
  return {
    written: dirty.filter(({ path }) => !then.has(path)),
    others: dirty.filter(({ path }) => then.has(path)),
  }
}

/** The touched paths whose files are not as the index has them. */
async function dirtyAt(checkout: Repository, touched: readonly Touched[]): Promise<Set<string>> {
  const ours = new Set(touched.map(({ path }) => path))
  const list = async (args: string[]): Promise<string[]> =>
    (await askGit(checkout, args, { maxOutput })).split('\0').filter((path) => ours.has(path))
  const differing = await list(['diff-files', '-z', '--name-only', '--no-renames', '--ignore-submodules'])
  const unknown = await list(['ls-files', '--others', '-z'])
  return new Set([...differing, ...unknown])
}
