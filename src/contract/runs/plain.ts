import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of runs. */
export const plainRuns = plainNoun({
  http: {
    startRun: 'POST /api/runs',
    listRuns: 'GET /api/runs',
    getRun: 'GET /api/runs/:run',
    stopRun: 'POST /api/runs/:run/stop',
    resumeRun: 'POST /api/runs/:run/resume',
    tellRun: 'POST /api/runs/:run/tell',
    readRunEvents: 'GET /api/runs/:run/events',
    listRoles: 'GET /api/roles',
  },
  errors: {
    RUN_OPEN: {
      status: 409,
      exit: conflict,
      advice: 'The run has not ended. Tell it something, or stop it first.',
    },
    RUN_ENDED: {
      status: 409,
      exit: conflict,
      advice: 'The run has ended. Resume it to continue.',
    },
    RUN_OVER_LIMIT: {
      status: 409,
      exit: conflict,
      advice: 'Resume it with a higher limit.',
    },
    ROLE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris runs roles`. A project adds its own roles in .iris/roles/<role>.md.',
    },
    ROLE_INVALID: {
      status: 400,
      exit: badInput,
      advice: "Fix the role's file as the message says, then try again.",
    },
  },
})
