import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainChecks } from './plain.ts'
import { CheckId } from './schemas.ts'

export { Check, CheckId, CheckLevel, CheckState, CheckStep, Finding } from './schemas.ts'

/** Runs of what proves a task or a change. */
export const checksNoun = defineNoun(plainChecks, { ids: [CheckId], events, operations })
