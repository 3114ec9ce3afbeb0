import { IrisError } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { historyOf } from '../../platform/git/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { ProjectRow, ProjectRows } from './project-rows.ts'

const maxLookMs = 5000

/** What it takes to find out which project a team is in. */
export interface ProjectDeps {
  rows: ProjectRows
  teams: () => ReadonlyMap<string, { path: string; remote?: Team['remote'] }>
  projects: Pick<Projects, 'isThere' | 'real'>
  environment: Readonly<Record<string, string>>
}

/** Where a team works, before it is known whether that is a project yet. */
export interface Place {
  team: string
  folder: string
  /** The same for all folders of one repository. */
  root: string
}

/** Looks where a team works. A folder that is away is where it was when last seen. */
export async function placeOf(deps: ProjectDeps, name: string): Promise<Place> {
  const team = deps.teams().get(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  const folder = folderKey(team)
  if (team.remote !== undefined) return { team: name, folder, root: folder }
  if (await deps.projects.isThere(folder)) return { team: name, folder, root: await rootOf(deps, folder) }
  const known = deps.rows.byFolder(folder)
  if (known) return { team: name, folder, root: known.root }
  throw new IrisError('TEAM_FOLDER_MISSING', `The folder of ${name} is not there: ${folder}`)
}

/** The name of a folder, which says also on which machine it is. */
export function folderKey({ path, remote }: { path: string; remote?: Team['remote'] }): string {
  return remote === undefined ? path : `${JSON.stringify(remote)} ${path}`
}

async function rootOf({ projects, environment }: ProjectDeps, folder: string): Promise<string> {
  const signal = AbortSignal.timeout(maxLookMs)
  const history = await historyOf({ folder, env: environment, signal })
  return projects.real(history ?? folder)
}

/** The project of a place; made, inside a transaction, when it is none yet. */
export function projectAt(rows: ProjectRows, { team, folder, root }: Place): ProjectRow {
  const known = rows.byRoot(root)
  const project = known ?? { slug: freeSlug(rows, team), root }
  if (!known) rows.insert(project)
  rows.remember(folder, project.slug)
  return project
}

function freeSlug(rows: ProjectRows, team: string): string {
  const slug = team.replaceAll(/[^a-z0-9]+/g, '-').replace(/-$/, '')
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? slug : `${slug}-${count}`
    if (!rows.bySlug(wanted)) return wanted
  }
}
