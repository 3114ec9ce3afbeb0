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
      advice: 'This is a fault in Iris. See `iris logs` and report it.',
    },
    INPUT_INVALID: { status: 400, exit: badInput, advice: 'Correct the named fields and try again.' },
    USAGE: { status: 400, exit: badInput, advice: 'See the command with --help.' },
    BODY_TOO_LARGE: {
      status: 413,
      exit: badInput,
      advice: 'Send at most 8 MiB in one request; put larger text in a file and name its path.',
    },
    NOT_FOUND: { status: 404, exit: notFound, advice: 'Check the name; list commands show what exists.' },
    ROUTE_NOT_FOUND: { status: 404, exit: notFound, advice: 'GET /api/openapi.json lists every route.' },
    HOST_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'Call Iris by the address it listens on, or add the host to settings.allowedHosts.',
    },
    ORIGIN_REFUSED: {
      status: 403,
      exit: refused,
      advice: 'Only pages served by Iris itself may call it from a browser.',
    },
    CALL_CUT: {
      status: 503,
      exit: unreachable,
      advice: 'What was accepted goes on: look with team_report before you send it again.',
    },
    INSIDE_AGENT: {
      status: 403,
      exit: refused,
      advice: 'Use the tools of Iris that you have as an agent, such as team_tell; commands are for people.',
    },
    DAEMON_NOT_RUNNING: {
      status: 503,
      exit: unreachable,
      advice: 'Start it with `iris start --background`.',
    },
    DAEMON_UNREACHABLE: { status: 503, exit: unreachable, advice: 'See `iris logs`, then `iris restart`.' },
    DAEMON_ALREADY_RUNNING: {
      status: 409,
      exit: conflict,
      advice: 'Use the running one (`iris status`), or stop it first with `iris stop`.',
    },
    DAEMON_DID_NOT_START: {
      status: 503,
      exit: unreachable,
      advice: 'See the log file it names; `iris doctor` checks the usual causes.',
    },
    DAEMON_DID_NOT_STOP: {
      status: 504,
      exit: timeout,
      advice: 'Try `iris stop --force`, which ends it at once. Nothing that was acknowledged is lost.',
    },
    PORT_IN_USE: {
      status: 503,
      exit: environment,
      advice: 'Set settings.httpPort to a free port, or 0 to let the system choose.',
    },
    HOME_NOT_WRITABLE: {
      status: 503,
      exit: environment,
      advice:
        'Make it writable for your user (a disk that is mounted read-only: mount it for writing), or set IRIS_HOME to a folder that is.',
    },
    FILE_NOT_WRITABLE: {
      status: 503,
      exit: environment,
      advice: 'Make it writable for your user; a disk that is mounted read-only: mount it for writing.',
    },
    HOME_DAMAGED: {
      status: 500,
      exit: environment,
      advice: 'Something else stands where Iris keeps a file. Move it aside; Iris makes the file anew.',
    },
    DISK_FULL: {
      status: 507,
      exit: environment,
      advice: 'Free some space. Nothing acknowledged was lost; what failed can be sent again.',
    },
    PROCESS_DID_NOT_START: {
      status: 503,
      exit: environment,
      advice: 'Check that the command is installed, on your PATH, and that its folder exists.',
    },
    DEMO_DID_NOT_START: {
      status: 503,
      exit: environment,
      advice: 'Run `npm run demo` in a terminal to see why; `iris doctor` checks what it needs.',
    },
    PLAYBOOK_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Correct the named lines; docs/guides/rehearsal.md shows what a playbook may hold.',
    },
    PLAYBOOK_UNREADABLE: {
      status: 404,
      exit: notFound,
      advice: 'Check the path and that your user may read the file.',
    },
  },
})
