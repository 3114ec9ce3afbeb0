import { askGit, tryGit, type GitPlace } from './run.ts'

const none = '0'.repeat(40)
const maxPaths = 16 * 1024 * 1024

/** A ref that is to move from where it was seen; a null is a ref that is not there. */
export interface RefMove {
  ref: string
  from: string | null
  to: string | null
}

/** The commit that a name stands for; undefined when there is none. */
export async function commitOf(place: GitPlace, name: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(place, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ])
  return code === 0 ? stdout.trim() : undefined
}

/** The commits that names stand for, in one question; undefined where there is none. */
export function commitsOf(place: GitPlace, names: readonly string[]): Promise<(string | undefined)[]> {
  return objectsNamed(place, 'commit', names)
}

/** The trees of the commits that names stand for, in one question; undefined where there is none. */
export function treesOf(place: GitPlace, names: readonly string[]): Promise<(string | undefined)[]> {
  return objectsNamed(place, 'tree', names)
}

async function objectsNamed(
  place: GitPlace,
  kind: 'commit' | 'tree',
  names: readonly string[],
): Promise<(string | undefined)[]> {
  const input = names.map((name) => `${name}^{${kind}}\n`).join('')
  const lines = (await askGit(place, ['cat-file', '--batch-check=%(objectname)'], { input })).split('\n')
  return names.map((_, at) => (isId(lines[at] ?? '') ? lines[at] : undefined))
}

const isId = (line: string): boolean => /^[0-9a-f]{40,64}$/.test(line)

/** The commit that a ref is at, and where its history and that of another commit part; undefined when there is no such ref. */
export async function partingOf(
  place: GitPlace,
  name: string,
  other: string,
): Promise<{ tip: string; common: string | undefined } | undefined> {
  const { code, stdout } = await tryGit(place, ['rev-parse', '--quiet', `${name}...${other}`, '--'])
  if (code !== 0) return undefined
  // It begins with the other.
  const [, tip = '', common] = stdout.split('\n')
  return { tip, common: common?.startsWith('^') ? common.slice(1) : undefined }
}

/** The tree of a commit. */
export async function treeOf(place: GitPlace, commit: string): Promise<string> {
  return (await askGit(place, ['rev-parse', '--verify', `${commit}^{tree}`])).trim()
}

/** Moves refs together; none moves when one is not where it was seen. */
export async function moveRefs(place: GitPlace, moves: readonly RefMove[], why: string): Promise<void> {
  const lines = moves.map(({ ref, from, to }) => `update ${ref}\0${to ?? none}\0${from ?? none}\0`)
  await askGit(place, ['update-ref', '-m', why, '--stdin', '-z'], { input: lines.join('') })
}

/** Whether one commit is in the history of another. */
export async function isAncestor(place: GitPlace, commit: string, of: string): Promise<boolean> {
  return (await tryGit(place, ['merge-base', '--is-ancestor', commit, of])).code === 0
}

/** Those of some commits that are not in the history of another; what git does not have is left out. */
export async function notIn(
  place: GitPlace,
  commits: readonly string[],
  of: string,
): Promise<ReadonlySet<string>> {
  if (commits.length === 0) return new Set()
  const input = [...commits, `^${of}`].map((line) => `${line}\n`).join('')
  const args = ['rev-list', '--ignore-missing', '--stdin']
  const outside = new Set((await askGit(place, args, { input, maxOutput: maxPaths })).split('\n'))
  return new Set(commits.filter((commit) => outside.has(commit)))
}

/** Where the histories of two commits part; undefined when they have nothing in common. */
export async function mergeBase(place: GitPlace, one: string, other: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(place, ['merge-base', one, other])
  return code === 0 ? stdout.trim() : undefined
}

/** How many commits one has that the other does not. */
export async function countCommits(place: GitPlace, commit: string, without: string): Promise<number> {
  return Number(await askGit(place, ['rev-list', '--count', commit, `^${without}`]))
}

/** Whether all that a branch changed is so in another commit too: merged, or squashed into it. */
export async function isContained(place: GitPlace, tip: string, into: string): Promise<boolean> {
  if (await isAncestor(place, tip, into)) return true
  const base = await mergeBase(place, tip, into)
  if (base === undefined) return false
  const [changed, different] = [await pathsOf(place, base, tip), await pathsOf(place, into, tip)]
  return changed.size > 0 && ![...changed].some((path) => different.has(path))
}

async function pathsOf(place: GitPlace, from: string, to: string): Promise<Set<string>> {
  const printed = await askGit(place, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to], {
    maxOutput: maxPaths,
  })
  return new Set(printed.split('\0').filter((path) => path !== ''))
}

/** Whether a branch of a remote, as it was last seen, has the commit. */
export async function isPushed(place: GitPlace, commit: string): Promise<boolean> {
  const found = await askGit(place, ['for-each-ref', '--count=1', '--contains', commit, 'refs/remotes'])
  return found !== ''
}
