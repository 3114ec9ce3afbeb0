import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, conflict, environment } = exitCodes

/** The part without schemas of config.yaml. */
export const plainConfig = plainNoun({
  http: {
    readConfigFile: 'GET /api/config',
    checkConfigText: 'POST /api/config/check',
    saveConfigFile: 'PUT /api/config',
  },
  errors: {
    CONFIG_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Correct the listed lines of config.yaml; each names what was expected and an example.',
    },
    CONFIG_UNREADABLE: {
      status: 503,
      exit: environment,
      advice: 'Make config.yaml in your Iris home a UTF-8 text file your user can read.',
    },
    CONFIG_CHANGED: {
      status: 409,
      exit: conflict,
      advice:
        'Somebody else changes config.yaml, or did meanwhile. Read it again and put your change to that.',
    },
  },
})
