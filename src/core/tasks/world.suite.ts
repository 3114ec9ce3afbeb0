import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, Task, TaskStatus } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import type { NewTask } from './creating.ts'
import { taskMigrations } from './migrations.ts'
import { createTasks, type Tasks } from './tasks.ts'

/** Tasks in a real database, with teams whose folders are real. */
export interface TaskWorld {
  folder: string
  sql: Sql
  log: EventLog
  tasks: Tasks
  /** Adds a team that works in a folder below the world's; the folder is made. */
  team(name: string, path?: string): string
  git(path: string, ...args: string[]): void
  /** Makes a task of the team `shop` that waits for others. */
  add(title: string, waitsFor?: string[], more?: Partial<NewTask>): Promise<Task>
  statuses(): Promise<Record<string, TaskStatus>>
  events(): Event[]
  restart(): Promise<void>
  end(): Promise<void>
}

export function openTaskWorld(): TaskWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-tasks-'))
  const teams = new Map<string, { path: string }>()
  const environment = { PATH: process.env['PATH'] ?? '' }
  const world: TaskWorld = {
    folder,
    ...open(),
    team(name, path = name) {
      const place = join(folder, path)
      mkdirSync(place, { recursive: true })
      teams.set(name, { path: place })
      return place
    },
    git: (path, ...args) => void execFileSync('git', args, { cwd: join(folder, path), stdio: 'pipe' }),
    add: (title, waitsFor = [], more = {}) =>
      world.tasks.create(
        { team: 'shop', title, text: '', priority: 2, files: [], waitsFor, ...more },
        'user',
      ),
    async statuses() {
      const { tasks } = await world.tasks.list({ team: 'shop', limit: 1000 })
      return Object.fromEntries(tasks.map(({ title, status }) => [title, status]))
    },
    events: () => eventsIn(world.log),
    async restart() {
      await closeBase(world)
      Object.assign(world, open())
    },
    async end() {
      await closeBase(world)
      rmSync(folder, { recursive: true })
    },
  }
  world.team('shop')
  return world

  function open(): Pick<TaskWorld, 'sql' | 'log' | 'tasks'> {
    const base = openBase(folder, [taskMigrations], systemClock)
    return { ...base, tasks: createTasks({ ...base, environment, teams: () => teams }) }
  }
}
