import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { unreachable, conflict } = exitCodes

/** The part without schemas of the Iris agent. */
export const plainIris = plainNoun({
  http: {
    askIris: 'POST /api/iris/ask',
    readIrisMessages: 'GET /api/iris/messages',
  },
  errors: {
    IRIS_DISABLED: {
      status: 409,
      exit: conflict,
      advice: 'Set `agent.enabled: true` in config.yaml. Questions from teams still reach your inbox.',
    },
    IRIS_CHAT_OFF: {
      status: 409,
      exit: conflict,
      advice:
        'Set `agent.features.dashboardChat: true` in config.yaml. Questions from teams still reach your inbox.',
    },
    IRIS_UNAVAILABLE: {
      status: 503,
      exit: unreachable,
      advice: 'See why with `iris events --types model.called`, then try again.',
    },
    IRIS_BUDGET_SPENT: {
      status: 409,
      exit: conflict,
      advice: 'Raise `agent.budget` in config.yaml, or wait until tomorrow.',
    },
  },
})
