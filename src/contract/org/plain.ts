import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { notFound, conflict } = exitCodes

/** The part without schemas of organisations. */
export const plainOrg = plainNoun({
  http: {
    startOrg: 'POST /api/orgs',
    listOrgs: 'GET /api/orgs',
    getOrg: 'GET /api/orgs/:project',
    stopOrg: 'POST /api/orgs/:project/stop',
    handOverSeat: 'POST /api/orgs/:project/seats/:seat/handover',
    replaceSeat: 'POST /api/orgs/:project/seats/:seat/replace',
    pauseSeat: 'POST /api/orgs/:project/seats/:seat/pause',
    resumeSeat: 'POST /api/orgs/:project/seats/:seat/resume',
  },
  errors: {
    ORG_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris org status`; start one with `iris org start <team>`.',
    },
    ORG_NOT_POSSIBLE: {
      status: 409,
      exit: conflict,
      advice: 'An organisation works on this machine, in a project that a team of the config has.',
    },
    SEAT_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice:
        'See `iris org status <project>`; a seat is named by em, by the key of its task, or by its name.',
    },
    SEAT_STATE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris org status <project>`; the message says what is possible now.',
    },
  },
})
