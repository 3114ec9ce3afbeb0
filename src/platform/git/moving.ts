import { begunIn } from './checkouts.ts'
import type { Repository } from './drivers.ts'
import { lockIn } from './index-lock.ts'
import { gitFailure } from './outcome.ts'
import { tryGit, askGit } from './run.ts'
import type { Touched } from './changes.ts'

const moveMs = 10 * 60_000
const maxPathsAtOnce = 200
const maxOutput = 32 * 1024 * 1024

/** Why a checkout cannot move: what differs there, what lies in the way, or what somebody has begun. */
export interface Obstacles {
  /** Paths with changes that are not committed. */
  changed: string[]
  /** Paths that git does not know and the move would write over. */
  inTheWay: string[]
  begun: string | undefined
}

/** What keeps a checkout from following a change of its branch. Reads only. */
export async function obstaclesIn(checkout: Repository, touched: readonly Touched[]): Promise<Obstacles> {
  const begun = await begunIn(checkout)
  const changed = await changedIn(checkout, touched)
  const inTheWay = await inTheWayOf(checkout, touched)
  return { begun, changed, inTheWay }
}

async function changedIn(checkout: Repository, touched: readonly Touched[]): Promise<string[]> {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=no',
    '--no-renames',
    '--ignore-submodules=all',
  ]
  const text = await askGit(checkout, args, { maxOutput })
  const paths = text
    .split('\0')
    .flatMap((entry) => /^(?:1(?: \S+){7}|u(?: \S+){9}) ([\s\S]+)$/.exec(entry)?.[1] ?? [])
  const ours = new Set(touched.map(({ path }) => path))
  return paths.filter((path) => ours.has(path))
}

/** Git itself would write over what is ignored: here nothing is written over that it does not know. */
async function inTheWayOf(checkout: Repository, touched: readonly Touched[]): Promise<string[]> {
  const paths = touched.filter(({ status }) => status === 'A' || status === 'T').map(({ path }) => path)
  const known = new Set(touched.filter(({ status }) => status !== 'A').map(({ path }) => path))
  const parents = new Set(paths.flatMap(parentsOf))
  const inside = await unknownAt(checkout, paths, [])
  const above = await unknownAt(checkout, [...parents], ['--directory', '--no-empty-directory'])
  return [...inside.filter((path) => !known.has(path)), ...above.filter((path) => parents.has(path))]
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

async function unknownAt(
  checkout: Repository,
  paths: readonly string[],
  how: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < paths.length; at += maxPathsAtOnce) {
    const some = paths.slice(at, at + maxPathsAtOnce)
    const args = ['--literal-pathspecs', 'ls-files', '--others', '-z', ...how, '--', ...some]
    found.push(...(await askGit(checkout, args, { maxOutput })).split('\0').filter((path) => path !== ''))
  }
  return found
}

/**
 * Moves the files and the index of a checkout from one commit to another, all of it or none: paths that differ from the
 * first commit and are touched make git refuse. HEAD stays.
 */
export async function moveCheckout(checkout: Repository, from: string, to: string): Promise<void> {
  await refresh(checkout)
  const alone = { ...checkout, settings: [...checkout.settings, 'submodule.recurse=false'] }
  await writeIndex(alone, ['read-tree', '-m', '-u', from, to])
}

/** Lets git see that files with a new time and the same content are the same; exits with 1 when others are not. */
export async function refresh(checkout: Repository): Promise<void> {
  await writeIndex(checkout, ['update-index', '--ignore-submodules', '--refresh'], { mayExitWith: 1 })
}

/** Runs a git that writes the index; that another one holds it is an error of its own. */
export async function writeIndex(
  checkout: Repository,
  args: readonly string[],
  { input, mayExitWith = 0 }: { input?: string; mayExitWith?: number } = {},
): Promise<void> {
  const outcome = await tryGit(checkout, args, {
    timeoutMs: moveMs,
    maxOutput,
    ...(input !== undefined && { input }),
  })
  const locked = lockIn(outcome.stderr)
  if (locked) throw locked
  if (outcome.code !== 0 && outcome.code !== mayExitWith) throw await gitFailure(checkout, args, outcome)
}
