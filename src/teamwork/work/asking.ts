import { oneLine, type AskAnswer, type AskId } from '../../contract/index.ts'
import { returned } from './returning.ts'
import type { WorkContext } from './context.ts'
import { keyOf } from './context.ts'
import { endTry, finish } from './finishing.ts'
import type { BuildRow, WorkRow } from './rows.ts'

/** What can be chosen where something is asked about a task. */
export const workLabels = {
  again: 'Try again',
  skip: 'Skip this task',
  accept: 'Accept it',
  stop: 'Stop the build',
} as const
const labels = workLabels
const maxWords = 4000

/** What an ask about a task is about; each has its own way on. */
type About = 'failed' | 'given_up' | 'died' | 'conflict' | 'stuck' | 'budget'

/** What was asked about a task while its agent worked. */
const whileAtWork = 'still'

/** Asks what is to become of a task; the others go on. One that only keeps failing is skipped when nobody answers. */
export function askAbout(
  context: WorkContext,
  build: BuildRow,
  { row, about, words }: { row: WorkRow; about: About; words: string },
): void {
  const { inbox, rows, log, tasks } = context
  const { key, title } = tasks.get(row.task)
  const isSkipped = about === 'given_up'
  const tries = row.failures > 1 ? ` It failed ${row.failures} times.` : ''
  log.write(() => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'decision',
      type: isSkipped ? 'clarifying' : 'blocking',
      text: `${key} cannot go on by itself: ${oneLine(title, 200)}${tries}`,
      context: words.slice(0, maxWords),
      options: [
        { label: labels.again, description: 'Or say in your own words what to do otherwise' },
        { label: labels.skip, description: 'What waits for it stays blocked', recommended: isSkipped },
        { label: labels.stop, description: 'What was done stays on its branches' },
      ],
      ...(isSkipped ? { fallback: labels.skip, reversible: true } : {}),
      freeText: true,
      tags: ['build', 'approval', key],
      team: build.team,
      caller: keyOf(build),
      ...(row.session === null ? {} : { session: row.session }),
    })
    rows.setTask(row, { ask: ask.id, asked: about })
  })
}

/** No command proves the task: asked once for all tasks of the build that declare none. */
export function askForCheck(context: WorkContext, build: BuildRow, row: WorkRow): void {
  const { inbox, rows, log, tasks } = context
  // Answered since this build was read: the next look proves the task by it.
  if (rows.get(build.id)?.command !== null) return context.later(build.id, 0)
  // Also one that is answered and was not heard yet: its answer is for this task too.
  const other = rows.tasksOf(build.id).find(({ asked, ask }) => asked === 'no_check' && ask !== null)
  if (other) return rows.setTask(row, { ask: other.ask, asked: 'no_check' })
  const unproved = rows.tasksOf(build.id).filter(({ task }) => tasks.get(task).check === null)
  const keys = unproved.map(({ task }) => tasks.get(task).key)
  log.write(() => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'decision',
      type: 'blocking',
      text: `${keys.length} of the tasks of ${keyOf(build)} declare no command that proves them. Which one does?`,
      context: `Say the command, such as npm test. It is run in the checkout of each: ${keys.join(', ').slice(0, maxWords)}`,
      options: [
        { label: labels.skip, description: 'Those tasks are left out; what waits for them stays blocked' },
        { label: labels.stop, description: 'What was done stays on its branches' },
      ],
      freeText: true,
      tags: ['build', 'approval'],
      team: build.team,
      caller: keyOf(build),
    })
    rows.setTask(row, { ask: ask.id, asked: 'no_check' })
  })
}

/** Findings hold a pass back until a person accepts them. */
export function askFindings(context: WorkContext, build: BuildRow, row: WorkRow): void {
  const { inbox, rows, log, tasks, checks } = context
  if (row.checking === null) return
  const { checking } = row
  const { key } = tasks.get(row.task)
  const { findings } = checks.findings({ check: checking, after: 0, limit: 50 })
  const open = findings.filter(({ acceptedBy }) => acceptedBy === null)
  log.write(() => {
    const { ask } = inbox.raise({
      source: 'build',
      kind: 'decision',
      type: 'blocking',
      text: `${key} passes its check, but its change has what a pass must not hide.`,
      context: open
        .map(({ words, path }) => `- ${path === null ? '' : `${path}: `}${words}`)
        .join('\n')
        .slice(0, maxWords),
      options: [
        { label: labels.again, description: 'The agent is told what was found' },
        { label: labels.accept, description: 'The findings are accepted for this very change' },
        { label: labels.skip, description: 'What waits for it stays blocked' },
      ],
      freeText: true,
      tags: ['build', 'approval', key],
      team: build.team,
      caller: keyOf(build),
      ...(row.session === null ? {} : { session: row.session }),
    })
    rows.setTask(row, { ask: ask.id, asked: 'findings' })
  })
}

