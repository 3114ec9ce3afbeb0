import { plainNoun } from '../noun.ts'

/** The part without schemas of how people are told of asks. */
export const plainNotifications = plainNoun({
  http: {
    reportPresence: 'POST /api/presence',
    readNews: 'GET /api/news',
    testAlert: 'POST /api/inbox/test-alert',
  },
  errors: {},
})
