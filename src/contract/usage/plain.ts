import { plainNoun } from '../noun.ts'

/** The part without schemas of what agents use, and what holds them back. */
export const plainUsage = plainNoun({
  http: {
    readUsage: 'GET /api/usage',
    readLimits: 'GET /api/limits',
    liftQuota: 'POST /api/limits/lift',
  },
  errors: {},
})
