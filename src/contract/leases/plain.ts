import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { conflict, notFound } = exitCodes

/** The part without schemas of leases. */
export const plainLeases = plainNoun({
  http: {
    listLeases: 'GET /api/leases',
    registerWorker: 'POST /api/leases/:task/worker',
    takeLease: 'POST /api/leases/:task',
    checkpointLease: 'POST /api/leases/:task/checkpoint',
    releaseLease: 'DELETE /api/leases/:task',
  },
  errors: {
    LEASE_STALE: {
      status: 409,
      exit: conflict,
      advice:
        'The lease ended or was granted anew. Take it again, look at what others changed meanwhile, then go on.',
    },
    LEASE_NOT_REGISTERED: {
      status: 409,
      exit: conflict,
      advice: 'A worker registers before it takes a lease, and again after it crashed.',
    },
    LEASE_HELD: {
      status: 409,
      exit: conflict,
      advice: 'A task has one worker at a time. See `iris leases`; a person may end the lease there.',
    },
    LEASE_UNPLANNED: {
      status: 409,
      exit: conflict,
      advice: 'Say first which files the task writes: `task_plan`, or `iris tasks plan`.',
    },
    LEASE_UNKNOWN: {
      status: 404,
      exit: notFound,
      advice: 'This task holds no lease and waits for none. See `iris leases`.',
    },
  },
})
