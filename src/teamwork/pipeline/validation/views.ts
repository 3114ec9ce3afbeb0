import type { Validation, ValidationState } from '../../../contract/index.ts'
import type { ValidationContext } from './context.ts'
import type { ValidationRow } from './rows.ts'

/** A validation as people see it. */
export function toValidation(context: Pick<ValidationContext, 'checks'>, row: ValidationRow): Validation {
  const {
    subject,
    checkId,
    outcome: _,
    result,
    asked: __,
    wantsAsk: ___,
    madeBy,
    startedAt: ____,
    ...rest
  } = row
  return { ...rest, ...result, of: subject, check: checkId, state: stateOf(context, row), by: madeBy }
}

/** What is so of it now: what was held passes once all that was found is accepted. */
function stateOf(
  { checks }: Pick<ValidationContext, 'checks'>,
  { outcome, ask, level, startedAt, checkId }: ValidationRow,
): ValidationState {
  if (outcome === 'held' && checkId !== null && checks.get(checkId).state === 'passed') return 'passed'
  if (outcome !== null) return outcome
  if (startedAt !== null) return 'checking'
  return ask !== null && level === null ? 'asked' : 'waiting'
}
