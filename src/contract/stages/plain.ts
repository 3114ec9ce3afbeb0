import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of stages. */
export const plainStages = plainNoun({
  http: { listStages: 'GET /api/stages', readStageUse: 'GET /api/stages/use' },
  errors: {
    STAGE_PROMPT_TOO_LONG: {
      status: 422,
      exit: exitCodes.badInput,
      advice: 'Say it in fewer words, or in several messages.',
    },
  },
})
