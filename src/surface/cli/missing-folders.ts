import { systemClock } from '../../platform/clock/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { createProjects } from '../../platform/projects/index.ts'

/** As many as Node has for reading files when nobody says otherwise. */
const threads = 4

/** The folders of teams of this machine that are not there. One that does not answer is as good as none. */
export async function missingFolders(teams: readonly Team[]): Promise<{ team: string; path: string }[]> {
  const projects = createProjects({ clock: systemClock, threads })
  const looked = teams
    .filter(({ remote }) => remote === undefined)
    .map(async ({ name, path }) => ({
      team: name,
      path,
      isThere: await projects.isThere(path).catch(() => false),
    }))
  return (await Promise.all(looked))
    .filter(({ isThere }) => !isThere)
    .map(({ team, path }) => ({ team, path }))
}
