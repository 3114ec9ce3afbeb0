import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of builds. */
export const plainBuilds = plainNoun({
  http: {
    startBuild: 'POST /api/builds',
    listBuilds: 'GET /api/builds',
    getBuild: 'GET /api/builds/:build',
    confirmBuild: 'POST /api/builds/:build/confirm',
    pauseBuild: 'POST /api/builds/:build/pause',
    resumeBuild: 'POST /api/builds/:build/resume',
    stopBuild: 'POST /api/builds/:build/stop',
    retryBuildTask: 'POST /api/builds/:build/tasks/:task/retry',
    skipBuildTask: 'POST /api/builds/:build/tasks/:task/skip',
  },
  errors: {
    BUILD_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris builds ls`; a build is named by its key, such as shop-b3, or its id.',
    },
    BUILD_EMPTY: {
      status: 400,
      exit: badInput,
      advice: 'Import tasks with `iris tasks import`, or add one with `iris tasks add`.',
    },
    BUILD_TASK_TAKEN: {
      status: 409,
      exit: conflict,
      advice: 'Wait for that build, or stop it with `iris builds stop`.',
    },
    BUILD_NOT_POSSIBLE: {
      status: 409,
      exit: conflict,
      advice: 'Work needs a repository of this machine with at least one commit.',
    },
    BUILD_STATE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris builds show <build>`; the message says what is possible now.',
    },
  },
})

/** About how many tokens Iris adds to an agent by its role: its tools and its prompt, at four characters a token. */
export const addedTokens = { worker: 2210 } as const
