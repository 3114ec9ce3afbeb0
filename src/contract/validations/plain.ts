import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { notFound, conflict } = exitCodes

/** The part without schemas of validations. */
export const plainValidations = plainNoun({
  http: {
    listValidations: 'GET /api/validations',
    startValidation: 'POST /api/validations',
    getValidation: 'GET /api/validations/:validation',
    cancelValidation: 'POST /api/validations/:validation/cancel',
  },
  errors: {
    VALIDATION_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris validate ls`.',
    },
    VALIDATION_STATE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris validate ls`; the message says what is possible now.',
    },
  },
})
