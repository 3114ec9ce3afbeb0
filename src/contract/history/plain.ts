import { plainNoun } from '../noun.ts'

/** The part without schemas of what was. */
export const plainHistory = plainNoun({
  http: {
    getSession: 'GET /api/sessions/:session',
    findTurns: 'GET /api/turns',
    findProblem: 'GET /api/sessions/:session/problems',
  },
  errors: {},
})
