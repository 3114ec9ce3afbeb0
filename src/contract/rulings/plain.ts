import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of rulings. */
export const plainRulings = plainNoun({
  http: {
    listRulings: 'GET /api/rulings',
    getRuling: 'GET /api/rulings/:ruling',
    replayRuling: 'GET /api/rulings/:ruling/replay',
  },
  errors: {
    RULING_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris rulings`; the oldest are forgotten after a while.',
    },
    RULING_NOT_REPLAYABLE: {
      status: 409,
      exit: exitCodes.conflict,
      advice: 'What went in was too long to keep, or the rule is gone. `iris rulings show` has the outcome.',
    },
  },
})
