import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainLeases } from './plain.ts'

export { type Lease, type LeaseWait, type TakenLease } from './schemas.ts'

/** Who may write which files. */
export const leasesNoun = defineNoun(plainLeases, { ids: [], events, operations })
