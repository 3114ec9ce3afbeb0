import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { unexpected, badInput, unreachable, notFound, refused, conflict, timeout, environment } = exitCodes

/** The part without schemas of the daemon itself, and what can go wrong with any call or command. */
export const plainDaemon = plainNoun({
  http: {
    getHealth: 'GET /api/health',
    getStatus: 'GET /api/status',
    startDemo: 'POST /api/demo',
    stopDaemon: 'POST /api/stop',
  },
  errors: {
    UNEXPECTED: {
      status: 500,
      exit: unexpected,
      advice: 'This is a bug in Iris. See `iris logs`, and please report it.',
    },
    INPUT_INVALID: { status: 400, exit: badInput, advice: 'Fix the fields named here and try again.' },
    USAGE: { status: 400, exit: badInput, advice: 'Run the command with --help.' },
    BODY_TOO_LARGE: {
      status: 413,
      exit: badInput,
      advice: 'Send at most 8 MiB at once. Put longer text in a file and give its path.',
    },
    NOT_FOUND: { status: 404, exit: notFound, advice: 'Check the name. The list commands show what exists.' },
    ROUTE_NOT_FOUND: { status: 404, exit: notFound, advice: 'GET /api/openapi.json lists every route.' },
    HOST_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'Use the address Iris listens on, or add this host to settings.allowedHosts.',
    },
    ORIGIN_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'Only pages served by Iris itself may call it from a browser.',
    },
    CALL_CUT: {
      status: 503,
      exit: unreachable,
      advice: 'What was accepted continues. Check with team_report before you send it again.',
    },
    INSIDE_AGENT: {
      status: 403,
      exit: refused,
      advice: 'As an agent, use your Iris tools, such as team_tell. The commands are for people.',
    },
    DAEMON_NOT_RUNNING: {
      status: 503,
      exit: unreachable,
      advice: 'Start it with `iris start --background`.',
    },
    DAEMON_UNREACHABLE: {
      status: 503,
      exit: unreachable,
      advice: 'See `iris logs`, then run `iris restart`.',
    },
    DAEMON_ALREADY_RUNNING: {
      status: 409,
      exit: conflict,
      advice: 'Use the one that is running (`iris status`), or stop it with `iris stop`.',
    },
    DAEMON_DID_NOT_START: {
      status: 503,
      exit: unreachable,
      advice: 'See the log file named here. `iris doctor` checks the usual causes.',
    },
    DAEMON_DID_NOT_STOP: {
      status: 504,
      exit: timeout,
      advice: 'Try `iris stop --force`. It ends the daemon at once; nothing acknowledged is lost.',
    },
    PORT_IN_USE: {
      status: 503,
      exit: environment,
      advice: 'Set settings.httpPort to a free port, or to 0 to let the system choose.',
    },
    HOME_NOT_WRITABLE: {
      status: 503,
      exit: environment,
      advice:
        'Make it writable for your user, or set IRIS_HOME to a folder that is. If the disk is mounted read-only, remount it.',
    },
    FILE_NOT_WRITABLE: {
      status: 503,
      exit: environment,
      advice: 'Make it writable for your user. If the disk is mounted read-only, remount it.',
    },
    HOME_DAMAGED: {
      status: 500,
      exit: environment,
      advice:
        'Something else is in the place of a file that Iris needs. Move it aside; Iris creates the file again.',
    },
    DISK_FULL: {
      status: 507,
      exit: environment,
      advice: 'Free some space, then send it again. Nothing acknowledged was lost.',
    },
    PROCESS_DID_NOT_START: {
      status: 503,
      exit: environment,
      advice: 'Check that the command is installed and on your PATH, and that its folder exists.',
    },
    DEMO_DID_NOT_START: {
      status: 503,
      exit: environment,
      advice: 'Run `npm run demo` in a terminal to see why; `iris doctor` checks what it needs.',
    },
    PLAYBOOK_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Fix the lines named here. docs/guides/rehearsal.md shows what a playbook can contain.',
    },
    PLAYBOOK_UNREADABLE: {
      status: 404,
      exit: notFound,
      advice: 'Check the path, and that you can read the file.',
    },
  },
})
