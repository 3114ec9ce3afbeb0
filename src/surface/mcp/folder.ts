import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** The team in whose folder `cwd` is; of nested ones the innermost. */
export function teamAt<T extends { path: string }>(teams: readonly T[], cwd: string): T | undefined {
  const place = real(cwd)
  return teams
    .map((team) => ({ team, path: real(team.path) }))
    .filter(({ path }) => place === path || place.startsWith(path.endsWith(sep) ? path : path + sep))
    .toSorted((a, b) => b.path.length - a.path.length)[0]?.team
}

/** Where a path leads; a folder that is not there leads nowhere else. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
