import { sep } from 'node:path'
import type { Projects } from '../../platform/projects/index.ts'

/** The team in whose folder `cwd` is; of nested ones the innermost. */
export async function teamAt<T extends { path: string }>(
  teams: readonly T[],
  cwd: string,
  projects: Pick<Projects, 'real'>,
): Promise<T | undefined> {
  // A folder that does not answer leads nowhere else.
  const leadsTo = (path: string): Promise<string> => projects.real(path).catch(() => path)
  const place = await leadsTo(cwd)
  const places = await Promise.all(teams.map(async (team) => ({ team, path: await leadsTo(team.path) })))
  return places
    .filter(({ path }) => place === path || place.startsWith(path.endsWith(sep) ? path : path + sep))
    .toSorted((a, b) => b.path.length - a.path.length)[0]?.team
}
