// What differs between two commits or trees, by what git keeps of them. What differs in a folder as it is: differences.ts.
import { gitFailure } from './outcome.ts'
import { isNothing, readEntry, readRaw, type RawEntry } from './raw.ts'
import { askGit, tryGit, type GitPlace } from './run.ts'

const listOutput = 16 * 1024 * 1024
const maxOutput = 32 * 1024 * 1024
const submodule = '160000'

/** A path that differs between two trees, and what each has there. */
export type Touched = RawEntry

/** What differs between two commits or trees, path by path, renames apart. */
export async function touchedBetween(repository: GitPlace, from: string, to: string): Promise<Touched[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]
  return readRaw((await askGit(repository, args, { maxOutput })).split('\0')).entries
}

/** What differs between pairs of trees, in one process. */
export async function touchedOfPairs(
  repository: GitPlace,
  pairs: readonly (readonly [from: string, to: string])[],
): Promise<Touched[][]> {
  if (pairs.length === 0) return []
  const args = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-abbrev']
  const input = pairs.map(([from, to]) => `${from} ${to}\n`).join('')
  const found = parsePairs(await askGit(repository, args, { input, maxOutput }))
  return pairs.map(([from, to]) => found.get(`${from} ${to}`) ?? [])
}

/** Git says each pair of trees before what differs between them. Paths come in places of their own, so none is taken for a pair. */
function parsePairs(text: string): Map<string, Touched[]> {
  const found = new Map<string, Touched[]>()
  const words = text.split('\0')
  let current: Touched[] = []
  for (let at = 0; at < words.length; at += 2) {
    const lines = (words[at] ?? '').split('\n')
    const head = lines.pop() ?? ''
    for (const pair of lines) found.set(pair, (current = []))
    const touched = readEntry(head, { path: words[at + 1] ?? '', from: null })
    if (touched) current.push(touched)
  }
  return found
}

/** A file that differs between two commits, for a person to read. */
export interface FileDifference {
  path: string
  from: string | null
  status: 'added' | 'removed' | 'changed' | 'renamed' | 'copied' | 'retyped'
  /** Lines; null when it is binary. */
  added: number | null
  removed: number | null
  isSubmodule: boolean
  mode: string | null
  /** What each side has; null where it has nothing. */
  ids: { old: string | null; new: string | null }
}

const statuses: Readonly<Record<string, FileDifference['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'changed',
  R: 'renamed',
  C: 'copied',
  T: 'retyped',
}

/** The files that differ between two commits, with how many lines; cut when there are very many. */
export async function differencesBetween(
  repository: GitPlace,
  from: string,
  to: string,
): Promise<{ files: FileDifference[]; isCut: boolean }> {
  const how = ['--raw', '--numstat', '-M', '-l1000', '--no-abbrev', '--no-ext-diff', '--no-textconv']
  const args = ['diff-tree', '-r', '-z', ...how, from, to]
  const outcome = await tryGit(repository, args, { maxOutput: listOutput })
  if (outcome.code !== 0 && !outcome.timedOut) throw await gitFailure(repository, args, outcome)
  return { files: parseFiles(outcome.stdout.split('\0')), isCut: !outcome.isWhole }
}

/** Git prints every file, then how many lines of every file. */
function parseFiles(words: readonly string[]): FileDifference[] {
  const { entries, end } = readRaw(words)
  const files = new Map(entries.flatMap(toFile).map((file) => [file.path, file]))
  readCounts(words.slice(end), files)
  return [...files.values()]
}

function readCounts(words: readonly string[], files: ReadonlyMap<string, FileDifference>): void {
  for (let at = 0; at < words.length;) {
    const [count = '', , to = ''] = words.slice(at, at + 3)
    const found = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(count)
    // Of one that was renamed the name comes after, the old and the new.
    const isMoved = found?.[3] === ''
    const file = files.get(isMoved ? to : (found?.[3] ?? ''))
    if (found && file) Object.assign(file, { added: lineCount(found[1]), removed: lineCount(found[2]) })
    at += isMoved ? 3 : 1
  }
}

const lineCount = (word: string | undefined): number | null => (word === '-' ? null : Number(word))

function toFile({ path, from, status: letter, old, new: now }: RawEntry): FileDifference[] {
  const status = statuses[letter]
  if (!status) return []
  const ids = { old: idOf(old.id), new: idOf(now.id) }
  const isSubmodule = old.mode === submodule || now.mode === submodule
  const mode = ids.old && ids.new && old.mode !== now.mode ? `${old.mode} → ${now.mode}` : null
  return [{ path, from, status, added: 0, removed: 0, isSubmodule, mode, ids }]
}

const idOf = (id: string): string | null => (isNothing(id) ? null : id)
