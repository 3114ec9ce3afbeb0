import { sessionOperations } from './session-operations.ts'
import { teamOperations } from './team-operations.ts'
import { turnOperations } from './turn-operations.ts'

/** What can be done with teams, sessions and turns. */
export const operations = { ...teamOperations, ...sessionOperations, ...turnOperations }
