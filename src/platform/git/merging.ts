import type { Repository } from './drivers.ts'
import { gitFailure } from './outcome.ts'
import { tryGit } from './run.ts'

const maxPairsAtOnce = 50
const maxProcesses = 2
const mergeMs = 60_000

/** Two commits that are to be merged, by their ids. */
export type Pair = readonly [ours: string, theirs: string]

/** What merging two commits gives: a tree, which has marks in it where they conflict; or why there is none. */
export type Merged =
  | { is: 'clean'; tree: string }
  | { is: 'conflicting'; tree: string; paths: string[] }
  | { is: 'impossible'; words: string }

/** Merges pairs of commits without a checkout, in a bounded number of processes. The answers are in the order of the pairs. */
export async function mergeTrees(repository: Repository, pairs: readonly Pair[]): Promise<Merged[]> {
  const size = Math.min(maxPairsAtOnce, Math.max(1, Math.ceil(pairs.length / maxProcesses)))
  const chunks = Array.from({ length: Math.ceil(pairs.length / size) }, (_, at) =>
    pairs.slice(at * size, (at + 1) * size),
  )
  const found: Merged[][] = []
  for (let at = 0; at < chunks.length; at += maxProcesses) {
    const batch = chunks.slice(at, at + maxProcesses)
    found.push(...(await Promise.all(batch.map((chunk) => mergeChunk(repository, chunk)))))
  }
  return found.flat()
}

async function mergeChunk(repository: Repository, pairs: readonly Pair[]): Promise<Merged[]> {
  const input = pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join('')
  const args = ['merge-tree', '--write-tree', '--no-messages', '--stdin']
  const { isWhole, stdout } = await tryGit(repository, args, { input, timeoutMs: mergeMs })
  const found = isWhole ? parseMany(stdout) : []
  if (found.length === pairs.length) return found
  // One of them has no history in common or conflicts in very many places, or this git is older than 2.39.
  const alone: Merged[] = []
  for (const pair of pairs) alone.push(await mergeTwo(repository, pair))
  return alone
}

/** Merges two commits without a checkout. */
export async function mergeTwo(repository: Repository, [ours, theirs]: Pair): Promise<Merged> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '-z', ours, theirs]
  const { code, stdout, stderr, timedOut } = await tryGit(repository, args, { timeoutMs: mergeMs })
  if (timedOut || (code !== 0 && code !== 1))
    return { is: 'impossible', words: timedOut ? 'git took too long' : stderr.trim().slice(0, 500) }
  return parse(stdout.split('\0'), code === 0)
}

/** As git prints with --stdin: whether it is clean, the tree, the entries that conflict, and an empty word. */
function parseMany(text: string): Merged[] {
  const words = text.split('\0')
  const found: Merged[] = []
  for (let at = 0; at + 1 < words.length;) {
    const end = words.indexOf('', at + 2)
    if (end === -1) return []
    found.push(parse(words.slice(at + 1, end), words[at] === '1'))
    at = end + 1
  }
  return found
}

function parse([tree = '', ...entries]: string[], isClean: boolean): Merged {
  if (isClean) return { is: 'clean', tree }
  const paths = entries.flatMap((entry) => /^\d+ [0-9a-f]+ \d\t([\s\S]+)$/.exec(entry)?.[1] ?? [])
  return { is: 'conflicting', tree, paths: [...new Set(paths)] }
}

/** Moves a branch from where it is expected to be; false, and nothing changed, when it is elsewhere. */
export async function moveBranch(
  repository: Repository,
  { branch, from, to, reason }: { branch: string; from: string; to: string; reason: string },
): Promise<boolean> {
  const args = ['update-ref', '-m', reason, `refs/heads/${branch}`, to, from]
  const outcome = await tryGit(repository, args)
  if (outcome.code === 0) return true
  if (/but expected|unable to resolve reference/.test(outcome.stderr)) return false
  throw await gitFailure(repository, args, outcome)
}
