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
      advice: 'See `iris teams list`; teams are named in config.yaml.',
    },
    TEAM_EXISTS: {
      status: 409,
      exit: conflict,
      advice: 'Choose another name, or remove the team first with `iris teams remove`.',
    },
    TEAM_FOLDER_MISSING: {
      status: 409,
      exit: environment,
      advice: 'Correct the path of the team in config.yaml, or make the folder.',
    },
    TEAM_FOLDER_SILENT: {
      status: 503,
      exit: environment,
      advice: 'Look at the mount behind the folder of the team; Iris asks it again as soon as it answers.',
    },
    TEAM_BUSY: {
      status: 409,
      exit: conflict,
      advice:
        'Wait for what is under way to end, or use force, which stops a turn: `iris sleep <team> --force`.',
    },
    PROJECT_FILE_REFUSED: {
      status: 409,
      exit: environment,
      advice:
        'Of a project Iris reads regular files inside it, each of at most 256 KiB. Replace or remove this one.',
    },
    MESSAGE_EMPTY: {
      status: 400,
      exit: badInput,
      advice: 'Say something: the message has no text.',
    },
    CALLER_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'An agent speaks for its own team only; leave `fromTeam` out.',
    },
    SELF_TELL: {
      status: 400,
      exit: badInput,
      advice: 'An agent cannot tell its own session; that would wait for itself.',
    },
    QUEUE_FULL: {
      status: 429,
      exit: conflict,
      advice: 'The session has too many waiting turns. Wait for some to end, or delete the session.',
    },
    TELL_CYCLE: {
      status: 409,
      exit: conflict,
      advice: 'The team you tell is waiting for you; answer first, or tell it with timeout -1.',
    },
    TELL_HOPS: {
      status: 409,
      exit: conflict,
      advice: 'Teams have passed this on for long enough: a person has to say something before they go on.',
    },
    TURN_ENDED: {
      status: 409,
      exit: conflict,
      advice: 'Nothing is left to cancel; `iris report <team>` or team_report shows how it ended.',
    },
    TURN_NOT_HERE: {
      status: 404,
      exit: notFound,
      advice:
        'See `iris report <team>` or team_report for the turns of your session with the team. A person names the session of another team with `--from` (`fromTeam`).',
    },
    TURN_BEGUN: {
      status: 409,
      exit: conflict,
      advice:
        'It was left alone. To stop it, cancel it: `iris cancel <turn>`, or Interrupt in the dashboard.',
    },
  },
})
