// How often ordinary commits that touch tests would have been held back: tsx bench/findings.ts <repository> [commits] [--show kind]
import { execFileSync } from 'node:child_process'
import { findInChange, isWatched, type ChangedFile } from '../src/core/rules/findings/change.ts'
import { isTestPath } from '../src/core/rules/findings/languages.ts'

const [repository = '.', count = '500', , shown] = process.argv.slice(2)
const maxText = 256 * 1024
const git = (args: string[], input?: string): Buffer =>
  execFileSync('git', ['-C', repository, ...args], {
    maxBuffer: 1 << 30,
    ...(input !== undefined && { input }),
  })

const commits = git(['rev-list', '--no-merges', `--max-count=${count}`, 'HEAD'])
  .toString()
  .trim()
  .split('\n')
const kinds = new Map<string, number>()
let [touching, raised, slowest] = [0, 0, 0]
for (const commit of commits) {
  const files = changeOf(commit)
  if (!files.some(({ path, from }) => isTestPath(path) || isTestPath(from ?? path))) continue
  touching += 1
  const began = performance.now()
  const found = findInChange(files)
  slowest = Math.max(slowest, performance.now() - began)
  if (found.length > 0) raised += 1
  for (const kind of new Set(found.map((one) => one.kind))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  for (const { kind, path, line, words } of found)
    if (shown === kind || shown === 'all')
      console.log(`${commit.slice(0, 10)} ${kind} ${path}:${line} ${words}`)
}
const share = ((100 * raised) / Math.max(1, touching)).toFixed(1)
console.log(
  `${repository}: ${raised} of ${touching} commits that touch tests raise a finding (${share} %), of ${commits.length}`,
)
console.log(
  `  ${[...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ')}; slowest ${slowest.toFixed(0)} ms`,
)

function changeOf(commit: string): ChangedFile[] {
  const flags = ['-r', '-M', '--raw', '-z', '--no-abbrev', '--no-commit-id', '--root']
  const words = git(['diff-tree', ...flags, commit])
    .toString()
    .split('\0')
  const entries: Entry[] = []
  for (let place = 0; place + 1 < words.length;) {
    const { entry, count } = entryAt(words, place)
    entries.push(entry)
    place += count
  }
  const watched = entries.filter(({ path, from }) => isWatched(path) || isWatched(from ?? path))
  return watched.map(({ path, from, old, now }) => ({ path, from, before: text(old), after: text(now) }))
}

interface Entry {
  path: string
  from?: string
  old: string
  now: string
}

function entryAt(words: readonly string[], place: number): { entry: Entry; count: number } {
  const [, old = '', now = '', status = ''] =
    /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) (\w)/.exec(words[place] ?? '') ?? []
  const [first = '', second = ''] = words.slice(place + 1, place + 3)
  const isRename = status === 'R' || status === 'C'
  return isRename
    ? { entry: { path: second, old, now, from: first }, count: 3 }
    : { entry: { path: first, old, now }, count: 2 }
}

function text(blob: string): string | undefined {
  if (/^0+$/.test(blob)) return undefined
  try {
    const bytes = git(['cat-file', 'blob', blob])
    return bytes.length > maxText ? '' : bytes.toString('utf8')
  } catch {
    // A submodule, or an object that the copy does not have.
    return undefined
  }
}
