import { join } from 'node:path'
import { withoutDrivers } from './drivers.ts'
import { isThere } from './nested.ts'
import { gitAnswer, type GitPlace } from './run.ts'

/** Where a folder of a working tree stands: what its commit has in it, and what differs from that. */
export interface GitState {
  /** What the commit has in the folder, by the name of its tree; empty before the first. A commit without a change has the same. */
  committed: string
  /** The commit and the branch that are checked out; empty before the first. */
  head: string
  /** The paths that differ from the commit or that git does not know yet, each with how it differs. */
  changes: readonly { how: string; path: string }[]
}

const maxSubmodules = 20
const maxDepth = 3

/** What git says of a folder; undefined when it is none of git's, or when git cannot tell. */
export async function readGit(place: GitPlace): Promise<GitState | undefined> {
  return readAt(place, 0)
}

async function readAt(place: GitPlace, depth: number): Promise<GitState | undefined> {
  const looks = [withinOf(place), withoutDrivers(place).catch(() => undefined)] as const
  const [within, quiet] = await Promise.all(looks)
  if (!within || !quiet) return undefined
  const { up, prefix, committed, head } = within
  // A submodule that was never fetched is a folder of the repository around it.
  if (depth > 0 && prefix !== '') return undefined
  const status = await gitAnswer(quiet, statusArgs)
  const inside = status === undefined ? undefined : await submodulesOf(place, { up, prefix, depth })
  if (status === undefined || !inside) return undefined
  return { committed, head, changes: [...changesIn(status, prefix), ...inside] }
}

/** Where in its repository a folder is, and what the commit has there, in one question. */
async function withinOf(
  place: GitPlace,
): Promise<{ up: string; prefix: string; committed: string; head: string } | undefined> {
  const where = ['rev-parse', '--show-cdup', '--show-prefix']
  const whole = await gitAnswer(place, [...where, 'HEAD:./', 'HEAD', '--symbolic-full-name', 'HEAD'])
  // Before the first commit, or in a folder that none has yet.
  const text = whole ?? (await gitAnswer(place, where))
  if (text === undefined) return undefined
  const [, up = '', prefix = '', committed = '', commit = '', branch = ''] =
    /^([^\n]*)\n((?:[\s\S]*\/)?)\n(?:([0-9a-f]+)\n([0-9a-f]+)\n([^\n]*)\n)?$/.exec(text) ?? []
  return { up, prefix, committed, head: `${commit} ${branch}`.trim() }
}

// Asked of a repository alone: git would look into its submodules by their own config.
const statusArgs = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=dirty',
  '--',
  '.',
]

/** What the submodules in the folder have, and what differs there. */
async function submodulesOf(
  place: GitPlace,
  { up, prefix, depth }: { up: string; prefix: string; depth: number },
): Promise<GitState['changes'] | undefined> {
  if (!(await isThere(join(place.folder, `${up}.gitmodules`)))) return []
  const paths = [
    'config',
    '-z',
    '--file',
    `${up}.gitmodules`,
    '--get-regexp',
    String.raw`^submodule\..*\.path$`,
  ]
  const named = ((await gitAnswer(place, paths)) ?? '')
    .split('\0')
    .flatMap((entry) => entry.split('\n')[1] ?? [])
  const here = named
    .filter((path) => path.startsWith(prefix) && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path))
    .map((path) => path.slice(prefix.length))
  if (here.length > (depth < maxDepth ? maxSubmodules : 0)) return undefined
  const changes = []
  for (const path of here) {
    const found = await readAt({ ...place, folder: join(place.folder, path) }, depth + 1)
    if (!found) continue
    changes.push({ how: `has ${found.committed}`, path })
    changes.push(...found.changes.map(({ how, path: below }) => ({ how, path: `${path}/${below}` })))
  }
  return changes
}

/** Where the history of the repository is that a folder is in, the same for all of its worktrees; undefined when it is in none. */
export async function historyOf(place: GitPlace): Promise<string | undefined> {
  const path = await gitAnswer(place, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  return path?.replace(/\n$/, '')
}

/** Git names paths from the top of its tree, we from the folder. */
function changesIn(status: string, prefix: string): GitState['changes'] {
  return status.split('\0').flatMap((entry) => {
    // Changed: eight fields before the path; unmerged: ten; unknown to git: one.
    const found = /^(1(?: \S+){7}|u(?: \S+){9}|\?) ([\s\S]+)$/.exec(entry)
    return found ? [{ how: found[1] ?? '', path: (found[2] ?? '').slice(prefix.length) }] : []
  })
}
