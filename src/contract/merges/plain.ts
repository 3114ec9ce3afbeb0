import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict } = exitCodes

/** The part without schemas of merges. */
export const plainMerges = plainNoun({
  http: {
    listMerges: 'GET /api/merges',
    getForecast: 'GET /api/merges/forecast',
    planMerge: 'GET /api/tasks/:task/merge',
    mergeTask: 'POST /api/tasks/:task/merge',
    planUndo: 'GET /api/tasks/:task/merge/undo',
    undoMerge: 'POST /api/tasks/:task/merge/undo',
    getChange: 'GET /api/tasks/:task/change',
    getChangedFile: 'GET /api/tasks/:task/change/file',
    pushTask: 'POST /api/tasks/:task/push',
  },
  errors: {
    MERGE_IMPOSSIBLE: {
      status: 409,
      exit: conflict,
      advice: 'The message says what is missing. `iris forecast <team>` shows every branch of the project.',
    },
    MERGE_CONFLICTS: {
      status: 409,
      exit: conflict,
      advice:
        'Rebase the branch in its worktree (`git rebase <target>`), resolve the paths the message names, and merge again.',
    },
    MERGE_CHECKOUT_BUSY: {
      status: 409,
      exit: conflict,
      advice: 'Commit, stash or move away what the message names, in the folder it names, and merge again.',
    },
    MERGE_MOVED: {
      status: 409,
      exit: conflict,
      advice: 'Look again with `iris merge <task> --dry-run`, then decide. Nothing was changed.',
    },
    MERGE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris merges ls`.',
    },
    UNDO_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'Take the merge back with a commit on top: `iris merge undo <task> --revert`.',
    },
    CHANGE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris forecast <team>` for the branches that have something new.',
    },
    GIT_UNFIT: {
      status: 409,
      exit: badInput,
      advice: 'Iris merges in git repositories on this machine, with git 2.38 or newer; see `git --version`.',
    },
    PUSH_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'Correct what the message says, then `iris push <task>`, or push the branch yourself.',
    },
  },
})
