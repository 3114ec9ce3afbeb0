// What differs between a commit and a folder as it is, for checks, which trust nothing there. Between two commits: changes.ts.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { withoutDrivers } from './drivers.ts'
import { readRaw, type RawEntry } from './raw.ts'
import { commitOf } from './refs.ts'
import { gitAnswer, type GitAsked, type GitPlace } from './run.ts'

const maxFiles = 5000
const maxHidden = 2000
const maxText = 16 * 1024 * 1024
const link = '120000'
const submodule = '160000'

/** One file that differs between a commit and the working tree. */
export interface Difference {
  how: 'added' | 'changed' | 'deleted' | 'renamed'
  /** From the top of the tree; of a deleted file where it was. */
  path: string
  /** Where a renamed file was. */
  from?: string
  /** What the commit had, as git names it. */
  blob?: string
  isLink: boolean
  /** Git has it in the index. */
  isKnown: boolean
  /** Git was told not to look at it, so it may be as it was. */
  isHidden?: true
}

/** What differs from a commit. */
export interface Differences {
  /** The top of the working tree, which paths go from. */
  top: string
  /** Where git thinks that it was asked: elsewhere, when a project's config says so. */
  at: string
  files: Difference[]
  /** There are more than are listed. */
  isCut: boolean
  /** What git takes for unchanged, by size and times. What the index names is then what the commit has. */
  same: Difference[]
}

// What a project's config or an agent may have told git to overlook is looked at all the same.
const watchful = [
  'core.trustctime=true',
  'core.checkStat=default',
  'core.ignoreStat=false',
  'core.untrackedCache=false',
]

/** What differs between a commit and the folder as it is: committed, not committed, and not known to git. Undefined when git cannot tell. */
export async function differencesSince(place: GitPlace, base: string): Promise<Differences | undefined> {
  const [quiet, where] = await Promise.all([withoutDrivers(place).catch(() => undefined), whereOf(place)])
  if (!quiet || !where) return undefined
  const ask = asker({ ...quiet, settings: [...quiet.settings, ...watchful] })
  const [known, listed] = await Promise.all([
    ask(['diff', '--raw', '-z', '-M', '--no-abbrev', ...plainly, base, '--']),
    ask(['-C', where.top, 'ls-files', '-z', '-v', '--stage', '--cached', ...unknown], { maxOutput: maxText }),
  ])
  if (known === undefined || listed === undefined) return undefined
  const differing = readRaw(known.split('\0')).entries.map(toDifference)
  const { added, hidden, same } = listedIn(listed, new Set(differing.map(({ path }) => path)))
  if (hidden.length > maxHidden) return undefined
  const files = [...differing, ...added, ...hidden]
  return { ...where, files: files.slice(0, maxFiles), isCut: files.length > maxFiles, same }
}

const unknown = ['--others', '--exclude-standard']

/** Where git was asked: where Iris led it, or where the folder says. */
async function whereOf(place: GitPlace): Promise<{ top: string; at: string } | undefined> {
  if (place.gitDir !== undefined) return { top: place.top ?? place.folder, at: place.folder }
  const said = await asker(place)(['rev-parse', '--show-toplevel', '--show-prefix'])
  const [top, prefix = ''] = (said ?? '').split('\n')
  return top ? { top, at: join(top, prefix) } : undefined
}

type Listing = 'added' | 'hidden' | 'same'

/** Reads what git lists of the index and of what it does not know, without those that are named already. */
function listedIn(text: string, named: ReadonlySet<string>): Record<Listing, Difference[]> {
  const listed: Record<Listing, Difference[]> = { added: [], hidden: [], same: [] }
  for (const entry of text.split('\0')) {
    const [as, file] = listingOf(entry) ?? []
    if (as && file && !named.has(file.path)) listed[as].push(file)
  }
  return listed
}

/** An entry with its tag: `H 100644 id 0\tpath`, or `? path`. */
function listingOf(entry: string): [Listing, Difference] | undefined {
  const [, tag = '', rest = ''] = /^(\S) ([\s\S]+)$/.exec(entry) ?? []
  if (tag === '?') return ['added', { how: 'added', path: rest, isLink: false, isKnown: false }]
  const [, mode, blob = '', path = ''] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]+)$/.exec(rest) ?? []
  if (mode === undefined || mode === submodule) return undefined
  // A small letter: taken for unchanged. An S: not to be in the folder at all.
  const as = /[a-zS]/.test(tag) ? 'hidden' : 'same'
  return [as, { how: 'changed', path, blob, isLink: mode === link, isKnown: true, isHidden: true }]
}

const plainly = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--no-color']

/** The files that a commit has, from the top of the tree; undefined when git cannot tell. */
export async function filesAt(place: GitPlace, commit: string): Promise<Difference[] | undefined> {
  const ask = asker(place)
  const listed = await ask(['ls-tree', '-r', '-z', '--full-tree', commit], { maxOutput: maxText })
  return listed?.split('\0').flatMap(treeEntry)
}

/** The texts of what a commit had, by their names; those that are missing are too large together, or none of git's. */
export async function textsOf(place: GitPlace, blobs: readonly string[]): Promise<Map<string, string>> {
  const ask = asker(place)
  const texts = new Map<string, string>()
  const wanted = [...new Set(blobs)].filter((blob) => /^[0-9a-f]{40,64}$/.test(blob))
  // A word that nobody can guess divides them, so that no text passes itself off as another.
  const word = randomUUID()
  const batch = ['cat-file', `--batch=${word} %(objectname) %(objecttype)`]
  const said =
    wanted.length === 0 ? '' : await ask(batch, { input: `${wanted.join('\n')}\n`, maxOutput: maxText })
  for (const part of (said ?? '').split(`${word} `)) {
    const head = /^([0-9a-f]{40,64}) blob\n/.exec(part)
    if (head?.[1] !== undefined) texts.set(head[1], part.slice(head[0].length).replace(/\n$/, ''))
  }
  return texts
}

/** Where the branch of a folder left the main one; on that itself, or where there is none, its HEAD. */
export async function forkOf(place: GitPlace): Promise<string | undefined> {
  const ask = asker(place)
  const head = await commitOf(place, 'HEAD')
  if (head === undefined) return undefined
  for (const main of ['refs/remotes/origin/HEAD', 'refs/heads/main', 'refs/heads/master']) {
    const fork = await ask(['merge-base', 'HEAD', main])
    if (fork?.trim()) return fork.trim()
  }
  return head
}

type Ask = (args: readonly string[], asked?: GitAsked) => Promise<string | undefined>

/** Asks git without letting it replace what commits hold. */
function asker(place: GitPlace): Ask {
  return (args, asked) => gitAnswer(place, ['--no-replace-objects', ...args], asked)
}

/** A file of a commit, taken for one that may have changed. */
function treeEntry(entry: string): Difference[] {
  const [, mode, blob, path] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? []
  if (path === undefined || blob === undefined) return []
  return [{ how: 'changed', path, blob, isLink: mode === link, isKnown: true, isHidden: true }]
}

const ways: Readonly<Record<string, Difference['how']>> = {
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'renamed',
}

function toDifference({ path, from, status, old, new: now }: RawEntry): Difference {
  const how = ways[status] ?? 'changed'
  return {
    path,
    isLink: now.mode === link,
    isKnown: true,
    how,
    ...(from !== null && { from }),
    ...(how !== 'added' && { blob: old.id }),
  }
}
