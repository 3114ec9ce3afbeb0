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
      advice: 'The file was not changed. Fix it by hand or move it aside, then try again.',
    },
    AGENT_DID_NOT_ANSWER: {
      status: 504,
      exit: timeout,
      advice: 'The agent may be stuck or slow to start. Check its output, or stop it and tell it again.',
    },
    AGENT_REFUSED: {
      status: 409,
      exit: refused,
      advice: 'The agent said no. The message has its reason.',
    },
    AGENT_DID_NOT_END: {
      status: 500,
      exit: environment,
      advice: 'The process survived a kill. Restart the machine to end it.',
    },
    PIPE_UNREACHABLE: {
      status: 503,
      exit: unreachable,
      advice:
        'See pipe/pipe.log in your Iris home, then run `iris restart`. Running agents are not affected.',
    },
    PIPE_INCOMPATIBLE: {
      status: 503,
      exit: conflict,
      advice:
        'The running agents belong to another version of Iris. End them or let them finish, then start Iris again.',
    },
    PIPE_CLOSED: {
      status: 503,
      exit: unreachable,
      advice: 'The connection to iris-pipe was lost. The daemon reconnects on its own; try again.',
    },
    PIPE_BUSY: {
      status: 503,
      exit: refused,
      advice: 'The agent is not reading its input. Wait for it or stop it. The message was not delivered.',
    },
    PIPE_AGENT_GONE: {
      status: 410,
      exit: notFound,
      advice: 'The agent has ended. Tell it again: it starts and continues its conversation.',
    },
    PIPE_AGENT_EXISTS: {
      status: 409,
      exit: conflict,
      advice: 'Another agent has this id. Use a new one.',
    },
    PIPE_AGENT_RUNNING: {
      status: 409,
      exit: conflict,
      advice: 'End the agent first, then delete its output.',
    },
  },
})
