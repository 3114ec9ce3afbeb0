import { planCheck, planLevel } from '../../../core/checks/index.ts'
import type { Check } from '../../../contract/index.ts'
import type { CheckReport } from '../../../platform/config/index.ts'
import { ask } from './asking.ts'
import type { ValidationContext } from './context.ts'
import { momentsOf } from './moments.ts'
import { marksOf, readResult } from './results.ts'
import type { ValidationResult, ValidationRow } from './rows.ts'

type Outcome = NonNullable<ValidationRow['outcome']>

/** The level that the change deserves, and why. */
export async function suggestionFor(
  { planning, work }: ValidationContext,
  { build, task, team }: ValidationRow,
): Promise<Pick<ValidationRow, 'suggested' | 'why'>> {
  const files = build === null ? undefined : await work.changedFiles(build)
  const { level, why } = await planLevel(planning, { team, task: task ?? undefined, files })
  return { suggested: level, why }
}

/** Runs the commands of the level and reads what they say; with the daemon it ends, and the next one tells of it. */
export async function runValidation(context: ValidationContext, row: ValidationRow): Promise<void> {
  if (row.build === null) return runIn(context, row, undefined)
  return context.work.inCheckout(row.build, (checkout) => runIn(context, row, checkout))
}

async function runIn(
  context: ValidationContext,
  row: ValidationRow,
  checkout: { folder: string; setUp: readonly string[] } | undefined,
): Promise<void> {
  const { planning, checks, config, signal, rows } = context
  const { level, task, team, madeBy } = row
  if (signal.aborted || rows.get(row.validation)?.endedAt !== null || level === null) return
  const subject = { level, team, task: task ?? undefined, checkout, isWhole: true }
  const wanted = await planCheck(planning, subject, madeBy)
  const reports: readonly CheckReport[] = config().teams.get(team)?.checks.reports ?? []
  const before = await marksOf(context, wanted.folder, reports)
  const check = await settled(
    context,
    begin(context, { ...row, level }, () => checks.run(wanted)),
  )
  if (signal.aborted) return
  const threshold = config().pipeline.validation.coverage ?? null
  const result = await readResult(context, { check, reports, before, threshold })
  end(context, row, { ...endingOf(check, result), result })
}

function begin(
  { log, rows }: ValidationContext,
  { validation, subject, team, level }: ValidationRow & { level: NonNullable<ValidationRow['level']> },
  run: () => Check,
): Check['check'] {
  return log.write((append) => {
    const { check } = run()
    rows.set(validation, { checkId: check })
    append({ type: 'validation.started', data: { validation, of: subject, team, level, check } })
    return check
  })
}

async function settled({ checks, signal }: ValidationContext, check: Check['check']): Promise<Check> {
  const cancel = (): void => void checks.cancel(check)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await checks.settled(check)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A pass needs the check to pass, and no report of something critical beside it. */
function endingOf(check: Check, { issues }: ValidationResult): { outcome: Outcome; words: string } {
  const { state } = check
  const words = check.words ?? ''
  if (state === 'cancelled' || state === 'interrupted') return { outcome: state, words }
  if (state === 'by_hand')
    return { outcome: 'held', words: `A person has yet to look at it: ${check.manual ?? ''}` }
  const worst = issues.find(({ severity, kind }) => severity === 'critical' && kind !== 'finding')
  if (state === 'failed' || worst) return { outcome: 'failed', words: words || (worst?.title ?? '') }
  return state === 'held' ? { outcome: 'held', words } : { outcome: 'passed', words: 'Its commands passed.' }
}

const nothing: ValidationResult = {
  tests: null,
  coverage: null,
  lint: null,
  security: null,
  issues: [],
  notes: [],
}

/** Ends a validation, and asks what follows from how it ended, in one transaction. */
export function end(
  context: ValidationContext,
  { validation, subject, team }: ValidationRow,
  { outcome, words, result = nothing }: { outcome: Outcome; words: string; result?: ValidationResult },
): void {
  const { log, rows, clock } = context
  if (rows.get(validation)?.endedAt !== null) return
  log.write((append) => {
    rows.set(validation, { outcome, words, result, endedAt: clock.now() })
    const row = rows.get(validation)
    const figures = {
      tests: result.tests,
      coverage: result.coverage?.percent ?? null,
      issues: result.issues.length,
    }
    append({
      type: 'validation.ended',
      data: { validation, of: subject, team, level: row?.level ?? null, state: outcome, words, ...figures },
    })
    if (row) for (const moment of momentsOf(row)) ask(context, row, { ...moment, by: 'validation.ended' })
  })
}
