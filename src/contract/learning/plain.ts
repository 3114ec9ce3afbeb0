import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of what is learned from reviews. */
export const plainLearning = plainNoun({
  http: {
    askReview: 'POST /api/reviews/:build/opinion',
    getOpinion: 'GET /api/reviews/:build/opinion',
    undoTemplate: 'POST /api/templates/:template/undo',
    listOrigins: 'GET /api/origins',
    getOrigin: 'GET /api/origins/:name',
    listWeeks: 'GET /api/weeks',
  },
  errors: {
    TEMPLATE_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris review show <build>`; templates that were proposed stand there.',
    },
    TEMPLATE_REFUSED: {
      status: 409,
      exit: exitCodes.conflict,
      advice: 'Look at the file in `.iris/templates`; what you changed there yourself is yours.',
    },
  },
})
