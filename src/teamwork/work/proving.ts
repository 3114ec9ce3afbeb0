import { createHash } from 'node:crypto'
import type { Check, EventData } from '../../contract/index.ts'
import { failureClasses, policyDoor, type FailureClass } from '../../core/rules/index.ts'
import { unreachable } from '../../platform/lib/index.ts'
import { askAbout, askForCheck } from './asking.ts'
import { failedBefore } from './blaming.ts'
import { fenceOf } from './returning.ts'
import { keyOf, type WorkContext } from './context.ts'
import { install, missingOf, type Missing } from './installing.ts'
import { endTry, finish } from './finishing.ts'
import { joined, refOf, wordsOfTask } from './joining.ts'
import { noteFailed } from './learning.ts'
import { conflictPrompt } from './prompt.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const maxError = 6000

/** Runs the check of a task in its worktree, on all that it changed since its try began. */
export async function check(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { tasks, checks, rows, log } = context
  const task = tasks.get(row.task)
  if (task.check === null && build.command === null) return askForCheck(context, build, row)
  const wanted = await context.planCheck(build, {
    task,
    ...(task.check === null && build.command !== null ? { commands: [build.command] } : {}),
    folder: row.folder ?? '',
    base: baseOf(context, row),
  })
  log.write(() => rows.setTask(row, { checking: checks.run(wanted).check }))
}

/** Where the try began, or what of others it has since then. */
function baseOf({ tasks }: WorkContext, { task, attempt, base }: WorkRow): string | undefined {
  return base ?? tasks.attempts(task).find(({ number }) => number === attempt)?.base ?? undefined
}

/** What passed is committed; the branch moves only under the lease. */
export async function commit(context: WorkContext, row: WorkRow): Promise<void> {
  const { worktrees, tasks, rows } = context
  const { title } = tasks.get(row.task)
  const made = await worktrees.checkpoint(row.task, { note: title, ...fenceOf(row), by: 'iris' })
  rows.setTask(row, { committed: made.commit })
}

/** The commit becomes part of the build's branch, and the task is complete; or its agent makes it fit. */
export async function join(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { rows, tasks, log, sessions } = context
  const { committed, session } = row
  if (committed === null || session === null) return
  const task = tasks.get(row.task)
  const outcome = await joined(context, build, {
    ref: refOf(build),
    commit: committed,
    what: wordsOfTask(task),
  })
  if (outcome.is === 'moved') return
  if (outcome.is === 'joined') return finish(context, build, { row, outcome: 'complete', why: null })
  const tries = row.tries + 1
  const { action } = decided(context, row, { class: 'CONFLICT', attempts: tries })
  if (action !== 'REBASE_AND_RETRY')
    return askAbout(context, build, {
      row,
      about: 'conflict',
      words: `${task.key} passed its check, but conflicts with what others finished: ${outcome.paths.join(', ')}`,
    })
  log.write(() => {
    const message = conflictPrompt(task, { branch: build.branch ?? '', paths: outcome.paths })
    const turn = sessions.put({ session, message, author: 'user', fromSession: null })
    rows.setTask(row, { tries, committed: null, checking: null, turn: turn.id, lastClass: 'CONFLICT' })
  })
}

interface Failed {
  class: FailureClass
  attempts: number
  package?: string
  installed?: string[]
  approved?: string[]
  repeated?: boolean
}

function decided(
  { rulings, tasks, log }: WorkContext,
  { task }: WorkRow,
  inputs: Failed,
): ReturnType<typeof policyDoor.decide> {
  return log.write(() => rulings.rule(policyDoor, { inputs, about: tasks.get(task).key }).outcome)
}

const saidBefore =
  'It failed in the same words before anything was worked, so the cause may not be in this task.\n'

/** The check did not pass: its class and the policy say what follows. */
export async function decide(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { checks, log, rows } = context
  if (row.checking === null) return
  const failed = checks.get(row.checking)
  const isOld = failedBefore(context, build, failed)
  const words = `${isOld ? saidBefore : ''}${wordsOf(failed)}`
  const mark = markOf(failed, words)
  const missing = await missingOf(context, build, failed)
  const passing = ['NETWORK', 'TIMEOUT', 'RESOURCE'].includes(failed.failure ?? '')
  const attempts = passing ? row.transient + 1 : row.tries + 1
  const policy = log.write((append) => {
    const judged = decided(context, row, {
      class: classOf(failed),
      attempts,
      installed: [...row.installed],
      repeated: mark === row.lastFailure,
      ...missing,
    })
    append({ type: 'work.failed', data: failedData(context, build, { row, failed, action: judged.action }) })
    // What failed before is not for want of a lesson.
    if (!isOld) noteFailed(context, row, classOf(failed))
    rows.setTask(row, { lastClass: classOf(failed) })
    return judged
  })
  const kept = { error: words, lastFailure: mark, failures: row.failures + 1, lastClass: classOf(failed) }
  await follow(context, build, { row, policy, kept, attempts, missing })
}

