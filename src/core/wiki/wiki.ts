import { IrisError, type AskId, type WikiInfo } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { WikiSettings } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { exclude } from '../worktrees/index.ts'
import type { WikiBackend } from './backend.ts'
import { createChoiceRows } from './choice-rows.ts'
import { createDiverging, type AskPort, type Diverging } from './diverging.ts'
import { createGitWiki } from './git-wiki.ts'
import { createMcpWiki } from './mcp-wiki.ts'
import { placeOf } from './places.ts'
import { createReach } from './reach.ts'
import { repositoryAt } from './repository.ts'
import { createWikiRows } from './rows.ts'
import { createKnownWikis } from './state-rows.ts'
import { createSyncing } from './sync-times.ts'

/** What wikis are made from. */
export interface WikiDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  home: string
  projects: Projects
  tasks: Pick<Tasks, 'project' | 'projects' | 'teamsOf'>
  inbox: AskPort
  settings: () => WikiSettings
  /** What git gets: no secrets of the daemon. */
  environment: Readonly<Record<string, string>>
  isWatched?: boolean
  /** Told at each step between two effects; tests end the process there. */
  at?: (step: string) => void
}

/** The wikis of all projects. */
export interface Wiki {
  of(project: string): Promise<WikiBackend>
  all(): Promise<WikiInfo[]>
  settings(): WikiSettings
  /** A page of this project has changed. */
  changed(project: string): void
  /** Hears, in the transaction that closes it, what became of an ask. */
  onClosed(ask: AskId): void
  /** Goes on with what a person chose before the last daemon ended. */
  goOn(): void
  close(): Promise<void>
}

export function createWiki(deps: WikiDeps): Wiki {
  const open = new Map<string, { backend: Promise<WikiBackend>; settings: string }>()
  const diverging = createDiverging({
    ...deps,
    choices: createChoiceRows(deps.sql),
    teamOf: (project) => deps.tasks.teamsOf({ project })[0] ?? project,
  })
  const known = createKnownWikis(deps.sql)
  const syncing = createSyncing({
    clock: deps.clock,
    logger: deps.logger,
    projects: () => (deps.settings().remote === undefined ? [] : known.projects()),
    sync: async (project) => (await of(project)).sync(),
  })

  function of(project: string): Promise<WikiBackend> {
    const settings = JSON.stringify(deps.settings())
    const found = open.get(project)
    if (found?.settings === settings) return found.backend
    const backend = makeAfter(found?.backend, project)
    open.set(project, { backend, settings })
    backend.catch(() => open.delete(project))
    return backend
  }

  /** Two may not write in one repository: the one with the settings of before ends first. */
  async function makeAfter(old: Promise<WikiBackend> | undefined, project: string): Promise<WikiBackend> {
    await old?.then((backend) => backend.close()).catch(() => undefined)
    return makeBackend(deps, diverging, project)
  }

  /** One that cannot be opened says why, and takes no other with it. */
  async function infoOf(project: string): Promise<WikiInfo> {
    const found = await of(project)
      .then((backend) => backend.info())
      .catch((error: unknown) => ({ ...unopened(deps.settings()), problem: messageOf(error) }))
    return { project, ...found }
  }

  return {
    of,
    async all() {
      const wikis: WikiInfo[] = []
      for (const { slug } of deps.tasks.projects()) wikis.push(await infoOf(slug))
      return wikis
    },
    settings: deps.settings,
    changed: (project) => syncing.soon(project),
    onClosed(ask) {
      const project = diverging.onClosed(ask)
      // Once this is committed; if it is not, nothing is chosen there.
      if (project !== undefined) setImmediate(() => syncing.now(project))
    },
    goOn() {
      for (const project of diverging.waiting()) syncing.now(project)
      // What the last daemon did not come to push.
      for (const project of known.projects()) syncing.soon(project)
    },
    async close() {
      syncing.close()
      const close = async ({ backend }: { backend: Promise<WikiBackend> }) => (await backend).close()
      await Promise.all([...open.values()].map((one) => close(one).catch(() => undefined)))
    },
  }
}

const unopened = ({ backend, remote }: WikiSettings) => ({
  backend,
  pages: 0,
  folder: null,
  remote: remote ?? null,
})

function serverOf({ server }: WikiSettings): NonNullable<WikiSettings['server']> {
  if (server) return server
  throw new IrisError('WIKI_SERVER_FAILED', '`wiki.backend` is mcp, and `wiki.server` is not set.')
}

async function makeBackend(deps: WikiDeps, diverging: Diverging, project: string): Promise<WikiBackend> {
  const settings = deps.settings()
  if (settings.backend === 'mcp') return createMcpWiki({ project, server: serverOf(settings) })
  const row = deps.tasks.project(project)
  if (!row) throw new IrisError('INPUT_INVALID', `There is no project ${project}.`)
  const { folder, inside } = placeOf(settings, row, deps.home)
  if (inside) await exclude(deps, { ...inside, place: folder })
  const context = {
    ...deps,
    project,
    repository: repositoryAt(folder, deps.environment),
    rows: createWikiRows(deps.sql, project),
    at: deps.at ?? (() => undefined),
    // What is in the home is on the disk of the database, without which there is no Iris.
    reach: settings.path === undefined ? async () => undefined : createReach(deps.projects, folder),
  }
  const remote = (): string | undefined => deps.settings().remote?.replaceAll('{project}', project)
  return createGitWiki({ context, diverging, remote, isWatched: deps.isWatched ?? true })
}