/** Another part asked about a task while its agent worked, and a person answered: the next look does what was said. */
export function heardElsewhere(
  { rows, tasks, consider }: WorkContext,
  build: BuildRow,
  { task: key, ask }: { task: string; ask: AskId },
): boolean {
  const row = rows.task(build.id, tasks.get(key).task)
  if (!row || row.outcome !== null || row.ask !== null) return false
  rows.setTask(row, { ask, asked: whileAtWork })
  consider(build.id)
  return true
}

/** Does what a person answered. */
export async function hear(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { inbox, rows, sessions } = context
  if (row.ask === null) return
  // Its agent is in the middle of something: what was said takes its place.
  if (row.asked === whileAtWork && row.session !== null) await sessions.cancel(row.session)
  const { answer } = inbox.view(row.ask)
  const done = { ask: null, asked: null }
  if (!answer) return rows.setTask(row, { ...done, laterFrom: null })
  const { labels: chosen = [], text = null } = answer.chosen[0] ?? {}
  if (chosen.includes(labels.stop)) {
    rows.setTask(row, done)
    return rows.set(build.id, { stopping: `Stopped by ${answer.by}.` })
  }
  if (chosen.includes(labels.skip)) return leaveOut(context, build, { row, answer })
  if (chosen.includes(labels.accept)) return accept(context, row, answer)
  return goOn(context, build, { row, answer, words: text ?? '' })
}

function goOn(
  context: WorkContext,
  build: BuildRow,
  said: { row: WorkRow; answer: AskAnswer; words: string },
): void {
  const { row, words } = said
  if (row.asked === 'no_check') return proveBy(context, build, { row, command: words.trim() })
  if (row.asked === 'budget') giveAsMuchAgain(context, build, row)
  return again(context, said)
}

/** From now on tasks of the build without a check are proved by this command. */
function proveBy(
  { rows, log }: WorkContext,
  build: BuildRow,
  { row, command }: { row: WorkRow; command: string },
): void {
  log.write(() => {
    if (command !== '') rows.set(build.id, { command })
    rows.setTask(row, { ask: null, asked: null, checking: null })
  })
}

function giveAsMuchAgain({ usage, tasks }: WorkContext, { limits }: BuildRow, { task }: WorkRow): void {
  if (limits.taskUsd === null) return
  const own = { kind: 'task', name: tasks.get(task).key } as const
  usage.setLimit(own, { span: 'total', usd: usage.usedBy(own).usd + limits.taskUsd, tokens: null })
}

async function leaveOut(
  context: WorkContext,
  build: BuildRow,
  { row, answer }: { row: WorkRow; answer: AskAnswer },
): Promise<void> {
  if (row.attempt !== null) await returned(context, row)
  const who = answer.source === 'default' ? 'Nobody said otherwise in time' : `Left out by ${answer.by}`
  finish(context, build, { row, outcome: 'skipped', why: `${who}.${lastError(row)}` })
}

function accept({ checks, rows, log }: WorkContext, row: WorkRow, answer: AskAnswer): void {
  const { checking } = row
  if (checking === null) return
  const { findings } = checks.findings({ check: checking, after: 0, limit: 1000 })
  const numbers = findings.filter(({ acceptedBy }) => acceptedBy === null).map(({ number }) => number)
  log.write(() => {
    checks.accept(checking, { numbers, note: null, by: answer.by })
    rows.setTask(row, { ask: null, asked: null })
  })
}

/** With what was found or failed, and with what the person says; the counting begins anew. */
function again(
  context: WorkContext,
  { row, words }: { row: WorkRow; answer: AskAnswer; words: string },
): void {
  const { rows, log, checks, tasks } = context
  const found =
    row.asked === 'findings' && row.checking !== null
      ? checks.findings({ check: row.checking, after: 0, limit: 50 }).findings.map((one) => one.words)
      : []
  const error = [words, ...found, row.error ?? ''].filter((part) => part !== '').join('\n')
  log.write(() => {
    const { status } = tasks.get(row.task)
    if (row.attempt !== null && status !== 'in_progress')
      endTry(context, row, { how: 'stopped', to: 'pending' })
    rows.setTask(row, {
      ask: null,
      asked: null,
      tries: 0,
      transient: 0,
      starts: 0,
      lastFailure: null,
      laterFrom: null,
      turn: null,
      checking: null,
      committed: null,
      guidance: words === '' ? row.guidance : words,
      error: row.attempt === null || error === '' ? null : error,
    })
  })
}

/** The last line of what its check printed. */
function lastError({ error }: WorkRow): string {
  const line = (error ?? '').split('\n').findLast((one) => one.trim() !== '')
  return line === undefined ? '' : ` Its check did not pass: ${line.trim().slice(0, 300)}`
}
