import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of checks. */
export const plainChecks = plainNoun({
  http: {
    listChecks: 'GET /api/checks',
    runCheck: 'POST /api/checks',
    suggestCheckLevel: 'GET /api/checks/suggestion',
    getCheck: 'GET /api/checks/:check',
    readCheckOutput: 'GET /api/checks/:check/output',
    listFindings: 'GET /api/checks/:check/findings',
    acceptFindings: 'POST /api/checks/:check/accept',
    tickCheck: 'POST /api/checks/:check/tick',
    cancelCheck: 'POST /api/checks/:check/cancel',
  },
  errors: {
    CHECK_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris checks ls`. Checks of long ago are pruned.',
    },
    CHECK_MISSING: {
      status: 409,
      exit: conflict,
      advice:
        'Give the task a check (`iris tasks add … --check "npm test"`), or the team commands under `checks:` in config.yaml.',
    },
    CHECK_STATE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris checks show <check>`; the message says what is possible from here.',
    },
    CHECK_BASE_UNKNOWN: {
      status: 400,
      exit: badInput,
      advice: 'Name a commit that the repository has, such as `--base main`.',
    },
    FINDING_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris checks show <check>` for the numbers of its findings.',
    },
  },
})
