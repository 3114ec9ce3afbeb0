import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { IrisError, type Event, type Task, type TaskId } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { runToEnd } from '../../platform/process/index.ts'
import type { GitSettings } from '../../platform/config/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { createTasks, taskMigrations, type Tasks } from '../tasks/index.ts'
import { worktreeMigrations } from './migrations.ts'
import { createWorktrees, type Worktrees } from './worktrees.ts'

interface TeamOfWorld {
  name: string
  path: string
  env: Record<string, string>
  remote: string[] | undefined
  checks?: { env: Record<string, string> }
}

/** Worktrees in a real database, with real repositories. */
export interface WorktreeWorld {
  folder: string
  home: string
  sql: Sql
  log: EventLog
  tasks: Tasks
  worktrees: Worktrees
  settings: GitSettings
  /** Tasks that somebody else holds. */
  taken: Set<TaskId>
  environment: Record<string, string>
  /** Adds a team; its folder is made below that of the world. */
  team(name: string, more?: Partial<TeamOfWorld>): string
  /** Makes a task of a team, `shop` unless said. */
  add(title?: string, team?: string): Promise<Task>
  git(folder: string, ...args: string[]): string
  write(folder: string, file: string, text?: string): void
  read(folder: string, file: string): string
  events(): Event[]
  /** Lets go of the database, for another process; `open` takes it again. */
  close(): Promise<void>
  open(): void
  end(): Promise<void>
}

export const plainSettings: GitSettings = {
  worktrees: '.worktrees',
  base: 'local',
  main: undefined,
  setup: undefined,
  setupTimeout: 10_000,
  submodules: true,
  copy: [],
  protected: ['main', 'master'],
  merge: 'merge',
  push: 'never',
  pullRequest: false,
}

/** With the team `shop`, whose repository has one commit. */
export function openWorktreeWorld(): WorktreeWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-worktrees-')))
  const world = reopenWorktreeWorld(folder)
  writeFileSync(
    join(folder, 'gitconfig'),
    '[user]\nname = Ann\nemail = ann@example.org\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n',
  )
  startRepository(world, world.team('shop'))
  return world
}

export function startRepository(world: WorktreeWorld, path: string): void {
  world.git(path, 'init', '--quiet')
  world.write(path, 'a.txt', 'one\n')
  world.write(path, '.gitignore', '*.log\n.env\n')
  world.git(path, 'add', '--all')
  world.git(path, 'commit', '--quiet', '--message', 'one')
}

/** The world of a folder that was left, as after a crash. */
export function reopenWorktreeWorld(
  folder: string,
  { at }: { at?: (step: string) => void } = {},
): WorktreeWorld {
  const home = join(folder, 'home')
  const teams = new Map<string, TeamOfWorld>()
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const settings = { ...plainSettings }
  const taken = new Set<TaskId>()
  mkdirSync(home, { recursive: true })
  const world: WorktreeWorld = {
    folder,
    home,
    settings,
    taken,
    environment,
    ...open(),
    team(name, more = {}) {
      const path = more.path ?? join(folder, name)
      mkdirSync(path, { recursive: true })
      teams.set(name, { name, env: {}, remote: undefined, ...more, path })
      return path
    },
    add: (title = 'Add a search box', team = 'shop') =>
      world.tasks.create({ team, title, text: '', priority: 2, files: [], waitsFor: [] }, 'user'),
    git: (at_, ...args) =>
      execFileSync('git', args, { cwd: at_, env: environment, stdio: 'pipe' }).toString(),
    write(at_, file, text = 'x') {
      mkdirSync(dirname(join(at_, file)), { recursive: true })
      writeFileSync(join(at_, file), text)
    },
    read: (at_, file) => readFileSync(join(at_, file), 'utf8'),
    events: () => eventsIn(world.log),
    close,
    open: () => void Object.assign(world, open()),
    async end() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  world.team('shop')
  return world

  function open(): Pick<WorktreeWorld, 'sql' | 'log' | 'tasks' | 'worktrees'> {
    const opened = openBase(home, [taskMigrations, worktreeMigrations], systemClock)
    const base = { ...opened, environment, teams: () => teams }
    const tasks = createTasks(base)
    const worktrees = createWorktrees({
      ...base,
      tasks,
      home,
      starter: runToEnd,
      logger: { info: () => undefined, warn: () => undefined },
      settings: () => world.settings,
      assertLease(task, fence) {
        if (taken.has(task)) throw new IrisError('TASK_CHANGED', `Not with ${fence}.`)
      },
      ...(at ? { at } : {}),
    })
    return { sql: opened.sql, log: opened.log, tasks, worktrees }
  }

  async function close(): Promise<void> {
    await world.worktrees.close()
    await closeBase(world)
  }
}
