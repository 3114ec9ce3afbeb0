import { askGit, type Checkout } from './run.ts'

const maxOutput = 32 * 1024 * 1024

/** What one look at a checkout says of it. */
export interface Look {
  /** The commit HEAD is at; undefined before the first. */
  head: string | undefined
  /** The branch HEAD is on; undefined when it is on none. */
  branch: string | undefined
  /** Repositories inside that are no submodules, which no commit holds. */
  nested: readonly string[]
  /**
   * Whether the files are what HEAD has. `unsure` where the index has something else than HEAD: what was staged may have
   * been taken back in the files.
   */
  files: 'same' | 'differ' | 'unsure'
}

/** Looks where a checkout is and whether anything in it differs from that, in one question. */
export async function lookAt(checkout: Checkout): Promise<Look> {
  const how = ['--untracked-files=all', '--no-renames', '--ignore-submodules=dirty', '--', ':(top)']
  // What an index remembers of folders can be set back by whoever works there.
  const settings = [...(checkout.settings ?? []), 'core.untrackedCache=false']
  const args = ['status', '--porcelain=v2', '--branch', '-z', ...how]
  const entries = (await askGit({ ...checkout, settings }, args, { maxOutput })).split('\0')
  const valueOf = (name: string): string | undefined =>
    entries.find((entry) => entry.startsWith(`# ${name} `))?.slice(name.length + 3)
  const [head, branch] = [valueOf('branch.oid'), valueOf('branch.head')]
  return {
    head: head === '(initial)' ? undefined : head,
    branch: branch === '(detached)' ? undefined : branch,
    nested: entries.flatMap((entry) => /^\? ([\s\S]+)\/$/.exec(entry)?.[1] ?? []),
    files: filesOf(entries),
  }
}

function filesOf(entries: readonly string[]): Look['files'] {
  const changed = entries.filter((entry) => /^(?:[1u] |\? [\s\S]*[^/]$)/.test(entry))
  if (changed.length === 0) return 'same'
  // The first of the two letters is of the index, the second of the file.
  return changed.every((entry) => /^(?:\?|1 \.)/.test(entry)) ? 'differ' : 'unsure'
}
