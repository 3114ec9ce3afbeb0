import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of reviews. */
export const plainReviews = plainNoun({
  http: {
    listReviews: 'GET /api/reviews',
    getReview: 'GET /api/reviews/:build',
    judgeReview: 'POST /api/reviews/:build/verdicts',
    readMetrics: 'GET /api/metrics',
  },
  errors: {
    REVIEW_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris review ls`; a review is made when its build ends.',
    },
    REVIEW_SUBJECT_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris review show <build>`; a verdict names what differs as it stands there.',
    },
  },
})
