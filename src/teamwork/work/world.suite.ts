import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildLimits, newId, type Ask, type TaskId } from '../../contract/index.ts'
import { askMigrations, createInbox, type Inbox } from '../../core/inbox/index.ts'
import { kinOf } from '../../core/inbox/inbox.suite.ts'
import { createRulings, rulingMigrations } from '../../core/rulings/index.ts'
import { closeBase, openBase } from '../../core/store/base.suite.ts'
import { createMoments, manualClock, type ManualClock } from '../../platform/clock/index.ts'
import { createLogger } from '../../platform/log/index.ts'
import type { WorkContext } from './context.ts'
import { workMigrations } from './migrations.ts'
import { createWorkRows, type BuildRow, type WorkRow, type WorkRows } from './rows.ts'

/** A build of some tasks in a real database with a real inbox; no agent works on them. */
export interface WorkWorld {
  context: WorkContext
  rows: WorkRows
  inbox: Inbox
  clock: ManualClock
  tasks: readonly TaskId[]
  build(): BuildRow
  row(number: number): WorkRow
  asks(): Ask[]
  /** Which builds were to be looked at again. */
  looks: string[]
  end(): Promise<void>
}

export function openWorkWorld(count: number): WorkWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-work-'))
  const clock = manualClock(Date.UTC(2026, 0, 10))
  const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
  const base = openBase(folder, [askMigrations, rulingMigrations, workMigrations], clock)
  const policy = { leadMayAnswer: [], answerers: [], questioning: true }
  const deliver = async () => undefined
  const inbox = createInbox({ ...base, logger, policy: () => policy, kin: kinOf(), deliver })
  const rows = createWorkRows(base.sql)
  const tasks = Array.from({ length: count }, () => newId('tsk'))
  const made = buildOf(clock.now())
  rows.insert(made, tasks)
  const looks: string[] = []
  const parts = {
    ...base,
    logger,
    inbox,
    rows,
    moments: createMoments(clock),
    rulings: createRulings(base),
    tasks: {
      get: (task: string) => ({
        task,
        key: `shop-${tasks.indexOf(task as TaskId) + 1}`,
        check: null,
        phase: null,
      }),
    },
    usage: { usedBy: () => ({ usd: 0, tokens: 0 }) },
    later: (build: string) => void looks.push(build),
  }
  return {
    // Only what asks and questions need is there.
    context: parts as unknown as WorkContext,
    rows,
    inbox,
    clock,
    tasks,
    looks,
    build: () => rows.get(made.id) ?? made,
    row: (number) => rows.tasksOf(made.id)[number - 1] as WorkRow,
    asks: () => inbox.list({ state: 'all', limit: 50 }).asks,
    async end() {
      inbox.close()
      await closeBase(base)
      rmSync(folder, { recursive: true })
    },
  }
}

/** A build of the team shop that was begun and confirmed. */
export function buildOf(now: number): BuildRow {
  const role = { role: 'worker', name: '', avatar: '', description: '', prompt: '', path: '' }
  return {
    id: newId('bld', now),
    project: 'shop',
    number: 1,
    team: 'shop',
    role: { ...role, tools: null, model: null, from: 'iris' },
    parallel: 2,
    limits: BuildLimits.parse({}),
    waves: [],
    estimateUsd: null,
    madeBy: 'user',
    startedAt: now,
    confirmedAt: now,
    command: null,
    base: null,
    partOf: null,
    session: null,
    branch: null,
    primed: [],
    tried: [],
    finalCheck: null,
    pausedAt: null,
    pausedFor: null,
    restedMs: 0,
    ground: null,
    ask: null,
    stopping: null,
    waitingSince: null,
    asked: [],
    endedAt: null,
    outcome: null,
    why: null,
  }
}
