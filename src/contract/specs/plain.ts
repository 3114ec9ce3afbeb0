import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of specs. */
export const plainSpecs = plainNoun({
  http: {
    createSpec: 'POST /api/specs',
    listSpecs: 'GET /api/specs',
    getSpec: 'GET /api/specs/:spec',
    approveSpec: 'POST /api/specs/:spec/approve',
    reviseSpec: 'POST /api/specs/:spec/revise',
    dropSpec: 'POST /api/specs/:spec/drop',
    buildSpec: 'POST /api/specs/:spec/build',
    exportSpec: 'POST /api/specs/:spec/export',
    readSpecEdits: 'POST /api/specs/:spec/edits',
  },
  errors: {
    SPEC_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris spec ls`; a spec is named by its key, such as shop-s3, or its id.',
    },
    SPEC_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Correct what the message names, then try again. Nothing was changed.',
    },
    SPEC_STATE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris spec show <spec>`; the message says what is possible now.',
    },
    SPEC_FILE_CHANGED: {
      status: 409,
      exit: conflict,
      advice: 'Read the edits back first: `iris spec edits <spec>`, with --take to keep them.',
    },
  },
})
