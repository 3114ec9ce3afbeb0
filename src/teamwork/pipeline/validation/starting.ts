import { IrisError, newId, type CallParsed } from '../../../contract/index.ts'
import type { ValidationContext } from './context.ts'
import type { ValidationRow } from './rows.ts'

/** What is validated. */
type Subject = Pick<ValidationRow, 'subject' | 'build' | 'task' | 'team'>

/** What is to be validated; exactly one of a build, a task and a team. */
export function subjectOf(
  { work, tasks, config }: ValidationContext,
  { build, task, team }: Pick<CallParsed<'startValidation'>, 'build' | 'task' | 'team'>,
): Subject {
  if (build !== undefined) {
    const { build: id, key, team: own, endedAt } = work.get(build)
    if (endedAt === null) throw new IrisError('VALIDATION_STATE_REFUSED', `${key} is still at work.`)
    return { subject: key, build: id, task: null, team: own }
  }
  if (task !== undefined) {
    const found = tasks.get(task)
    const own = team ?? tasks.teamsOf(found)[0]
    if (own === undefined)
      throw new IrisError('INPUT_INVALID', `No team works in the project of ${found.key} any more.`)
    return { subject: found.key, build: null, task: found.task, team: own }
  }
  if (team === undefined) throw new IrisError('INPUT_INVALID', 'Name a build, a task or a team.')
  if (!config().teams.has(team)) throw new IrisError('TEAM_UNKNOWN', `There is no team ${team}.`)
  return { subject: team, build: null, task: null, team }
}

/** A validation that is due; in the transaction under way. */
export function inserted(
  { rows, clock }: ValidationContext,
  subject: Subject,
  {
    level,
    by,
    wantsAsk = false,
  }: { level?: ValidationRow['level'] | undefined; by: string; wantsAsk?: boolean },
): ValidationRow {
  const open = rows.openOf(subject.subject)
  if (open)
    throw new IrisError(
      'VALIDATION_STATE_REFUSED',
      `${subject.subject} is being validated already: ${open.validation}.`,
    )
  const now = clock.now()
  const row: ValidationRow = {
    ...subject,
    validation: newId('val', now),
    level: level ?? null,
    suggested: null,
    why: null,
    ask: null,
    checkId: null,
    outcome: null,
    words: null,
    result: { tests: null, coverage: null, lint: null, security: null, issues: [], notes: [] },
    asked: [],
    wantsAsk,
    madeBy: by,
    createdAt: now,
    startedAt: null,
    endedAt: null,
  }
  rows.insert(row)
  return row
}
