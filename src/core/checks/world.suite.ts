import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Check, Event, Finding } from '../../contract/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { runInGroup, runToEnd } from '../../platform/process/index.ts'
import { createRulings, rulingMigrations, type Rulings } from '../rulings/index.ts'
import { closeBase, eventsIn, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { createChecks, type Checks, type NewCheck } from './checks.ts'
import { checkMigrations } from './migrations.ts'
import type { Expectation } from './running/expectation.ts'

/** Checks in a real database, with a real repository to check. */
export interface CheckWorld {
  /** The repository that is checked. */
  project: string
  home: string
  checks: Checks
  rulings: Rulings
  git(...args: string[]): string
  write(path: string, text: string): void
  /** Commits everything, and says which commit that is. */
  commit(): string
  /** Starts a check of some commands. */
  start(commands: string | string[], more?: Partial<NewCheck> & { expected?: Expectation }): Check
  /** The same to its end. */
  run(commands: string | string[], more?: Partial<NewCheck> & { expected?: Expectation }): Promise<Check>
  findings(check: Check): Finding[]
  events(): Event[]
  restart(): Promise<void>
  /** Agents that said what proves a task. */
  saidBy: Map<string, string>
  end(): Promise<void>
}

export function openCheckWorld(): CheckWorld {
  const root = mkdtempSync(join(tmpdir(), 'iris-checks-'))
  const [project, home] = [join(root, 'project'), join(root, 'home')]
  const env = { PATH: process.env['PATH'] ?? '', HOME: root }
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'init.defaultBranch=main']
  mkdirSync(project)
  let open = opened()
  const world: CheckWorld = {
    project,
    home,
    saidBy: new Map(),
    get checks() {
      return open.checks
    },
    get rulings() {
      return open.rulings
    },
    git: (...args) =>
      execFileSync('git', [...who, ...args], { cwd: project, stdio: 'pipe', encoding: 'utf8' }).trim(),
    write(path, text) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    },
    commit() {
      world.git('add', '-A')
      world.git('commit', '-qm', 'one', '--allow-empty')
      return world.git('rev-parse', 'HEAD')
    },
    start(commands, { expected = { exit: 0 }, ...more } = {}) {
      const steps = [commands].flat().map((command) => ({ command, from: 'task' as const, expected }))
      const about = {
        task: null,
        taskKey: null,
        team: 'shop',
        folder: project,
        repository: null,
        level: null,
      }
      const how = { base: null, manual: null, budgetMs: 20_000, env, isChangeExpected: false, by: 'user' }
      return open.checks.run({ ...about, ...how, steps, ...more })
    },
    run: (commands, more) => open.checks.settled(world.start(commands, more).check),
    findings: ({ check }) => open.checks.findings({ check, after: 0, limit: 1000 }).findings,
    events: () => eventsIn(open.log),
    async restart() {
      await open.end()
      open = opened()
      await open.checks.recover()
    },
    async end() {
      await open.end()
      rmSync(root, { recursive: true, maxRetries: 5 })
    },
  }
  return world

  function opened(): { checks: Checks; rulings: Rulings; log: EventLog; end: () => Promise<void> } {
    mkdirSync(home, { recursive: true })
    const base = openBase(home, [checkMigrations, rulingMigrations], systemClock)
    const rulings = createRulings(base)
    const checks = createChecks({
      ...base,
      rulings,
      starter: { run: runToEnd, runInGroup },
      environment: env,
      folder: join(home, 'checks'),
      whoSaid: (task) => world.saidBy.get(task) ?? null,
      onFault: (error, where) => {
        throw new Error(where, { cause: error })
      },
    })
    return {
      checks,
      rulings,
      log: base.log,
      async end() {
        await checks.close()
        await closeBase(base)
      },
    }
  }
}
