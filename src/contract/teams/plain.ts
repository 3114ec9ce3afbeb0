import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, refused, conflict, environment } = exitCodes

/** The part without schemas of teams, their sessions and turns. */
export const plainTeams = plainNoun({
  http: {
    listTeams: 'GET /api/teams',
    getTeam: 'GET /api/teams/:team/status',
    tellTeam: 'POST /api/teams/tell',
    wakeTeam: 'POST /api/teams/:team/wake',
    wakeTeams: 'POST /api/teams/wake',
    sleepTeam: 'POST /api/teams/:team/sleep',
    cancelTurn: 'POST /api/teams/:team/cancel',
    dropTurn: 'POST /api/teams/:team/drop',
    retryTurns: 'POST /api/limits/retry',
    leaveTurns: 'POST /api/limits/leave',
    rebootSession: 'POST /api/teams/:team/reboot',
    removeSession: 'DELETE /api/teams/:team/session',
    forkSession: 'POST /api/teams/:team/fork',
    readTurns: 'GET /api/teams/:team/turns',
    getTurn: 'GET /api/turns/:turn',
    listSessions: 'GET /api/sessions',
  },
  errors: {
    TEAM_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris teams list`. Teams are named in config.yaml.',
    },
    TEAM_EXISTS: {
      status: 409,
      exit: conflict,
      advice: 'Choose another name, or remove the team first with `iris teams remove`.',
    },
    TEAM_FOLDER_MISSING: {
      status: 409,
      exit: environment,
      advice: "Fix the team's path in config.yaml, or create the folder.",
    },
    TEAM_FOLDER_SILENT: {
      status: 503,
      exit: environment,
      advice: "Check the mount that the team's folder is on. Iris continues as soon as it answers.",
    },
    TEAM_BUSY: {
      status: 409,
      exit: conflict,
      advice: 'Wait for it to finish, or stop it: `iris sleep <team> --force`.',
    },
    PROJECT_FILE_REFUSED: {
      status: 409,
      exit: environment,
      advice:
        'Iris reads only regular files: inside a project up to 256 KiB, task files up to 8 MiB. Replace or remove this one.',
    },
    MESSAGE_EMPTY: {
      status: 400,
      exit: badInput,
      advice: 'Add some text to the message.',
    },
    CALLER_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'An agent speaks only for its own team. Leave out `fromTeam`.',
    },
    SELF_TELL: {
      status: 400,
      exit: badInput,
      advice: 'An agent cannot tell its own session: it would wait for itself.',
    },
    QUEUE_FULL: {
      status: 429,
      exit: conflict,
      advice: 'Too many turns are queued in this session. Wait for some to end, or delete the session.',
    },
    TELL_CYCLE: {
      status: 409,
      exit: conflict,
      advice: 'That team is waiting for you. Answer it first, or tell it with timeout -1.',
    },
    TELL_HOPS: {
      status: 409,
      exit: conflict,
      advice: 'Teams have passed this around too often. A person has to step in before they continue.',
    },
    TURN_ENDED: {
      status: 409,
      exit: conflict,
      advice: 'There is nothing left to cancel. `iris report <team>` or team_report shows how it ended.',
    },
    TURN_NOT_HERE: {
      status: 404,
      exit: notFound,
      advice:
        "See `iris report <team>` or team_report for your turns with the team. For another team's session, a person adds `--from` (`fromTeam`).",
    },
    TURN_BEGUN: {
      status: 409,
      exit: conflict,
      advice: 'It was left running. To stop it, use `iris cancel <turn>`, or Interrupt in the dashboard.',
    },
  },
})
