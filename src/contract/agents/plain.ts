import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { unreachable, notFound, refused, conflict, timeout, environment } = exitCodes

/** The part without schemas of agents, their processes and iris-pipe. */
export const plainAgents = plainNoun({
  http: {
    listProcesses: 'GET /api/processes',
  },
  errors: {
    CLAUDE_NOT_FOUND: {
      status: 503,
      exit: environment,
      advice:
        'Install it with `npm install -g @anthropic-ai/claude-code`, or set claude.path in config.yaml.',
    },
    CLAUDE_SETTINGS_INVALID: {
      status: 409,
      exit: environment,
      advice: 'The file was left as it is. Mend it by hand, or move it aside, and try again.',
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
      advice:
        'The agent does not read its input. Wait for it, or stop it; what was refused was not delivered.',
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
  },
})
