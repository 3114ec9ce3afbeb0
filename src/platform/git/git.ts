import { runToEnd } from '../process/index.ts'

const longest = 20_000
const maxOutput = 4 * 1024 * 1024

/** Where a working tree stands: its commit, and what differs from it. */
export interface GitState {
  /** The commit; empty before the first. */
  head: string
  /** The paths that differ from the commit or that git does not know yet, each with how it differs. */
  changes: readonly { how: string; path: string }[]
}

interface Place {
  folder: string
  env: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** What git says of a folder; undefined when it is none of git's, or when git cannot tell. */
export async function readGit(place: Place): Promise<GitState | undefined> {
  const within = await git(place, ['rev-parse', '--show-prefix'])
  if (within === undefined) return undefined
  const filters = await git(place, ['config', '--name-only', '--get-regexp', String.raw`^filter\..*`])
  const all = ['--branch', '--untracked-files=all', '--no-renames', '--ignore-submodules=none']
  const args = ['status', '--porcelain=v2', '-z', ...all, '--', '.']
  const status = await git(place, [...withoutPrograms(filters ?? ''), ...args])
  // What was cut off cannot be compared.
  if (status === undefined || status.length >= maxOutput) return undefined
  return stateIn(status, within.replace(/\n$/, ''))
}

/** Git runs programs that the config of a project names, and agents write in projects: here it is to run none of them. */
function withoutPrograms(filters: string): string[] {
  const drivers = filters.split('\n').flatMap((name) => /^filter\.(.+)\.[^.]+$/.exec(name)?.[1] ?? [])
  const off = [...new Set(drivers)].flatMap((driver) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${driver}.${setting}`),
  )
  return ['core.fsmonitor=false', 'core.hooksPath=/dev/null', ...off].flatMap((setting) => ['-c', setting])
}

async function git({ folder, env, signal }: Place, args: readonly string[]): Promise<string | undefined> {
  try {
    const { code, stdout, timedOut } = await runToEnd({
      command: 'git',
      args: ['--no-optional-locks', ...args],
      cwd: folder,
      env: { ...env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
      timeoutMs: longest,
      maxOutput,
      signal,
    })
    return code === 0 && !timedOut ? stdout : undefined
  } catch {
    // There is no git, or no such folder.
    return undefined
  }
}

/** Git names paths from the top of its tree, we from the folder. */
function stateIn(status: string, prefix: string): GitState {
  const entries = status.split('\0').filter(Boolean)
  const head = entries.find((entry) => entry.startsWith('# branch.oid '))?.slice('# branch.oid '.length) ?? ''
  const changes = entries.flatMap((entry) => {
    // Changed: eight fields before the path; unmerged: ten; unknown to git: one.
    const found = /^(1(?: \S+){7}|u(?: \S+){9}|\?) ([\s\S]+)$/.exec(entry)
    return found ? [{ how: found[1] ?? '', path: (found[2] ?? '').slice(prefix.length) }] : []
  })
  return { head, changes }
}
