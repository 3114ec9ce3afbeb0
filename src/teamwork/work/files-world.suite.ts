import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type Event, type SessionId, type Task } from '../../contract/index.ts'
import { leasesFeature } from '../../core/leases/index.ts'
import { createRulings, rulingMigrations } from '../../core/rulings/index.ts'
import { closeBase, eventsIn, openBase } from '../../core/store/base.suite.ts'
import { createTasks, taskMigrations } from '../../core/tasks/index.ts'
import { worktreesFeature } from '../../core/worktrees/index.ts'
import { plainSettings } from '../../core/worktrees/world.suite.ts'
import { createMoments, systemClock } from '../../platform/clock/index.ts'
import { runToEnd } from '../../platform/process/index.ts'
import { begin, enlist, makeWorktree, takeLease } from './beginning.ts'
import type { WorkContext } from './context.ts'
import { readBuild, stepIn } from './facts.ts'
import { placeOf, repositoryOf, tipOf } from './ground.ts'
import { joined, refOf } from './joining.ts'
import { workMigrations } from './migrations.ts'
import { createWorkRows, type BuildRow, type WorkRow } from './rows.ts'
import type { Step } from './steps.ts'
import { take } from './taking.ts'
import { buildOf } from './world.suite.ts'

const migrations = [
  rulingMigrations,
  taskMigrations,
  workMigrations,
  ...[leasesFeature, worktreesFeature].flatMap((feature) => feature.migrations ?? []),
]

/** Two tasks of a build that want one file, in a real repository with real leases; agents are what the test says. */
export interface FilesWorld {
  context: WorkContext
  build: BuildRow
  /** The one that has the file, and the one that wants it. */
  holder: Task
  urgent: Task
  row(task: Task): WorkRow
  step(task: Task): Step
  /** Does what is next for a task, as often as told; says what that was. */
  go(task: Task, times: number): Promise<string[]>
  /** What the agent of a task was told last. */
  told(task: Task): string
  /** The agent of a task ends its turn. */
  ended(task: Task, how?: 'answered' | 'agent_died'): void
  write(task: Task, file: string, text: string): void
  read(task: Task, file: string): string
  /** What a task has is committed and joined, and it is complete. */
  finish(task: Task): Promise<void>
  git(...args: string[]): string
  events(type: string): Event[]
  end(): Promise<void>
}

export async function openFilesWorld(): Promise<FilesWorld> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-files-')))
  const shop = join(folder, 'shop')
  mkdirSync(shop)
  const variables = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
  }
  writeFileSync(variables.GIT_CONFIG_GLOBAL, '[user]\nname = Ann\nemail = ann@example.org\n')
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: shop, env: variables, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch', 'main')
  writeFileSync(join(shop, 'shared.txt'), 'one\ntwo\nthree\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'one')

  const base = openBase(folder, migrations, systemClock)
  const teams = new Map([['shop', { name: 'shop', path: shop, env: {}, remote: undefined }]])
  const parts = { ...base, logger: { info: nothing, warn: nothing, error: nothing } }
  const tasks = createTasks({ ...base, environment: variables, teams: () => teams })
  const rulings = createRulings(base)
  const inbox = { openIn: () => [], holding: () => [], view: nothing }
  const alive = { isHearing: () => true, recovered: async () => undefined, pool: { get: () => ({}) } }
  const leases = leasesFeature.create({ ...parts, tasks, rulings, inbox, sessions: alive } as never)
  for (const type of ['task.changed', 'task.planned', 'task.ended'] as const)
    base.log.react([type], (event, append) => leasesFeature.reacts?.[type]?.(leases, event as never, append))
  const environment = { home: folder, variables }
  const config = () => ({ teams, git: plainSettings })
  const starter = { run: runToEnd }
  const worktrees = worktreesFeature.create({
    ...parts,
    starter,
    environment,
    config,
    tasks,
    leases,
  } as never)
  const turns = new Map<
    SessionId,
    { id: string; message: string; endedAt: number | null; how: string | null }
  >()
  const rows = createWorkRows(base.sql)
  // Only what tasks between turns need is there.
  const context = {
    ...parts,
    rows,
    tasks,
    leases,
    worktrees,
    rulings,
    inbox,
    environment,
    config,
    starter,
    gitEnvironment: variables,
    moments: createMoments(systemClock),
    signal: new AbortController().signal,
    isHeld: () => false,
    waitsFor: () => null,
    tells: async () => ({ idea: '', template: null }),
    later: nothing,
    consider: nothing,
    usage: {
      countFor: nothing,
      setLimit: nothing,
      overScope: nothing,
      usedBy: () => ({ usd: 0, tokens: 0 }),
    },
    lessons: { primeTasks: () => new Map() },
    checks: { get: () => ({ state: 'none' }) },
    sessions: {
      open: () => ({ id: newId('ses') }),
      put({ session, message }: { session: SessionId; message: string }) {
        const turn = { id: newId('trn'), message, endedAt: null, how: null }
        turns.set(session, turn)
        return turn
      },
      turn: nothing,
      lastTurn: (session: SessionId) => turns.get(session),
    },
    placeOf: ({ team }: BuildRow) => placeOf(context, team),
    repositoryOf: (build: BuildRow) => repositoryOf(context, build),
    tipOf: (build: BuildRow) => tipOf(context, build),
  } as unknown as WorkContext

  const add = (priority: number): Promise<Task> =>
    tasks.create(
      {
        team: 'shop',
        title: `Do it ${priority}`,
        text: '',
        priority,
        files: [{ path: 'shared.txt', action: 'UPDATE' }],
        waitsFor: [],
      },
      'user',
    )
  const [holder, urgent] = [await add(2), await add(0)]
  const made: BuildRow = {
    ...buildOf(base.clock.now()),
    branch: 'build/shop-b1',
    base: git('rev-parse', 'main'),
  }
  git('branch', 'build/shop-b1', 'main')
  rows.insert(made, [holder.task, urgent.task])
  rows.set(made.id, { branch: made.branch, base: made.base })
  const rowOf = (task: Task): WorkRow =>
    rows.tasksOf(made.id).find((row) => row.task === task.task) as WorkRow
  const turnOf = (task: Task) => turns.get(rowOf(task).session ?? 'ses_')
  const world: FilesWorld = {
    context,
    build: rows.get(made.id) ?? made,
    holder,
    urgent,
    row: rowOf,
    step: (task) => stepIn(context, readBuild(context, world.build), rowOf(task)),
    async go(task, times) {
      const done: string[] = []
      for (let left = times; left > 0; left -= 1) {
        const step = world.step(task)
        done.push(step.do)
        if (step.do !== 'nothing') await take(context, world.build, { row: rowOf(task), deed: step.do })
      }
      return done
    },
    told: (task) => turnOf(task)?.message ?? '',
    ended(task, how = 'answered') {
      const turn = turnOf(task)
      if (!turn) throw new Error('its agent has no turn')
      Object.assign(turn, { endedAt: base.clock.now(), how })
      // That the main checkout is as it was is not what is tried here.
      rows.setTask(rowOf(task), { looked: turn.id })
    },
    write: (task, file, text) => writeFileSync(join(rowOf(task).folder ?? '', file), text),
    read: (task, file) => readFileSync(join(rowOf(task).folder ?? '', file), 'utf8'),
    async finish(task) {
      const { fence } = rowOf(task)
      const { commit } = await worktrees.checkpoint(task.task, {
        note: 'done',
        fence: fence ?? 0,
        by: 'iris',
      })
      await joined(context, world.build, { ref: refOf(world.build), commit, what: task.key })
      rows.setTask(rowOf(task), { committed: commit, outcome: 'complete', endedAt: base.clock.now() })
      tasks.become({ name: task.key, by: 'user' }, { to: 'complete' })
    },
    git,
    events: (type) => eventsIn(base.log).filter((event) => event.type === type),
    async end() {
      leases.close()
      await worktrees.close()
      await closeBase(base)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (const one of [holder, urgent]) enlist(context, world.build, rowOf(one))
  await takeLease(context, rowOf(holder))
  await makeWorktree(context, world.build, rowOf(holder))
  await begin(context, rowOf(holder))
  return world
}

function nothing(): undefined {
  return undefined
}
