import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Event, Merge, MergeHow } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { runInGroup, runToEnd } from '../../platform/process/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Checks } from '../checks/index.ts'
import { checkMigrations, createChecks } from '../checks/made.suite.ts'
import { createRulings, rulingMigrations } from '../rulings/index.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { createTasks, taskMigrations } from '../tasks/made.suite.ts'
import type { MergeSettings, Step } from './context.ts'
import { createMerges, type Merges } from './merges.ts'
import { mergeMigrations } from './migrations.ts'

/** Merges in a real database, over a real repository. */
export interface MergeWorld {
  folder: string
  /** The main checkout. */
  repo: string
  sql: Sql
  log: EventLog
  tasks: Tasks
  checks: Checks
  merges: Merges
  settings: MergeSettings
  git(...args: string[]): string
  write(path: string, text: string): void
  read(path: string): string
  /** A task with a branch from main that has these files; null removes one. */
  task(files: Record<string, string | null>, from?: string): Promise<string>
  /** Commits files on the branch that is checked out. */
  commit(files: Record<string, string | null>, message?: string): void
  merge(key: string, more?: { how?: MergeHow; into?: string }): Promise<Merge>
  undo(key: string, how?: 'restored' | 'reverted'): Promise<Merge>
  at(ref: string): string
  events(): Event[]
  restart(): Promise<void>
  end(): Promise<void>
}

/** What a world may differ in. */
export interface MergeWorldOptions {
  folder?: string
  environment?: Record<string, string>
  at?: (step: Step) => void
}

/** Opens merges over a folder with a database and a repository `shop`; both are made when they are not there. */
export async function openMergeWorld(options: MergeWorldOptions = {}): Promise<MergeWorld> {
  const folder = options.folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'iris merges ü-')))
  const repo = join(folder, 'shop')
  const isNew = options.folder === undefined
  const settings: MergeWorld['settings'] = { merge: 'merge', push: 'never', pullRequest: false }
  const world: MergeWorld = {
    folder,
    repo,
    settings,
    ...open(),
    git: (...args) => execFileSync('git', args, { cwd: repo, stdio: 'pipe', encoding: 'utf8' }),
    write(path, text) {
      mkdirSync(dirname(join(repo, path)), { recursive: true })
      writeFileSync(join(repo, path), text)
    },
    read: (path) => readFileSync(join(repo, path), 'utf8'),
    async task(files, from = 'main') {
      const { key } = await world.tasks.create(
        { team: 'shop', title: 'Add something', text: '', priority: 2, files: [], waitsFor: [] },
        'user',
      )
      const before = world.git('symbolic-ref', '--short', 'HEAD').trim()
      world.git('checkout', '-q', '-b', `task/${key}`, from)
      world.commit(files, `work on ${key}`)
      world.git('checkout', '-q', before)
      return key
    },
    commit(files, message = 'change') {
      for (const [path, text] of Object.entries(files))
        if (text === null) rmSync(join(repo, path))
        else world.write(path, text)
      world.git('add', '-A', '--', ...Object.keys(files))
      world.git('commit', '-q', '-m', message)
    },
    async merge(key, more = {}) {
      const { commit, target } = await world.merges.plan({ task: key, ...more })
      return world.merges.merge({ task: key, commit, target, ...more }, 'user')
    },
    async undo(key, how = 'restored') {
      const { target } = await world.merges.planUndo({ task: key, how })
      return world.merges.undo({ task: key, how, target }, 'user')
    },
    at: (ref) => world.git('rev-parse', ref).trim(),
    events: () => eventsIn(world.log),
    async restart() {
      await close()
      Object.assign(world, open())
      await world.merges.recovered
    },
    async end() {
      await close()
      if (isNew) rmSync(folder, { recursive: true })
    },
  }
  if (isNew) makeRepository(world)
  await world.merges.recovered
  return world

  function open(): Pick<MergeWorld, 'sql' | 'log' | 'tasks' | 'checks' | 'merges'> {
    const environment = { PATH: process.env['PATH'] ?? '', ...options.environment }
    const teams = new Map([['shop', { path: repo }]])
    const base = {
      ...openBase(folder, [taskMigrations, checkMigrations, mergeMigrations, rulingMigrations], systemClock),
      environment,
      starter: { run: runToEnd, runInGroup },
    }
    const { sql, log } = base
    const tasks = createTasks({ ...base, teams: () => teams })
    const onFault = (error: unknown): never => {
      throw error
    }
    const checks = createChecks({
      ...base,
      rulings: createRulings(base),
      folder: join(folder, 'checks'),
      onFault,
      whoSaid: () => null,
    })
    const merges = createMerges({
      ...base,
      tasks,
      checks,
      hostEnvironment: environment,
      logger: { warn: (message, fields) => console.warn(message, fields) },
      settings: () => settings,
      ...(options.at ? { at: options.at } : {}),
    })
    log.react(['task.changed', 'task.ended'], (event) => merges.taskChanged(event))
    return { sql, log, tasks, checks, merges }
  }

  async function close(): Promise<void> {
    await world.merges.close()
    await world.checks.close()
    await closeBase(world)
  }
}

/** An error with a code and words like these. */
export const refused = (code: string, words: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(words) })

function makeRepository(world: MergeWorld): void {
  execFileSync('git', ['init', '-q', '-b', 'main', world.repo])
  world.git('config', 'user.name', 'Ann')
  world.git('config', 'user.email', 'ann@example.org')
  world.commit({ 'a.txt': 'one\ntwo\nthree\n', 'b c.txt': 'b\n', 'src/ü.txt': 'u\n' }, 'first')
}
