/** What a code means wherever it surfaces: HTTP status, CLI exit code and the way out. */
export interface ErrorKind {
  status: number
  exit: number
  advice: string
}

/** CLI exit codes; documented in docs/errors.md. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  badInput: 2,
  unreachable: 3,
  notFound: 4,
  refused: 5,
  conflict: 6,
  timeout: 7,
  environment: 8,
} as const

const { unexpected, badInput, unreachable, notFound, refused, conflict, timeout, environment } = exitCodes

/** Every error code Iris may show. docs/errors.md explains each; a test compares the two. */
export const errorCatalogue = {
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
  TOKEN_MISSING: {
    status: 401,
    exit: refused,
    advice: 'Send `Authorization: Bearer <token>`; yours is in the file `token` of your Iris home.',
  },
  TOKEN_INVALID: {
    status: 401,
    exit: refused,
    advice: 'The token is unknown or revoked. Make one with `iris token create`.',
  },
  FORBIDDEN: {
    status: 403,
    exit: refused,
    advice: 'This token may not do that. Use one with the role `human`.',
  },
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
  DAEMON_NOT_RUNNING: { status: 503, exit: unreachable, advice: 'Start it with `iris start --background`.' },
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
    advice: 'Make the folder writable for your user, or set IRIS_HOME to one that is.',
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
  DATABASE_DRIVER_MISSING: {
    status: 500,
    exit: environment,
    advice:
      'Use Node 22.13 or newer (it has SQLite built in), or install a C++ compiler and run `npm rebuild better-sqlite3`.',
  },
  DATABASE_TOO_NEW: {
    status: 500,
    exit: environment,
    advice: 'This database was written by a newer Iris. Update Iris, or point IRIS_HOME at another folder.',
  },
  DATABASE_CORRUPT: {
    status: 500,
    exit: environment,
    advice: 'Move the file aside and restore a copy from the folder `backups` of your Iris home.',
  },
  DATABASE_CHANGED: {
    status: 500,
    exit: environment,
    advice:
      'A migration that already ran was edited. Restore the original source or the backup made before it.',
  },
  DATABASE_READ_ONLY: {
    status: 503,
    exit: environment,
    advice: 'Give your user write permission for the database and its folder.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    exit: environment,
    advice:
      'Another process holds the database, or the file cannot be opened. `iris status` shows the daemon.',
  },
  EVENT_INVALID: {
    status: 500,
    exit: unexpected,
    advice: 'A part of Iris wrote a malformed event; nothing was stored. Report it.',
  },
  PROCESS_DID_NOT_START: {
    status: 503,
    exit: environment,
    advice: 'Check that the command is installed, on your PATH, and that its folder exists.',
  },
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
  TEAM_EXISTS: {
    status: 409,
    exit: conflict,
    advice: 'Choose another name, or remove the team first with `iris teams remove`.',
  },
  PIPE_UNREACHABLE: {
    status: 503,
    exit: unreachable,
    advice: 'See pipe/pipe.log in your Iris home, then `iris restart`. Agents that run are not harmed.',
  },
  PIPE_INCOMPATIBLE: {
    status: 503,
    exit: conflict,
    advice:
      'An iris-pipe of another version holds the agents. End them or let them finish, then start Iris again.',
  },
  PIPE_CLOSED: {
    status: 503,
    exit: unreachable,
    advice: 'The connection to iris-pipe ended. The daemon reconnects by itself; try again.',
  },
  PIPE_BUSY: {
    status: 503,
    exit: refused,
    advice: 'The agent does not read its input. Wait for it, or stop it; what was refused was not delivered.',
  },
  PIPE_AGENT_GONE: {
    status: 410,
    exit: notFound,
    advice: 'The agent process has ended; a new message starts it again with its session.',
  },
  PIPE_AGENT_EXISTS: {
    status: 409,
    exit: conflict,
    advice: 'The id is taken by an agent that runs or was not forgotten. Use a new one.',
  },
  PIPE_AGENT_RUNNING: {
    status: 409,
    exit: conflict,
    advice: 'End the agent first; its output is deleted only after that.',
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
  CLAUDE_NOT_FOUND: {
    status: 503,
    exit: environment,
    advice: 'Install it with `npm install -g @anthropic-ai/claude-code`, or set claude.path in config.yaml.',
  },
  AGENT_DID_NOT_ANSWER: {
    status: 504,
    exit: timeout,
    advice: 'The agent may be stuck or starting slowly. Look at its output, or stop it and send again.',
  },
  AGENT_REFUSED: {
    status: 409,
    exit: refused,
    advice: 'The agent understood and said no; its reason is in the message.',
  },
  AGENT_DID_NOT_END: {
    status: 500,
    exit: environment,
    advice: 'The system did not end the process even when told to kill it. A restart of the machine does.',
  },
  TEAM_UNKNOWN: {
    status: 404,
    exit: notFound,
    advice: 'See `iris teams list`; teams are named in config.yaml.',
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
  PROJECT_FILE_REFUSED: {
    status: 409,
    exit: environment,
    advice:
      'Of a project Iris reads regular files inside it, each of at most 256 KiB. Replace or remove this one.',
  },
  TEAM_BUSY: {
    status: 409,
    exit: conflict,
    advice: 'Wait for what is under way to end, or use force, which stops a turn.',
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
  ASK_ANSWERED: {
    status: 409,
    exit: conflict,
    advice: 'Somebody was faster; the first answer counts. The ask shows who.',
  },
  ASK_NOT_YOURS: {
    status: 403,
    exit: refused,
    advice: 'An agent cannot answer its own ask, nor one that was not passed to it.',
  },
  CALL_CUT: {
    status: 503,
    exit: unreachable,
    advice: 'What was accepted goes on: look with team_report before you send it again.',
  },
  CLAUDE_SETTINGS_INVALID: {
    status: 409,
    exit: environment,
    advice: 'The file was left as it is. Mend it by hand, or move it aside, and try again.',
  },
  TELL_CYCLE: {
    status: 409,
    exit: conflict,
    advice: 'The team you tell is waiting for you; answer first, or tell it with timeout -1.',
  },
  DEMO_DID_NOT_START: {
    status: 503,
    exit: environment,
    advice: 'Run `npm run demo` in a terminal to see why; `iris doctor` checks what it needs.',
  },
  CONFIG_CHANGED: {
    status: 409,
    exit: conflict,
    advice: 'Somebody else changes config.yaml, or did meanwhile. Read it again and put your change to that.',
  },
  LOGIN_LINK_INVALID: {
    status: 401,
    exit: refused,
    advice: 'A link works once, for a minute, on this machine. Run `iris open` for another.',
  },
  ANSWER_INVALID: {
    status: 400,
    exit: badInput,
    advice:
      'Choose an option by its key or label, or answer in words where that is allowed: iris inbox show <ask>.',
  },
  RUN_OPEN: {
    status: 409,
    exit: conflict,
    advice: 'The run has not ended: tell it something, or stop it first.',
  },
  RUN_ENDED: {
    status: 409,
    exit: conflict,
    advice: 'The run has ended: resume it to go on.',
  },
  RUN_OVER_LIMIT: {
    status: 409,
    exit: conflict,
    advice: 'Resume it with a higher limit.',
  },
  ROLE_UNKNOWN: {
    status: 404,
    exit: notFound,
    advice: 'See `iris runs roles`; a project adds roles of its own in .iris/roles/<role>.md.',
  },
  ROLE_INVALID: {
    status: 400,
    exit: badInput,
    advice: 'Correct the file of the role as the message says, and try again.',
  },
  IRIS_DISABLED: {
    status: 409,
    exit: conflict,
    advice: 'Set `agent.enabled: true` in config.yaml. Questions of teams are filed by rules all the same.',
  },
  IRIS_UNAVAILABLE: {
    status: 503,
    exit: unreachable,
    advice: 'See `iris events --types model.called` for why, and try again.',
  },
  IRIS_BUDGET_SPENT: {
    status: 409,
    exit: conflict,
    advice: 'Raise `agent.budget` in config.yaml, or wait for the next day.',
  },
  TELL_HOPS: {
    status: 409,
    exit: conflict,
    advice: 'Teams have passed this on for long enough: a person has to say something before they go on.',
  },
  INSIDE_AGENT: {
    status: 403,
    exit: refused,
    advice: 'Use the tools of Iris that you have as an agent, such as team_tell; commands are for people.',
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
  NOT_ON_DISK: {
    status: 507,
    exit: environment,
    advice:
      'What you asked for was done (see `done` in the details), so do not send it again. Look at the disk: until it works, a power cut would take this back.',
  },
  TURN_BEGUN: {
    status: 409,
    exit: conflict,
    advice: 'It was left alone. To stop it, cancel it: `iris cancel <team>`, or Interrupt in the dashboard.',
  },
  TURNS_OPEN: {
    status: 409,
    exit: conflict,
    advice: 'Wait until they have ended (`iris sessions` shows where), then try again.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue
