import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict, refused } = exitCodes

/** The part without schemas of tasks. */
export const plainTasks = plainNoun({
  http: {
    listTasks: 'GET /api/tasks',
    createTask: 'POST /api/tasks',
    importTasks: 'POST /api/tasks/import',
    orderTasks: 'GET /api/tasks/order',
    exportTasks: 'GET /api/tasks/export',
    markTaskFile: 'POST /api/tasks/mark',
    getTask: 'GET /api/tasks/:task',
    changeTask: 'POST /api/tasks/:task/status',
    prioritizeTask: 'PUT /api/tasks/:task/priority',
    linkTask: 'POST /api/tasks/:task/edges',
    unlinkTask: 'DELETE /api/tasks/:task/edges',
    waiveEdge: 'POST /api/tasks/:task/edges/waive',
    planTask: 'PUT /api/tasks/:task/plan',
    listAttempts: 'GET /api/tasks/:task/attempts',
  },
  errors: {
    TASK_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris tasks ls`; a task is named by its key, such as shop-42, or its id.',
    },
    TASK_CYCLE: {
      status: 409,
      exit: conflict,
      advice: 'Remove one of the edges named in the message, or turn the new one around.',
    },
    TASK_EDGE_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'An edge leads from one task to another task of the same project.',
    },
    TASK_STATUS_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'See `iris tasks show <task>`; the message says what is possible from here.',
    },
    TASK_CHANGED: {
      status: 409,
      exit: conflict,
      advice: 'Somebody changed it meanwhile. Look at it again, then decide.',
    },
    TASK_NOT_YOURS: {
      status: 403,
      exit: refused,
      advice:
        'This token is for one task. Make one for the other task: `iris token create <name> --task <task>`.',
    },
    TASK_CHECK_SET: {
      status: 409,
      exit: conflict,
      advice:
        'A worker may say what proves its task where nothing does yet. A person changes it: `iris tasks plan`.',
    },
    TASK_FILE_INVALID: {
      status: 400,
      exit: badInput,
      advice: 'Correct the lines the message names, then import the file again. Nothing was imported.',
    },
  },
})
