import type { CheckId } from '../../contract/index.ts'
import type { Environment } from '../../platform/process/index.ts'
import { failureDoor } from '../rules/index.ts'
import type { ChecksContext, Pin } from './context.ts'
import { afterRun, beforeRun, outputFindings, ownCheck, type Examined } from './examining.ts'
import type { NewFinding } from './finding-rows.ts'
import { record } from './recording.ts'
import type { CheckRow, StepRow } from './rows.ts'
import { runChecked, type CheckedOutcome } from './running/command.ts'
import { openSpool, type Spool } from './running/spool.ts'

/** The variable that marks everything a check starts. */
export const markOf = (id: CheckId): string => `IRIS_CHECK_MARK=${id}`

/** What a check that is under way needs besides its row. */
export interface Work {
  env: Environment
  /** What leads git to the repository of the folder, whatever the folder says. */
  pin?: Pin | undefined
  signal: AbortSignal
  /** Whether an empty change is to be told: it is for a task, or somebody named a base. */
  isChangeExpected: boolean
  /** Commands after the first so many are run though one of them failed; otherwise the first failure ends it. */
  goesOnAfter?: number | undefined
}

/** Works a check through, from the look at the change to its end; every state is written before the next begins. */
export async function workThrough(context: ChecksContext, id: CheckId, work: Work): Promise<void> {
  const row = context.rows.get(id)
  if (!row || row.outcome !== null) return
  record.running(context, row)
  const before = await beforeRun(pinned(context, work), row, work)
  const began = context.clock.steady()
  const found: NewFinding[] = ownCheck(context, row)
  let failed: Failed | undefined
  for (const [place, step] of row.steps.entries()) {
    const left = row.budgetMs - (context.clock.steady() - began)
    const outcome = await runStep(context, row, { step, place, left, work })
    if (outcome.passed) found.push(...outputFindings(step.command, outcome, { examined: before, check: id }))
    else failed ??= { step, outcome }
    if (failed && !goesOn(work, { place, outcome })) break
  }
  if (failed) return notPassed(context, row, failed)
  await conclude(context, row, { before, found, work })
}

/** Whether the commands after one are run though not all passed; what timed out has used up the budget of all. */
function goesOn(
  { goesOnAfter = Number.POSITIVE_INFINITY }: Work,
  { place, outcome }: { place: number; outcome: CheckedOutcome },
): boolean {
  return place >= goesOnAfter && !outcome.cancelled && !outcome.timedOut
}

/** The same, with git led to the repository that the check is of. */
const pinned = (context: ChecksContext, { pin }: Work): ChecksContext => ({
  ...context,
  pin,
})

async function conclude(
  context: ChecksContext,
  row: CheckRow,
  { before, found, work }: { before: Examined; found: NewFinding[]; work: Work },
): Promise<void> {
  const meanwhile = await afterRun(pinned(context, work), row, { before, signal: work.signal })
  if (work.signal.aborted) return record.cancelled(context, row)
  record.passed(context, row, {
    change: before.change,
    findings: [...before.findings, ...found, ...meanwhile],
  })
}

async function runStep(
  context: ChecksContext,
  row: CheckRow,
  { step, place, left, work }: { step: StepRow; place: number; left: number; work: Work },
): Promise<CheckedOutcome> {
  const { clock, folderOf, projects, starter } = context
  const spool = await openSpool(folderOf(row.id), place + 1)
  step.state = 'running'
  record.progress(context, row)
  const began = clock.steady()
  const outcome = await runChecked({
    command: step.command,
    expected: step.expected,
    folder: row.folder,
    env: work.env,
    timeoutMs: Math.max(1, left),
    mark: markOf(row.id),
    projects,
    starter: starter.runInGroup,
    signal: work.signal,
    spool,
    onStart(identity) {
      row.leader = identity ?? null
      record.progress(context, row)
    },
  })
  await spool.close()
  row.leader = null
  Object.assign(step, shownOf(outcome, spool), { durationMs: clock.steady() - began })
  record.progress(context, row)
  return outcome
}

function shownOf(outcome: CheckedOutcome, spool: Spool): Partial<StepRow> {
  const { passed, cancelled, exit, signal, timedOut, output } = outcome
  const fault = spool.fault()
  const kept = fault === undefined ? '' : ` Not all of its output could be kept: ${fault}.`
  return {
    state: passed ? 'passed' : cancelled ? 'cancelled' : 'failed',
    words: outcome.words === null ? null : outcome.words + kept,
    exit,
    signal,
    timedOut,
    bytes: spool.bytes(),
    keptBytes: spool.keptBytes(),
    head: output.head().toString('utf8'),
    tail: output.tail().toString('utf8'),
  }
}

interface Failed {
  step: StepRow
  outcome: CheckedOutcome
}

/** How it ended, and the ruling that says why, in one transaction. */
function notPassed(context: ChecksContext, row: CheckRow, failed: Failed): void {
  context.log.write(() =>
    record.notPassed(context, row, { ...failed.outcome, failure: failureOf(context, row, failed) }),
  )
}

/** Why a command did not pass; one that ended as it should and printed something else is a failed validation. */
function failureOf(
  { rulings }: ChecksContext,
  { taskKey, id }: CheckRow,
  { step: { command }, outcome }: Failed,
): string | null {
  const { exit, signal, timedOut, cancelled, stdout, stderr } = outcome
  if (cancelled) return null
  const inputs = { command, exit_code: exit, signal, timed_out: timedOut, stdout, stderr }
  const { class: failure } = rulings.rule(failureDoor, { inputs, about: taskKey ?? id }).outcome
  return failure === 'NONE' ? 'VALIDATION_FAILED' : failure
}
