import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { badInput, notFound, conflict, environment } = exitCodes

/** The part without schemas of worktrees. */
export const plainWorktrees = plainNoun({
  http: {
    listWorktrees: 'GET /api/worktrees',
    makeWorktree: 'POST /api/worktrees',
    getWorktree: 'GET /api/worktrees/:task',
    rescueWorktree: 'POST /api/worktrees/:task/rescue',
    makeCheckpoint: 'POST /api/worktrees/:task/checkpoints',
    returnWorktree: 'POST /api/worktrees/:task/return',
    removeWorktree: 'DELETE /api/worktrees/:task',
  },
  errors: {
    WORKTREE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris worktrees`; `iris worktrees make <task>` makes one.',
    },
    CHECKPOINT_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'See `iris worktrees show <task>` for its checkpoints.',
    },
    WORKTREE_IMPOSSIBLE: {
      status: 400,
      exit: badInput,
      advice: 'The message says what the project lacks. Nothing was made.',
    },
    WORKTREE_REFUSED: {
      status: 409,
      exit: conflict,
      advice: 'The message says what is in the way. Nothing was changed.',
    },
    WORKTREE_FOREIGN: {
      status: 409,
      exit: conflict,
      advice:
        'Iris acts only in folders it made. Move that folder away, or set `git.worktrees` in config.yaml.',
    },
    WORKTREE_UNSAVED: {
      status: 409,
      exit: conflict,
      advice:
        'Merge or push the branch, or save the work with `iris worktrees rescue <task>`, then remove it.',
    },
    WORKTREE_BUSY: {
      status: 409,
      exit: conflict,
      advice: 'Something is at work in the worktree. Wait until it has finished, then try again.',
    },
    GIT_FAILED: {
      status: 500,
      exit: environment,
      advice: 'The message is what git said. Nothing was lost; put that right and try again.',
    },
  },
})
