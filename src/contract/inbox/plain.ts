import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, refused, conflict } = exitCodes

/** The part without schemas of what waits for somebody. */
export const plainInbox = plainNoun({
  http: {
    listAsks: 'GET /api/asks',
    getAsk: 'GET /api/asks/:ask',
    answerAsk: 'POST /api/asks/:ask/answer',
    dismissAsk: 'POST /api/asks/:ask/dismiss',
    markFalseAlarm: 'POST /api/asks/:ask/false-alarm',
    listGrants: 'GET /api/inbox/grants',
    removeGrant: 'DELETE /api/inbox/grants/:grant',
    listLearned: 'GET /api/inbox/learned',
    forgetLearned: 'DELETE /api/inbox/learned/:key',
    getJudgment: 'GET /api/inbox/judgment',
    setJudgment: 'PUT /api/inbox/judgment',
    getAskFigures: 'GET /api/inbox/figures',
  },
  errors: {
    ASK_ANSWERED: {
      status: 409,
      exit: conflict,
      advice: 'Someone answered first, and the first answer counts. The ask shows who it was.',
    },
    ASK_NOT_YOURS: {
      status: 403,
      exit: refused,
      advice: 'An agent cannot answer its own ask, or one that was not passed to it.',
    },
    ANSWER_INVALID: {
      status: 400,
      exit: badInput,
      advice:
        'Choose an option by its key or label, or answer in words if the ask allows it: iris inbox show <ask>.',
    },
  },
})
