import { runToEnd } from '../process/index.ts'

const longest = 20_000
const maxOutput = 4 * 1024 * 1024

/** Where a folder of a working tree stands: what its commit has in it, and what differs from that. */
export interface GitState {
  /** What the commit has in the folder, as git lists it; empty before the first. A commit without a change has the same. */
  committed: string
  /** The paths that differ from the commit or that git does not know yet, each with how it differs. */
  changes: readonly { how: string; path: string }[]
}

interface Place {
  folder: string
  /** The way to a submodule inside the folder: its path, the path of one inside that, … */
  inside?: readonly string[]
  env: Readonly<Record<string, string>>
  signal: AbortSignal
}

const maxSubmodules = 20
const maxDepth = 3

/** What git says of a folder; undefined when it is none of git's, or when git cannot tell. */
export async function readGit(place: Place): Promise<GitState | undefined> {
  const within = await git(place, ['rev-parse', '--show-cdup', '--show-prefix'])
  if (within === undefined) return undefined
  const [, up = '', prefix = ''] = /^([^\n]*)\n([\s\S]*)\n$/.exec(within) ?? []
  // A submodule that was never fetched is a folder of the repository around it.
  if (place.inside && prefix !== '') return undefined
  const status = await statusOf(place)
  const committed = status && (await committedOf(place, status))
  const inside = await submodulesOf(place, { up, prefix })
  if (status === undefined || committed === undefined || !inside) return undefined
  return { committed, changes: [...changesIn(status, prefix), ...inside] }
}

/** Asked of a repository alone: git would look into its submodules by their own config. */
async function statusOf(place: Place): Promise<string | undefined> {
  const filters = await git(place, ['config', '--name-only', '--get-regexp', String.raw`^filter\..*`])
  const all = ['--branch', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty']
  const args = ['status', '--porcelain=v2', '-z', ...all, '--', '.']
  return git(place, [...withoutPrograms(filters ?? ''), ...args])
}

async function committedOf(place: Place, status: string): Promise<string | undefined> {
  const isBeforeFirst = status.split('\0').includes('# branch.oid (initial)')
  return isBeforeFirst ? '' : git(place, ['ls-tree', '-z', 'HEAD'])
}

/** What the submodules in the folder have, and what differs there. */
async function submodulesOf(
  place: Place,
  { up, prefix }: { up: string; prefix: string },
): Promise<GitState['changes'] | undefined> {
  const paths = [
    'config',
    '-z',
    '--file',
    `${up}.gitmodules`,
    '--get-regexp',
    String.raw`^submodule\..*\.path$`,
  ]
  const named = ((await git(place, paths)) ?? '').split('\0').flatMap((entry) => entry.split('\n')[1] ?? [])
  const here = named
    .filter((path) => path.startsWith(prefix) && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path))
    .map((path) => path.slice(prefix.length))
  const { inside = [] } = place
  if (here.length > (inside.length < maxDepth ? maxSubmodules : 0)) return undefined
  const changes = []
  for (const path of here) {
    const found = await readGit({ ...place, inside: [...inside, path] })
    if (!found) continue
    changes.push({ how: `has ${found.committed}`, path })
    changes.push(...found.changes.map(({ how, path: below }) => ({ how, path: `${path}/${below}` })))
  }
  return changes
}

/** Where the history of the repository is that a folder is in, the same for all of its worktrees; undefined when it is in none. */
export async function historyOf(place: Place): Promise<string | undefined> {
  const path = await git(place, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  return path?.replace(/\n$/, '')
}

/** Git runs programs that the config of a project names, and agents write in projects: here it is to run none of them. */
function withoutPrograms(filters: string): string[] {
  const drivers = filters.split('\n').flatMap((name) => /^filter\.(.+)\.[^.]+$/.exec(name)?.[1] ?? [])
  const off = [...new Set(drivers)].flatMap((driver) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${driver}.${setting}`),
  )
  return ['core.fsmonitor=false', 'core.hooksPath=/dev/null', ...off].flatMap((setting) => ['-c', setting])
}

async function git(
  { folder, inside = [], env, signal }: Place,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    const { code, stdout, timedOut } = await runToEnd({
      command: 'git',
      args: [...inside.flatMap((path) => ['-C', path]), '--no-optional-locks', ...args],
      cwd: folder,
      env: { ...env, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
      timeoutMs: longest,
      maxOutput,
      signal,
    })
    // What was cut off cannot be compared.
    const isWhole = code === 0 && !timedOut && stdout.length < maxOutput
    return isWhole ? stdout : undefined
  } catch {
    // There is no git, or no such folder.
    return undefined
  }
}

/** Git names paths from the top of its tree, we from the folder. */
function changesIn(status: string, prefix: string): GitState['changes'] {
  return status.split('\0').flatMap((entry) => {
    // Changed: eight fields before the path; unmerged: ten; unknown to git: one.
    const found = /^(1(?: \S+){7}|u(?: \S+){9}|\?) ([\s\S]+)$/.exec(entry)
    return found ? [{ how: found[1] ?? '', path: (found[2] ?? '').slice(prefix.length) }] : []
  })
}
