import type { Build, BuildTask, Check, Task } from '../../../contract/index.ts'
import type { BuildChanges } from './changes.ts'
import type { ReviewContext } from './context.ts'
import type { TaskResult } from './rows.ts'

const maxChanged = 200
const maxChecks = 200
/** These pass by themselves, and are no fault of the work. */
const passing = new Set(['NETWORK', 'TIMEOUT', 'RESOURCE'])

/** How a task of a build that has ended came out, in figures. */
export function resultOf(
  context: ReviewContext,
  { build, changes }: { build: Build; changes: BuildChanges },
  of: BuildTask,
): TaskResult & { key: string } {
  const task = context.tasks.get(of.task)
  const outcome = outcomeOf(of)
  const checks = checksOf(context, build, task)
  const failures = checks.flatMap(({ state, failure }) => (state === 'failed' ? (failure ?? 'UNKNOWN') : []))
  const changed = changes.byTask.get(of.task) ?? []
  const planned = task.files.filter(({ action }) => action !== 'READ')
  const { usd, tokens } = context.usage.usedBy({ kind: 'task', name: task.key }, build.startedAt)
  return {
    task: of.task,
    key: task.key,
    kind: kindOf(planned),
    outcome,
    isFirstPass: outcome === 'complete' && failures.every((one) => passing.has(one)),
    hasLesson: of.lessons.length > 0,
    attempts: context.tasks.attempts(of.task).filter(({ startedAt }) => startedAt >= build.startedAt).length,
    checks: checks.length,
    // Wall time: it is only shown.
    durationMs: of.startedAt === null ? null : Math.max(0, (of.endedAt ?? of.startedAt) - of.startedAt),
    costUsd: usd,
    tokens,
    planned: planned.map(({ path, action }) => ({ path, action })),
    changed: changed.slice(0, maxChanged),
    more: Math.max(0, changed.length - maxChanged),
    failures,
  }
}

function outcomeOf({ step }: BuildTask): TaskResult['outcome'] {
  return step === 'complete' || step === 'failed' ? step : 'skipped'
}

/** Its checks in this build that ended, the first first. */
function checksOf({ checks }: ReviewContext, build: Build, { task }: Task): Check[] {
  const found = checks.list({ task, limit: maxChecks }).checks
  return found
    .filter(({ createdAt, endedAt }) => createdAt >= build.startedAt && endedAt !== null)
    .toReversed()
}

/** What is done to files of one folder with one ending: `CREATE src/*.ts`. */
function kindOf([first]: Task['files']): string {
  return first === undefined ? '' : `${first.action} ${patternOf(first.path)}`
}

/** The files of one folder with one ending. */
export function patternOf(path: string): string {
  const at = path.lastIndexOf('/') + 1
  const ending = /\.[^.]+$/.exec(path.slice(at))?.[0]
  return ending === undefined ? path : `${path.slice(0, at)}*${ending}`
}
