import type {
  CallOutput,
  Event,
  FileChange,
  Forecast,
  Merge,
  MergeId,
  MergePlan,
  Push,
  UndoPlan,
} from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { createAlone } from './alone.ts'
import { changeOf, fileChangeOf } from './changing.ts'
import type { MergesContext, PushContext } from './context.ts'
import { createForecasting } from './forecasting.ts'
import { forecastOf } from './forecasts.ts'
import { mergeTask, type PlannedMerge } from './merging.ts'
import { planMerge, type WantedMerge } from './planning.ts'
import { createPushRows } from './push-rows.ts'
import { pushTask, pushWanted, want } from './pushing.ts'
import { recover } from './recovering.ts'
import { createGitCheck } from './repository.ts'
import { createMergeRows, toMerge } from './rows.ts'
import { planUndo, undoMerge, type WantedUndo } from './undoing.ts'

/** What merges are made from. */
export interface MergesDeps extends Pick<
  MergesContext,
  'tasks' | 'checks' | 'projects' | 'environment' | 'hostEnvironment' | 'settings'
> {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn'>
  at?: MergesContext['at']
}

/** Forecasts, merges, their undoing, changes and pushes of tasks' branches. */
export interface Merges {
  forecast(of: { team: string; into?: string | undefined }): Promise<Forecast>
  plan(wanted: WantedMerge): Promise<MergePlan>
  merge(wanted: PlannedMerge, by: string): Promise<Merge>
  planUndo(wanted: WantedUndo): Promise<UndoPlan>
  undo(wanted: WantedUndo & { target: string }, by: string): Promise<Merge>
  list(filter: {
    team?: string | undefined
    task?: string | undefined
    before?: MergeId | undefined
    limit: number
  }): Promise<CallOutput<'listMerges'>>
  change(of: Parameters<typeof changeOf>[1]): Promise<CallOutput<'getChange'>>
  changedFile(of: Parameters<typeof fileChangeOf>[1]): Promise<FileChange>
  push(task: string, by: string): Promise<Push>
  /** Something else than tasks has branches that can be merged. */
  alsoFind(find: MergesContext['others']): void
  /** Called in the transaction that changes a task, or ends a try of it. */
  taskChanged(event: Event<'task.changed' | 'task.ended'>): void
  /** Resolves when what a kill interrupted was finished or dropped. */
  recovered: Promise<void>
  close(): Promise<void>
}

export function createMerges(deps: MergesDeps): Merges {
  let others: MergesContext['others'] = () => undefined
  const context = { ...contextOf(deps), others: (name: string) => others(name) }
  const work = createWork(deps)
  const recovered = work.start(() => recover(context))
  void work.start(() => pushWanted(context))
  return {
    recovered,
    forecast: (of) => context.alone(`forecast ${of.team}`, () => forecastOf(context, of)),
    plan: (wanted) => planMerge(context, wanted),
    merge: (wanted, by) => mergeTask(context, wanted, by),
    planUndo: (wanted) => planUndo(context, wanted),
    undo: (wanted, by) => undoMerge(context, wanted, by),
    list: (filter) => listMerges(context, filter),
    change: (of) => changeOf(context, of),
    changedFile: (of) => fileChangeOf(context, of),
    alsoFind: (find) => void (others = find),
    push: (task, by) => pushTask(context, task, by),
    taskChanged({ data: { status, task, key, by } }) {
      if (status !== 'complete' || context.settings().push !== 'done') return
      context.pushes.put(want(context, { task, key }, by))
      void work.start(() => pushWanted(context))
    },
    close: () => work.close(),
  }
}

function contextOf(deps: MergesDeps): Omit<PushContext, 'others'> {
  const { sql, at = () => undefined, ...rest } = deps
  return {
    ...rest,
    at,
    rows: createMergeRows(sql),
    pushes: createPushRows(sql),
    forecasting: createForecasting(),
    alone: createAlone(),
    hasNewGit: createGitCheck(),
  }
}

async function listMerges(
  { rows, tasks, others }: MergesContext,
  { team, task, before, limit }: Parameters<Merges['list']>[0],
): Promise<CallOutput<'listMerges'>> {
  const project = team === undefined ? undefined : ((await tasks.projectOf(team)) ?? '')
  const named = task === undefined ? undefined : (others(task) ?? tasks.get(task)).task
  const filter = { project, task: named, before }
  const found = rows.list({ ...filter, limit: limit + 1 })
  const merges = found.slice(0, limit).map((row) => toMerge(rows, row))
  return { merges, next: found.length > limit ? (merges.at(-1)?.merge ?? null) : null }
}

/** Work that nobody waits for: begun after what is under way, and waited for at the end. */
function createWork({ clock, logger }: Pick<MergesDeps, 'clock' | 'logger'>): {
  start(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
} {
  const running = new Set<Promise<void>>()
  let isClosed = false
  return {
    start(work) {
      const done = new Promise<void>((resolve) => void clock.after(0, resolve))
        .then(() => (isClosed ? undefined : work()))
        .catch((error: unknown) => logger.warn('merges: unfinished work', { error }))
        .finally(() => running.delete(done))
      running.add(done)
      return done
    },
    async close() {
      isClosed = true
      await Promise.all(running)
    },
  }
}
