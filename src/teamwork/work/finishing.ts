import type { WorkContext } from './context.ts'
import { costOf, keyOf } from './context.ts'
import { notePassed, offerFailure, offerLesson } from './learning.ts'
import type { BuildRow, WorkRow } from './rows.ts'

type AttemptHow = 'passed' | 'failed' | 'died' | 'stopped'

/** Ends the try that runs, with what it cost and came to. */
export function endTry(
  context: WorkContext,
  row: WorkRow,
  { how, to }: { how: AttemptHow; to: 'pending' | 'complete' | 'failed' | 'skipped' },
): void {
  const { tasks, rows, log, clock, moments, checks } = context
  const number = row.attempt
  if (number === null) return
  const task = tasks.get(row.task)
  const check = row.checking === null ? null : checks.get(row.checking)
  const costUsd = costOf(context, row)
  log.write((append) => {
    if (task.status === 'in_progress')
      tasks.endAttempt(
        { name: row.task, by: 'iris' },
        { number, how, to, failure: check?.failure ?? undefined, costUsd, check: check?.check },
      )
    rows.setTask(row, { attempt: null, turn: null, checking: null, checkpoint: null, starts: 0 })
    const build = rows.get(row.build)
    append({
      type: 'work.attempted',
      data: {
        build: row.build,
        key: build ? keyOf(build) : '',
        task: row.task,
        taskKey: task.key,
        attempt: number,
        how,
        class: check?.failure ?? null,
        action: null,
        lessons: [...row.lessons],
        durationMs: row.triedAt === null ? 0 : Math.round(clock.steady() - moments.of(row.triedAt)),
        costUsd,
      },
    })
  })
}

/** Nobody needs to answer any more what was asked about a task or by its agent. */
export function withdrawAsks({ inbox }: WorkContext, { session, ask }: WorkRow): void {
  const found = session === null ? [] : inbox.list({ state: 'open', session, limit: 50 }).asks
  for (const one of found) inbox.withdrawOne(one.ask, 'its task has ended')
  if (ask !== null && inbox.view(ask).state === 'open' && session === null)
    inbox.withdrawOne(ask, 'its task has ended')
}

/** How a task ended in its build; its lease goes with its try. */
export function finish(
  context: WorkContext,
  build: BuildRow,
  ended: { row: WorkRow; outcome: 'complete' | 'failed' | 'skipped'; why: string | null },
): void {
  const { rows, log, clock, tasks } = context
  const { row, outcome, why } = ended
  log.write((append) => {
    if (outcome === 'complete') {
      notePassed(context, row)
      offerLesson(context, row)
    } else offerFailure(context, row)
    withdrawAsks(context, row)
    if (row.attempt !== null)
      endTry(context, row, { how: outcome === 'complete' ? 'passed' : 'failed', to: outcome })
    rows.setTask(row, { outcome, why, endedAt: clock.now(), ask: null, asked: null, laterFrom: null })
    const { key } = tasks.get(row.task)
    const attempt = row.attempt ?? 0
    append({
      type: 'work.moved',
      data: { build: build.id, key: keyOf(build), task: row.task, taskKey: key, step: outcome, attempt, why },
    })
  })
  // Nobody has anything more for it to do.
  if (row.session !== null)
    context.sessions.sleep(row.session).catch((error: unknown) => {
      context.logger.warn('an agent that is done was not ended', { session: row.session, err: error })
    })
}
