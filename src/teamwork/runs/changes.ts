import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Evidence } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { readGit } from '../../platform/git/index.ts'
import type { RunDeps } from './deps.ts'
import type { Marks, RunRow } from './rows.ts'

const maxTeams = 20
const atOnce = 4
/** How long the folder of the run's own team may take, and that of another, which is not to hold it up. */
const longest = 30_000
const maxOther = 5000
const maxFiles = 20_000
const maxChanges = 2000

/** Whether something changed since a run started, or what is to be said when that is not proven. */
export type Change = { isProven: true } | { isProven: false; words: string }

/** The team of a run, and those that it may tell: what they change counts too. */
export function teamsAround({ config }: Pick<RunDeps, 'config'>, leading: Team): Team[] {
  const others = [...config().teams.values()].filter(({ name }) => name !== leading.name)
  return [leading, ...others].filter(({ remote }) => remote === undefined).slice(0, maxTeams)
}

/** Looks at the folders of teams; at the files of the evidence also where git is told to overlook them. */
export async function marksOf(
  deps: RunDeps,
  teams: readonly Team[],
  { evidence, signal }: { evidence: Evidence; signal: AbortSignal },
): Promise<Marks> {
  const marks: Record<string, string | null> = {}
  const left = [...teams.entries()]
  // A few at once, because each may start git.
  await Promise.all(Array.from({ length: atOnce }, work))
  return marks

  async function work(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      const [place, team] = next
      const isOwn = place === 0
      const limit = AbortSignal.timeout(isOwn ? longest : maxOther)
      const looking = { files: isOwn ? evidence.files : [], signal: AbortSignal.any([signal, limit]) }
      marks[team.name] = await markOf(deps, team, looking).catch(() => null)
    }
  }
}

/** Compares the folders of a run's team, and of the teams that were told in its name, with how they looked at the start. */
export async function changeIn(deps: RunDeps, row: RunRow, signal: AbortSignal): Promise<Change> {
  const { config, sessions } = deps
  const { marks: before, session, evidence } = row
  if (before === null) return { isProven: true }
  const told = [...sessions.toldBy(session), ...sessions.toldBelow(session)]
  const names = new Set([row.team, ...told.map((turn) => sessions.byId(turn.session).team)])
  const teams = [...names].flatMap((name) => config().teams.get(name) ?? [])
  const here = teams.filter(({ remote }) => remote === undefined)
  const now = await marksOf(deps, here, { evidence, signal })
  const isKnown = (name: string): boolean => typeof before[name] === 'string' && typeof now[name] === 'string'
  if ([...names].some((name) => isKnown(name) && before[name] !== now[name])) return { isProven: true }
  const unknown = [...names].filter((name) => !isKnown(name))
  if (unknown.length > 0)
    return {
      isProven: false,
      words: `Whether anything changed in ${listOf(unknown)} since the start cannot be told.`,
    }
  return { isProven: false, words: `Nothing changed in ${listOf([...names])} since the start.` }
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `the folder of ${name}`).join(' and ')
}

interface Looking {
  files: readonly string[]
  signal: AbortSignal
}

async function markOf(deps: RunDeps, team: Team, { files, signal }: Looking): Promise<string | null> {
  if (!(await deps.projects.isThere(team.path))) return null
  const mark = (await markOfGit(deps, team, signal)) ?? (await markOfFiles(deps, team, signal))
  const looks = []
  for (const file of files) looks.push(await deps.projects.look(team.path, file))
  return mark && [mark, ...looks.map((look) => look?.mark ?? '')].join('\n')
}

/** What the commit has, and what differs from it. A file that differed before may differ in another way now, so each is looked at. */
async function markOfGit(deps: RunDeps, team: Team, signal: AbortSignal): Promise<string | undefined> {
  const found = await readGit({ folder: team.path, env: deps.environmentOf(team), signal })
  if (!found || found.changes.length > maxChanges) return undefined
  const hash = createHash('sha256').update(found.committed)
  for (const { how, path } of found.changes) {
    const look = await deps.projects.look(team.path, path)
    hash.update(`\0${how}\0${path}\0${look?.mark ?? ''}`)
  }
  return `git ${hash.digest('hex')}`
}

/** Without git every file is looked at, up to a bound; above it nothing can be told. */
async function markOfFiles({ projects }: RunDeps, team: Team, signal: AbortSignal): Promise<string | null> {
  const hash = createHash('sha256')
  const folders = ['.']
  let left = maxFiles
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { names, hasMore } = await projects.list(team.path, folder, left)
    left -= names.length
    if (hasMore || signal.aborted) return null
    for (const name of names.filter((one) => one !== '.git')) {
      const path = join(folder, name)
      const look = await projects.look(team.path, path)
      // The time of a folder changes with what comes and goes in it, which is seen anyway.
      hash.update(`\0${path}\0${look?.isFolder ? 'folder' : (look?.mark ?? '')}`)
      if (look?.isFolder) folders.push(path)
    }
  }
  return `files ${hash.digest('hex')}`
}
