import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of lessons. */
export const plainLessons = plainNoun({
  http: {
    listLessons: 'GET /api/lessons',
    recordLesson: 'POST /api/lessons',
    findLessons: 'POST /api/lessons/find',
    getLesson: 'GET /api/lessons/:lesson',
    confirmLesson: 'POST /api/lessons/:lesson/confirm',
    noteLesson: 'POST /api/lessons/:lesson/notes',
    rejectLesson: 'POST /api/lessons/:lesson/reject',
    retireLesson: 'POST /api/lessons/:lesson/retire',
    restoreLesson: 'POST /api/lessons/:lesson/restore',
    shareLesson: 'PUT /api/lessons/:lesson/shared',
    promoteLesson: 'POST /api/lessons/:lesson/promote',
    demoteLesson: 'POST /api/lessons/:lesson/demote',
  },
  errors: {
    LESSON_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris lessons ls --all`.',
    },
    LESSON_GLOB_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Write it from the top of the project, such as src/**/*.{ts,tsx}.',
    },
    LESSON_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris lessons show <lesson>`; the message says what is in the way.',
    },
    LESSON_LIMIT: {
      status: 409,
      exit: conflict,
      advice: 'Look through what is there with `iris lessons review`; reject or retire what is of no use.',
    },
    LESSON_NOT_PROMOTABLE: {
      status: 409,
      exit: conflict,
      advice: 'The message says what is missing; `iris lessons show <lesson>` shows how far it is.',
    },
    PROJECT_FILE_CHANGED: {
      status: 409,
      exit: conflict,
      advice: 'Somebody wrote the file at the same moment. Try again.',
    },
  },
})
