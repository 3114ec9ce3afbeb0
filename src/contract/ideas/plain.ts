import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

/** The part without schemas of ideas. */
export const plainIdeas = plainNoun({
  http: {
    createIdea: 'POST /api/ideas',
    listIdeas: 'GET /api/ideas',
    getIdea: 'GET /api/ideas/:idea',
    readIdeaMessages: 'GET /api/ideas/:idea/messages',
    sayToIdea: 'POST /api/ideas/:idea/messages',
    retryIdea: 'POST /api/ideas/:idea/retry',
    setIdeaPhase: 'POST /api/ideas/:idea/phase',
    startIdeationSession: 'POST /api/ideation/sessions',
    listIdeationSessions: 'GET /api/ideation/sessions',
    getIdeationSession: 'GET /api/ideation/sessions/:idea',
    readIdeationMessages: 'GET /api/ideation/sessions/:idea/messages',
    sayInIdeationSession: 'POST /api/ideation/sessions/:idea/messages',
    readProfile: 'GET /api/profile',
    changeProfile: 'PUT /api/profile',
  },
  errors: {
    IDEA_UNKNOWN: {
      status: 404,
      exit: exitCodes.notFound,
      advice: 'See `iris idea ls`; an idea is named by its id or its short name.',
    },
    IDEA_NOTHING_TO_ASK: {
      status: 409,
      exit: exitCodes.conflict,
      advice: 'Say something first: `iris idea say <idea> <words>`.',
    },
    IDEA_PHASE_REFUSED: {
      status: 409,
      exit: exitCodes.conflict,
      advice: 'An idea goes back to an earlier phase by your word, and on only by what was said.',
    },
  },
})
