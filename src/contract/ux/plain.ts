import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { notFound, conflict } = exitCodes

/** The part without schemas of UX tests. */
export const plainUx = plainNoun({
  http: {
    listUxTests: 'GET /api/ux',
    startUxTest: 'POST /api/ux',
    getUxTest: 'GET /api/ux/:ux',
    readUxPicture: 'GET /api/ux/:ux/pictures/:picture',
    cancelUxTest: 'POST /api/ux/:ux/cancel',
  },
  errors: {
    UX_UNKNOWN: { status: 404, exit: notFound, advice: 'See `iris ux ls`.' },
    UX_NOT_POSSIBLE: {
      status: 409,
      exit: conflict,
      advice: 'The message says what is missing. docs/guides/ux.md says how journeys are declared.',
    },
  },
})
