import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of alerts. */
export const plainAlerts = plainNoun({
  http: {
    listAlerts: 'GET /api/alerts',
    acknowledgeAlert: 'POST /api/alerts/:alert/acknowledge',
    readWatch: 'GET /api/watch',
  },
  errors: {
    ALERT_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris alerts`; an alert is named by its id.',
    },
  },
})
