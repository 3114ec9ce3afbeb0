import { join } from 'node:path'
import { newId, type CallOutput, type Check, type CheckId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Environment } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import type { ChecksContext, Pin } from './context.ts'
import { accept, giveUp, tick, type Word } from './deciding.ts'
import { createFindingRows } from './finding-rows.ts'
import { listChecks, listFindings, readOutput, rowOf } from './reading.ts'
import { record } from './recording.ts'
import { createCheckRows, type CheckFilter, type CheckRow, type StepRow } from './rows.ts'
import { createUnderWay } from './under-way.ts'
import { toCheck } from './views.ts'

/** A check to be run, with everything decided. */
export interface NewCheck extends Pick<
  CheckRow,
  'task' | 'taskKey' | 'team' | 'folder' | 'repository' | 'level' | 'base' | 'manual' | 'budgetMs'
> {
  steps: readonly Pick<StepRow, 'command' | 'from' | 'expected'>[]
  env: Environment
  /** What leads git to the repository of the folder, whatever the folder says. */
  pin?: Pin | undefined
  /** Whether an empty change is to be told. */
  isChangeExpected: boolean
  /** Commands after the first so many are run though one of them failed. */
  goesOnAfter?: number | undefined
  by: string
}

/** Runs of what proves a task or a change. */
export interface Checks {
  /** Records a check and starts it, or lets it wait for another in the same folder. */
  run(wanted: NewCheck): Check
  /** Settles when a check is no longer under way. */
  settled(id: CheckId): Promise<Check>
  get(id: CheckId): Check
  list(filter: CheckFilter): CallOutput<'listChecks'>
  output(of: {
    check: CheckId
    step: number
    after: number
    limit: number
  }): Promise<CallOutput<'readCheckOutput'>>
  findings(of: { check: CheckId; after: number; limit: number }): CallOutput<'listFindings'>
  accept(id: CheckId, accepted: Word & { numbers: readonly number[] }): Check
  tick(id: CheckId, ticked: Word & { ok: boolean }): Check
  cancel(id: CheckId): Promise<Check>
  /** What the last daemon left: its checks are interrupted, and what they started is ended. */
  recover(): Promise<void>
  close(): Promise<void>
}

/** What checks are made of. */
export interface ChecksDeps extends Pick<
  ChecksContext,
  'clock' | 'projects' | 'starter' | 'environment' | 'rulings' | 'whoSaid'
> {
  sql: Sql
  log: EventLog
  clock: Clock
  projects: Projects
  /** Where outputs are kept. */
  folder: string
  onFault: (error: unknown, where: string) => void
}

export function createChecks(deps: ChecksDeps): Checks {
  const { sql, log, clock, projects, starter, environment, rulings, folder, whoSaid } = deps
  const context: ChecksContext = {
    log,
    clock,
    projects,
    starter,
    environment,
    rulings,
    whoSaid,
    rows: createCheckRows(sql),
    findings: createFindingRows(sql),
    folderOf: (id) => join(folder, id),
  }
  const underWay = createUnderWay(context, deps.onFault)
  const get = (id: CheckId): Check => toCheck(context, rowOf(context, id))
  return {
    run(wanted) {
      const row = newRow(wanted, clock.now())
      record.started(context, row)
      underWay.begin(row, wanted)
      return get(row.id)
    },
    async settled(id) {
      await underWay.settled(id)
      return get(id)
    },
    get,
    list: (filter) => listChecks(context, filter),
    output: (of) => readOutput(context, of),
    findings: (of) => listFindings(context, of),
    accept: (id, accepted) => (accept(context, id, accepted), get(id)),
    tick: (id, ticked) => (tick(context, id, ticked), get(id)),
    async cancel(id) {
      if (!(await underWay.cancel(id))) giveUp(context, id)
      return get(id)
    },
    recover: () => underWay.recover(),
    close: () => underWay.close(),
  }
}

function newRow(wanted: NewCheck, now: number): CheckRow {
  const { steps, by, env: _, pin: __, isChangeExpected: ___, goesOnAfter: ____, ...rest } = wanted
  return {
    ...rest,
    id: newId('chk', now),
    change: null,
    at: 'queued',
    outcome: null,
    words: null,
    failure: null,
    leader: null,
    madeBy: by,
    tickedBy: null,
    createdAt: now,
    endedAt: null,
    isPruned: 0,
    steps: steps.map((step) => ({ ...unstarted, ...step })),
  }
}

const unstarted = {
  state: 'waiting' as const,
  words: null,
  exit: null,
  signal: null,
  timedOut: false,
  durationMs: null,
  bytes: 0,
  keptBytes: 0,
  head: '',
  tail: '',
}
