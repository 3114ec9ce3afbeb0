// One look of the watch at 1,000 tasks at work, on real tables of builds, tasks, leases, turns, asks and lines of agents.
// Run: npm run bench:watch [-- --smoke]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildLimits, newId, type SessionId } from '../src/contract/index.ts'
import { alertMigrations, createAlerts } from '../src/core/alerts/index.ts'
import { askMigrations, createInbox } from '../src/core/inbox/index.ts'
import { leasesFeature } from '../src/core/leases/index.ts'
import { createRulings, rulingMigrations } from '../src/core/rulings/index.ts'
import { prepareRows } from '../src/core/sessions/tables/statements.ts'
import { sessionMigrations } from '../src/core/sessions/index.ts'
import { createLog, openStore } from '../src/core/store/index.ts'
import { createTasks, taskMigrations } from '../src/core/tasks/index.ts'
import { createUsage, usageMigrations } from '../src/core/usage/index.ts'
import { createMoments, systemClock } from '../src/platform/clock/index.ts'
import { createLogger } from '../src/platform/log/index.ts'
import { createProjects } from '../src/platform/projects/index.ts'
import type { WorkContext } from '../src/teamwork/work/context.ts'
import { workMigrations } from '../src/teamwork/work/migrations.ts'
import { createWorkRows, type BuildRow } from '../src/teamwork/work/rows.ts'
import { watchedTasks } from '../src/teamwork/work/watched.ts'
import { createWatch } from '../src/teamwork/watch/watch.ts'
import { finish, median, report, smoke } from './figures.ts'

const taskCount = smoke ? 20 : 1000
const perBuild = smoke ? 10 : 100
const linesBefore = smoke ? 5 : 120
const looks = smoke ? 2 : 15

const folder = mkdtempSync(join(tmpdir(), 'iris-bench-watch-'))
const shop = join(folder, 'shop')
mkdirSync(shop)
const clock = systemClock
const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
const owners = [sessionMigrations, askMigrations, usageMigrations, rulingMigrations, taskMigrations]
const leaseTables = leasesFeature.migrations ? [leasesFeature.migrations] : []
const sql = openStore(join(folder, 'iris.db'), [...owners, ...leaseTables, workMigrations, alertMigrations])
const log = createLog({ sql, clock })
const base = { sql, log, clock, logger }
const projects = createProjects({ clock, threads: 4 })
const tasks = createTasks({
  ...base,
  projects,
  environment: { PATH: process.env['PATH'] ?? '' },
  teams: () => new Map([['shop', { path: shop }]]),
})
const rulings = createRulings(base)
const policy = { leadMayAnswer: [], answerers: [], questioning: true }
const kin = { teamOf: () => 'shop', worksFor: () => false, areOne: () => false }
const inbox = createInbox({ ...base, policy: () => policy, kin, deliver: async () => undefined })
const usage = createUsage(base)
const sessionRows = prepareRows(sql)
const sessions = {
  isHearing: () => true,
  recovered: async () => undefined,
  pool: { get: () => ({}) },
  lastTurn: (session: SessionId) => sessionRows.lastTurn.get(session),
}
// Every worker is seen alive; who is in the pool costs nothing to ask.
const leases = leasesFeature.create({ ...base, tasks, rulings, inbox, sessions: sessions as never })
const rows = createWorkRows(sql)
const atWork: SessionId[] = []
const results: boolean[] = []
try {
  await fill()
  measure()
} finally {
  inbox.close()
  leases.close()
  usage.close()
  await log.close()
  sql.close()
  logger.close()
  rmSync(folder, { recursive: true, force: true })
}
finish(results)

function measure(): void {
  // What looking at a task asks of those that are not here: no check runs, and no agent is held.
  const context = {
    ...base,
    rows,
    tasks,
    leases,
    inbox,
    sessions,
    usage,
    moments: createMoments(clock),
    checks: {},
    isHeld: () => false,
    waitsFor: () => null,
  } as unknown as WorkContext
  const config = () =>
    ({ work: { packages: [], watchEvery: 86_400_000, stuckAfter: 10, stuckAfterOf: {} } }) as never
  const work = { watched: () => watchedTasks(context) }
  const watch = createWatch({
    ...base,
    leases,
    usage,
    rulings,
    config,
    work,
    alerts: createAlerts(base),
    components: [],
  })
  try {
    const first = timed(() => watch.look())
    const each: number[] = []
    const bare: number[] = []
    for (let look = 0; look < looks; look += 1) {
      for (const session of atWork) print(session, look)
      each.push(timed(() => watch.look()))
      bare.push(timed(readBare))
    }
    if (watch.report().watched !== taskCount)
      throw new Error(`${watch.report().watched} tasks were looked at`)
    const took = median(each)
    results.push(
      report(`the first look at ${taskCount} tasks, with ${linesBefore} lines each`, {
        value: first,
        unit: 'ms',
      }),
      report('a look, one new line of each agent, p50', { value: took, unit: 'ms', most: 50 }),
      report('the same rows read one by one, and nothing decided, p50', { value: median(bare), unit: 'ms' }),
      report('a look, as a multiple of that', { value: took / median(bare), unit: 'x', most: 6 }),
    )
  } finally {
    watch.close()
  }
}

