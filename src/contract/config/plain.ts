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
      advice: 'Fix the lines listed here in config.yaml. Each says what Iris expected and gives an example.',
    },
    CONFIG_UNREADABLE: {
      status: 503,
      exit: environment,
      advice: 'Make config.yaml in your Iris home a UTF-8 text file that you can read.',
    },
    CONFIG_CHANGED: {
      status: 409,
      exit: conflict,
      advice: 'Someone else changed config.yaml. Reload it and make your change again.',
    },
  },
})
