import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Caller, Event, OperationsOf, wikiNoun } from '../../contract/index.ts'
import { systemClock, type Clock } from '../../platform/clock/index.ts'
import { createLogger } from '../../platform/log/index.ts'
import type { WikiSettings } from '../../platform/config/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { askMigrations, createInbox, type Inbox } from '../inbox/index.ts'
import { kinOf } from '../inbox/inbox.suite.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { createTasks, taskMigrations, type Tasks } from '../tasks/index.ts'
import { wikiMigrations } from './migrations.ts'
import { wikiOperations } from './operations.ts'
import { createWiki, type Wiki } from './wiki.ts'

export const user: Caller = { name: 'user', kind: 'human' }
export const agent: Caller = { name: 'shop', kind: 'agent' }

type Operations = OperationsOf<typeof wikiNoun>
/** The operations, as HTTP and tools call them. */
type Calls = {
  [N in keyof Operations]: (
    input: Parameters<Operations[N]>[0],
    caller: Caller,
  ) => Promise<Awaited<ReturnType<Operations[N]>>>
}

/** A wiki in a real database, with real repositories. The team is `shop`. */
export interface WikiWorld {
  folder: string
  /** Where the repository of `shop` is. */
  repository: string
  sql: Sql
  log: EventLog
  tasks: Tasks
  wiki: Wiki
  inbox: Inbox
  settings: WikiSettings
  /** What git gets. */
  environment: Record<string, string>
  calls: Calls
  git(...args: string[]): string
  gitIn(folder: string, ...args: string[]): string
  read(file: string): string
  write(file: string, text: string): void
  /** The revision of a page. */
  revision(page: string): Promise<string>
  events(type?: string): Event[]
  close(): Promise<void>
  /** Opens it again, as the next daemon does. */
  open(clock?: Clock): void
  end(): Promise<void>
}

const plainWikiSettings: WikiSettings = {
  backend: 'git',
  mayWrite: {
    agent: ['*'],
    worker: ['Tasks/{task}', 'Tasks/{task}/*', 'Handoffs/*', 'Decisions', 'Notes/*'],
  },
}

export function openWikiWorld(): WikiWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-wiki-')))
  writeFileSync(
    join(folder, 'gitconfig'),
    '[user]\nname = Ann\nemail = ann@example.org\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n',
  )
  return reopenWikiWorld(folder)
}

/** The world of a folder that was left, as after a crash. */
export function reopenWikiWorld(
  folder: string,
  { at, isWatched = false }: { at?: (step: string) => void; isWatched?: boolean } = {},
): WikiWorld {
  const home = join(folder, 'home')
  const shop = join(folder, 'shop')
  for (const path of [home, shop]) mkdirSync(path, { recursive: true })
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
  const settings: WikiSettings = { ...plainWikiSettings }
  const teams = new Map([['shop', { name: 'shop', path: shop }]])
  const world: WikiWorld = {
    folder,
    repository: join(home, 'wiki', 'shop'),
    settings,
    environment,
    ...open(),
    git: (...args) => world.gitIn(world.repository, ...args),
    gitIn: (cwd, ...args) => execFileSync('git', args, { cwd, env: environment, stdio: 'pipe' }).toString(),
    read: (file) => readFileSync(join(world.repository, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(world.repository, file)), { recursive: true })
      writeFileSync(join(world.repository, file), text)
    },
    revision: async (page) =>
      (await world.calls.readPage({ project: 'shop', page, rows: false }, user)).revision ?? '',
    events: (type) => eventsIn(world.log).filter((event) => type === undefined || event.type === type),
    async close() {
      await world.wiki.close()
      world.inbox.close()
      await closeBase(world)
    },
    open: (clock) => void Object.assign(world, open(clock)),
    async end() {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world

  function open(
    clock: Clock = systemClock,
  ): Pick<WikiWorld, 'sql' | 'log' | 'tasks' | 'wiki' | 'inbox' | 'calls'> {
    const base = openBase(home, [askMigrations, taskMigrations, wikiMigrations], clock)
    const { sql, log } = base
    const tasks = createTasks({ ...base, teams: () => teams, environment })
    const policy = { leadMayAnswer: [], answerers: [], questioning: true }
    const inbox = createInbox({
      ...base,
      logger,
      policy: () => policy,
      kin: kinOf(),
      deliver: async () => undefined,
    })
    const wiki = createWiki({
      ...base,
      inbox,
      logger,
      tasks,
      home,
      environment,
      isWatched,
      settings: () => settings,
      ...(at && { at }),
    })
    log.react(['ask.answered'], ({ data }) => wiki.onClosed(data.ask))
    // Each does what the operation of its name does.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const calls = wikiOperations(wiki, {
      tasks,
      teams: () => teams,
      now: () => systemClock.now(),
    }) as unknown as Calls
    return { sql, log, tasks, wiki, inbox, calls }
  }
}
