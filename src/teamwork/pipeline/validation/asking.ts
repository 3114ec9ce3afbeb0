import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskId, EventType } from '../../../contract/index.ts'
import { askOf, readTriggers } from '../../../core/inbox/index.ts'
import { triggersDoor } from '../../../core/rules/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'
import type { ValidationContext } from './context.ts'
import type { ValidationRow } from './rows.ts'

const file = 'validation.questions.yaml'

/** The event of the log that fires each trigger of the file. */
const firedBy = {
  validation_level_needed: 'build.ended',
  multiple_failures: 'validation.ended',
  security_vulnerability: 'validation.ended',
  coverage_below_threshold: 'validation.ended',
  validation_passed: 'validation.ended',
  issue_to_decide: 'ask.answered',
} as const satisfies Readonly<Record<string, EventType>>
type ValidationTrigger = keyof typeof firedBy

/** Something that happened to a validation, and what is known of it. */
export interface Moment {
  event: ValidationTrigger
  facts: Readonly<Record<string, string | number>>
  /** The issues it is about. */
  issues?: readonly number[]
}

export function readQuestions(): ReturnType<typeof readTriggers> {
  return readTriggers(readFileSync(join(packageFolder(), 'roles', file), 'utf8'), file)
}

/** Asks what is due at a moment and was not asked before; within the change that is under way. */
export function ask(
  { triggers, rows, inbox, rulings, log }: ValidationContext,
  { validation }: Pick<ValidationRow, 'validation'>,
  { event, by, facts, issues = [] }: Moment & { by: EventType },
): AskId[] {
  const row = rows.get(validation)
  if (!row || firedBy[event] !== by) return []
  const inputs = {
    triggers: triggers.filter((trigger) => trigger.event === event),
    agent: validation,
    event,
    facts: { ...facts, subject: row.subject },
    asked: [...row.asked],
  }
  const outcome = triggersDoor.decide(inputs)
  if (outcome.due.length === 0) return []
  return log.write((append) => {
    rulings.keep(triggersDoor, { inputs, outcome, about: row.subject })
    const asks = outcome.due.map((question) => {
      const { ask: raised } = inbox.raise({
        ...askOf({ ...question, options: [...question.options], default: question.default }),
        source: 'validation',
        kind: 'decision',
        reversible: true,
        tags: ['validation', event, row.subject],
        team: row.team,
        caller: row.subject,
      })
      rows.addQuestion({ ask: raised.id, validation, event, issues: [...issues] })
      append({
        type: 'validation.asked',
        data: { validation, of: row.subject, team: row.team, ask: raised.id, event },
      })
      return raised.id
    })
    rows.set(validation, { asked: [...row.asked, ...outcome.due.map(({ key }) => key)] })
    return asks
  })
}
