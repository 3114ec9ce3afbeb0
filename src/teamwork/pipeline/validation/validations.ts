import {
  IrisError,
  type CallOutput,
  type CallParsed,
  type Event,
  type Validation,
  type ValidationId,
} from '../../../contract/index.ts'
import { childEnvironment } from '../../../platform/config/index.ts'
import { readQuestions } from './asking.ts'
import type { ValidationContext, ValidationDeps } from './context.ts'
import { createLooking } from './looking.ts'
import { createValidationRows, type ValidationRow } from './rows.ts'
import { end } from './running.ts'
import { inserted, subjectOf } from './starting.ts'
import { toValidation } from './views.ts'

/** The checks of a level on a whole change, and what they say. */
export interface Validations {
  start(wanted: CallParsed<'startValidation'>, by: string): Validation
  list(filter: CallParsed<'listValidations'>): CallOutput<'listValidations'>
  get(id: ValidationId): Validation
  cancel(id: ValidationId, by: string): Promise<Validation>
  /** Called in the transaction that ends a build: where the config wants it, its validation is due from then on. */
  buildEnded(event: Event<'build.ended'>): void
  /** Settles when nothing is under way and nothing more can be done without somebody. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createValidations(deps: ValidationDeps): Validations {
  const stopped = new AbortController()
  const context = contextOf(deps, stopped.signal)
  const { rows, log, work } = context
  const looking = createLooking(context)
  const get = (id: ValidationId): Validation => toValidation(context, find(context, id))
  return {
    start(wanted, by) {
      const row = log.write(() => inserted(context, subjectOf(context, wanted), { ...wanted, by }))
      void looking.consider()
      return toValidation(context, row)
    },
    list: ({ build, team = null, limit }) => {
      const id = build === undefined ? null : work.get(build).build
      return { validations: rows.list({ team, build: id, limit }).map((row) => toValidation(context, row)) }
    },
    get,
    async cancel(id, by) {
      await cancel(context, find(context, id), by)
      await looking.over(id)
      return get(id)
    },
    buildEnded: ({ data }) => dueAfter(context, data),
    settled: () => looking.settled(),
    async close() {
      stopped.abort()
      await looking.ended()
    },
  }
}

function contextOf(deps: ValidationDeps, signal: AbortSignal): ValidationContext {
  const { variables } = deps.environment
  const environment = childEnvironment(variables, 'tool')
  return {
    ...deps,
    rows: createValidationRows(deps.sql),
    triggers: readQuestions(),
    planning: { ...deps, environment, variables, teams: () => deps.config().teams },
    signal,
  }
}

function find({ rows }: ValidationContext, id: ValidationId): ValidationRow {
  const row = rows.get(id)
  if (!row) throw new IrisError('VALIDATION_UNKNOWN', `There is no validation ${id}.`)
  return row
}

async function cancel(context: ValidationContext, row: ValidationRow, by: string): Promise<void> {
  const { log, inbox, checks } = context
  const { validation, checkId, ask, outcome } = row
  if (outcome !== null)
    throw new IrisError('VALIDATION_STATE_REFUSED', `${validation} has ended already: it is ${outcome}.`)
  if (checkId !== null) {
    await checks.cancel(checkId)
    return
  }
  log.write(() => {
    end(context, row, { outcome: 'cancelled', words: `Cancelled by ${by}.` })
    if (ask !== null && inbox.view(ask).state === 'open')
      inbox.withdrawOne(ask, 'its validation was cancelled')
  })
}

/** What nobody will merge as it is needs no further proof; a part is validated with what it is a part of. */
function dueAfter(context: ValidationContext, { build, outcome }: Event<'build.ended'>['data']): void {
  const { level } = context.config().pipeline.validation
  const { partOf, team, key } = context.work.get(build)
  if (level === 'off' || partOf !== null || (outcome !== 'complete' && outcome !== 'partial')) return
  if (context.rows.openOf(key)) return
  const own = level === 'ask' || level === 'suggested' ? {} : { level }
  const subject = { subject: key, build, task: null, team }
  inserted(context, subject, { ...own, by: 'iris', wantsAsk: level === 'ask' })
}