interface Decided {
  row: WorkRow
  policy: ReturnType<typeof policyDoor.decide>
  kept: Pick<WorkRow, 'error' | 'lastFailure' | 'failures' | 'lastClass'>
  attempts: number
  missing: Missing
}

async function follow(context: WorkContext, build: BuildRow, decision: Decided): Promise<void> {
  const { rows, clock } = context
  const { row, policy, kept, attempts, missing } = decision
  const words = kept.error ?? ''
  switch (policy.action) {
    case 'RETRY':
    case 'REBASE_AND_RETRY':
      return rows.setTask(row, { ...kept, tries: attempts, turn: null, checking: null })
    case 'RETRY_LATER': {
      const later = { laterFrom: clock.now(), laterMs: policy.after_ms, checking: null }
      return rows.setTask(row, { failures: kept.failures, transient: attempts, ...later })
    }
    case 'SKIP':
      rows.setTask(row, kept)
      return askAbout(context, build, { row, about: 'given_up', words })
    case 'INSTALL_AND_RETRY':
      if (
        missing.package !== undefined &&
        (await install(context, build, { row, missing: { ...missing, package: missing.package } }))
      )
        return
      rows.setTask(row, kept)
      return askAbout(context, build, { row, about: 'failed', words: `${missingWords(missing)}${words}` })
    case 'ESCALATE':
    case 'NONE':
      rows.setTask(row, kept)
      return askAbout(context, build, { row, about: 'failed', words: `${missingWords(missing)}${words}` })
    default:
      return unreachable(policy)
  }
}

function missingWords({ package: missed }: Missing): string {
  return missed === undefined
    ? ''
    : `It wants the package ${missed}, which is not among those that Iris may install. Iris installs what package.json named when the build began, and what work.packages of config.yaml names.\n`
}

function failedData(
  { tasks }: WorkContext,
  build: BuildRow,
  { row, failed, action }: { row: WorkRow; failed: Check; action: string },
): EventData<'work.failed'> {
  return {
    build: build.id,
    key: keyOf(build),
    task: row.task,
    taskKey: tasks.get(row.task).key,
    attempt: row.attempt ?? 0,
    check: failed.check,
    class: classOf(failed),
    action,
  }
}

const rescued =
  'Somebody began before you, and ended in the middle. What they left is in your checkout, the last commit marked [INCOMPLETE]: look at it first.'

/** The agent died more often than it may: what it left is rescued, and another takes it, or a person is asked. */
export async function giveUp(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { worktrees, tasks, sessions, rows } = context
  await worktrees.rescue(row.task, { reason: 'Its agent ended three times in the middle.', by: 'iris' })
  endTry(context, row, { how: 'died', to: 'pending' })
  const reassign = context.reassigns(build.id)
  if (reassign && row.session !== null) {
    rows.setTask(row, { error: null, guidance: rescued })
    return sessions.reboot(row.session, 'iris', reassign)
  }
  const { key } = tasks.get(row.task)
  askAbout(context, build, {
    row,
    about: 'died',
    words: `The agent of ${key} ended three times in the middle of its work. What it left is on its branch.`,
  })
}

function classOf({ failure }: Check): FailureClass {
  return failureClasses.find((known) => known === failure) ?? 'UNKNOWN'
}

function wordsOf({ steps, words }: Check): string {
  const last = steps.findLast(({ state }) => state === 'failed')
  const said = last ? `$ ${last.command}\n${last.head}\n${last.tail}`.trim() : ''
  const text = [words ?? '', said].filter((part) => part !== '').join('\n')
  return text.length > maxError
    ? `${text.slice(0, maxError / 3)}\n…\n${text.slice(-(maxError / 3) * 2)}`
    : text
}

/** The same error on the same change; times and numbers do not count. */
function markOf({ change }: Check, words: string): string {
  const plain = words.replaceAll(/\d+/g, '0')
  return createHash('sha256')
    .update(`${change ?? ''}\n${plain}`)
    .digest('hex')
}
