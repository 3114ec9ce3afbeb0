import { IrisError, type BuildOutcome } from '../../contract/index.ts'
import { continueDoor } from '../../core/rules/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import type { BuildFacts } from './facts.ts'
import { clear, hasPlace } from './clearing.ts'
import { endTry, finish, withdrawAsks } from './finishing.ts'
import { inCheckout } from './branch.ts'
import { removeCheckouts } from './ground.ts'
import { commandsOf } from './priming.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { runWhole } from './whole.ts'

const minute = 60_000

/** Why a build must not go on, by its limits; undefined while it may. */
export function reasonToStop(context: WorkContext, { build, rows }: BuildFacts): string | undefined {
  const { clock, moments, tasks, rulings } = context
  const failed = rows.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped')
  const critical = failed.filter(
    ({ task, outcome }) => outcome === 'failed' && tasks.get(task).phase === 'database',
  )
  const inputs = {
    failed: failed.length,
    critical_failed: critical.length,
    elapsed_min: Math.max(0, clock.steady() - moments.of(build.confirmedAt ?? clock.now())) / minute,
    paused_min: restedMs(context, build) / minute,
    stop: false,
    budget_spent: isSpent(context, build),
    total: rows.length,
    config: { max_minutes: build.limits.minutes, failures: { max: build.limits.failures } },
  }
  const outcome = continueDoor.decide(inputs)
  if (outcome.continue) return undefined
  rulings.keep(continueDoor, { inputs, outcome, about: keyOf(build) })
  return outcome.reason
}

/** How long it was at rest, or waited for nothing but people. */
function restedMs({ clock, moments }: WorkContext, { restedMs: before, waitingSince }: BuildRow): number {
  return before + (waitingSince === null ? 0 : Math.max(0, clock.steady() - moments.of(waitingSince)))
}

/** Notes whether nothing of a build moves because of people; that time does not count. */
export function noteWaiting(context: WorkContext, build: BuildRow, isWaiting: boolean): void {
  const { rows, clock } = context
  if (isWaiting === (build.waitingSince !== null)) return
  const rested = Math.round(restedMs(context, build))
  rows.set(build.id, isWaiting ? { waitingSince: clock.now() } : { waitingSince: null, restedMs: rested })
}

function isSpent({ usage }: WorkContext, build: BuildRow): boolean {
  const { usd, tokens } = usage.usedBy({ kind: 'build', name: keyOf(build) })
  const { limits } = build
  return (limits.usd !== null && usd >= limits.usd) || (limits.tokens !== null && tokens >= limits.tokens)
}

/** Whether nothing of the build can move any more without somebody. */
export function isOver(context: WorkContext, { rows }: BuildFacts): boolean {
  if (rows.some((row) => row.outcome !== null && hasPlace(row))) return false
  const open = rows.filter(({ outcome }) => outcome === null)
  return open.every(({ task, session, ask }) => {
    const { status } = context.tasks.get(task)
    return session === null && ask === null && (status === 'blocked' || isSettled(status))
  })
}

const isSettled = (status: string): boolean =>
  ['complete', 'failed', 'skipped', 'deferred', 'cancelled'].includes(status)

/** The whole check on the branch that has every task; then the build ends. */
export async function conclude(context: WorkContext, { build, rows }: BuildFacts): Promise<void> {
  for (const row of rows.filter(({ outcome }) => outcome === null)) {
    const { status, why } = context.tasks.get(row.task)
    const outcome = status === 'complete' ? 'complete' : status === 'failed' ? 'failed' : 'skipped'
    finish(context, build, { row, outcome, why: why ?? 'It was left out.' })
  }
  const ended = context.rows.tasksOf(build.id)
  const complete = ended.filter(({ outcome }) => outcome === 'complete')
  if (complete.length === 0) return end(context, build, { outcome: 'failed', why: 'No task is complete.' })
  const passed = await wholeCheck(context, build)
  // Cut by a stop, or with the daemon: it has not failed.
  if (context.signal.aborted || context.rows.get(build.id)?.stopping !== null) return
  if (!passed)
    return end(context, build, {
      outcome: 'failed',
      why: `The checks do not pass on ${build.branch} as a whole.`,
    })
  const isAll = complete.length === ended.length
  end(context, build, {
    outcome: isAll ? 'complete' : 'partial',
    why: isAll ? 'Every task is complete.' : `${complete.length} of ${ended.length} tasks are complete.`,
  })
}

/** What is complete is proved again together; what was left out proves nothing. */
async function wholeCheck(context: WorkContext, build: BuildRow): Promise<boolean> {
  const commands = commandsOf(context, build, ({ outcome }) => outcome === 'complete')
  if (commands.length === 0) return true
  return inCheckout(context, build, async ({ folder, setUp }) => {
    const wanted = await context.planCheck(build, { commands: [...setUp, ...commands], folder })
    const { state } = await runWhole(context, wanted, (finalCheck) =>
      context.rows.set(build.id, { finalCheck }),
    )
    return state === 'passed'
  })
}

/** Ends what is under way and keeps what agents did; then the build has stopped. */
export async function stop(context: WorkContext, { build, rows }: BuildFacts): Promise<void> {
  const { sessions } = context
  for (const row of rows.filter(({ outcome }) => outcome === null)) {
    if (row.session !== null) await sessions.halt(row.session, { graceMs: 1000 })
    if (row.attempt !== null) endTry(context, row, { how: 'stopped', to: 'pending' })
    releaseLease(context, row)
    withdrawAsks(context, row)
    context.rows.setTask(row, { endedAt: context.clock.now(), outcome: 'skipped', why: build.stopping })
  }
  await removeCheckouts(context, build)
  end(context, build, { outcome: 'stopped', why: build.stopping ?? 'It was stopped.' })
  await clearEnded(context)
}

/** The end of its try has released it, as a rule; one that had none yet has its lease still. */
function releaseLease({ leases }: WorkContext, { task, fence }: WorkRow): void {
  if (fence === null || fence === 0) return
  try {
    leases.release(task, 'iris')
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'LEASE_UNKNOWN') throw error
  }
}

/** Gives back the worktrees of builds that have ended; also those that a crash left. */
export async function clearEnded(context: WorkContext): Promise<void> {
  for (const row of context.rows.uncleared()) {
    const build = context.rows.get(row.build)
    if (build) await clear(context, build, row).catch(noted)
  }

  function noted(error: unknown): void {
    context.logger.warn('a worktree was not removed', { err: error })
  }
}

function end(
  { rows, log, clock }: WorkContext,
  build: BuildRow,
  { outcome, why }: { outcome: BuildOutcome; why: string },
): void {
  log.write((append) => {
    rows.set(build.id, { endedAt: clock.now(), outcome, why })
    const about = { build: build.id, key: keyOf(build), branch: build.branch }
    append({ type: 'build.ended', data: { ...about, outcome, reason: why } })
  })
}