/** The least that a look needs: each task with its newest turn and its newest event. */
function readBare(): void {
  const newest = sql.prepare('SELECT seq, at FROM event WHERE session = ? ORDER BY seq DESC LIMIT 1')
  const task = sql.prepare('SELECT * FROM task WHERE id = ?')
  const open = sql.prepare<{ task: string; session: SessionId }>(
    'SELECT * FROM build_task WHERE endedAt IS NULL',
  )
  for (const row of open.all()) {
    task.get(row.task)
    sessionRows.lastTurn.get(row.session)
    newest.get(row.session)
  }
}

/** By the time of the processor, so that what else a machine does counts for nothing. */
function timed(act: () => void): number {
  const began = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

async function fill(): Promise<void> {
  const text = [
    '# Tasks: many',
    '',
    '## Phase 1: All',
    '',
    ...Array.from({ length: taskCount }, (_, n) => line(n)),
  ]
  await tasks.import({ team: 'shop', path: 'tasks.md', text: text.join('\n') }, 'user')
  const { tasks: all } = await tasks.list({ team: 'shop', limit: 1000 })
  for (let from = 0; from < all.length; from += perBuild) {
    const some = all.slice(from, from + perBuild)
    const build = buildOf(from / perBuild + 1)
    log.write(() => {
      rows.insert(
        build,
        some.map(({ task }) => task),
      )
      rows.set(build.id, { primed: [] })
    })
    for (const { task, key } of some) await beginTask(build, task, key)
  }
}

function line(n: number): string {
  return `- [ ] T${String(n + 1).padStart(4, '0')} [P] Do it in src/${n}.ts`
}

async function beginTask(build: BuildRow, task: BuildTaskId, key: string): Promise<void> {
  const session = newId('ses')
  const turn = newId('trn')
  const now = clock.now()
  atWork.push(session)
  leases.register(task, { name: key, session })
  const { fence } = await leases.take(task, { session, waitMs: 0, signal: AbortSignal.timeout(1000) })
  log.write(() => {
    sessionRows.insertSession.run(session, `task/${key}`, 'shop', globalThis.crypto.randomUUID(), now, now)
    sessionRows.insertTurn.run(
      turn,
      session,
      'Do it.',
      globalThis.crypto.randomUUID(),
      'user',
      null,
      now,
      1,
      null,
    )
    const { attempt } = tasks.beginAttempt({ name: task, by: 'iris' }, { base: 'a'.repeat(40) })
    rows.setTask(
      { build: build.id, task },
      { session, turn, attempt, fence, folder: shop, triedAt: now, startedAt: now },
    )
  })
  for (let n = 0; n < linesBefore; n += 1) print(session, n)
}

type BuildTaskId = Parameters<typeof leases.register>[0]

/** A step of an agent as the CLI prints it. */
function print(session: SessionId, n: number): void {
  const content = [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: `make part-${n}` } }]
  const line = JSON.stringify({ type: 'assistant', message: { content } })
  log.write((append) => append({ type: 'agent.printed', session, agent: newId('agt'), data: { line } }))
}

function buildOf(number: number): BuildRow {
  const role = { role: 'worker', name: '', avatar: '', description: '', prompt: '', path: '' }
  const none = {
    base: null,
    partOf: null,
    session: null,
    branch: null,
    finalCheck: null,
    pausedAt: null,
    pausedFor: null,
  }
  const open = {
    ground: null,
    ask: null,
    stopping: null,
    waitingSince: null,
    endedAt: null,
    outcome: null,
    why: null,
  }
  return {
    ...none,
    ...open,
    id: newId('bld'),
    project: 'shop',
    number,
    team: 'shop',
    role: { ...role, tools: null, model: null, from: 'iris' },
    parallel: perBuild,
    limits: BuildLimits.parse({}),
    waves: [],
    estimateUsd: null,
    madeBy: 'user',
    startedAt: clock.now(),
    confirmedAt: clock.now(),
    command: null,
    primed: [],
    tried: [],
    restedMs: 0,
    asked: [],
  }
}
