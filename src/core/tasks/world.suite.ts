import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, Task, TaskStatus } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createLog, openStore, type EventLog } from '../store/index.ts'
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
    events: () => [...world.log.read({ after: 0, limit: 1000 }).events],
    async restart() {
      await close()
      Object.assign(world, open())
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
  world.team('shop')
  return world

  function open(): Pick<TaskWorld, 'sql' | 'log' | 'tasks'> {
    const sql = openStore(join(folder, 'iris.db'), [taskMigrations])
    const log = createLog({ sql, clock: systemClock })
    const projects = createProjects({ clock: systemClock, threads: 4 })
    const deps = { sql, log, clock: systemClock, projects, environment, teams: () => teams }
    return { sql, log, tasks: createTasks(deps) }
  }

  async function close(): Promise<void> {
    await world.log.close()
    world.sql.close()
  }
}
