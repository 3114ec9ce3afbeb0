import { exitCodes } from '../exit-codes.ts'
import { plainNoun } from '../noun.ts'

const { unexpected, conflict, environment } = exitCodes

/** The part without schemas of the event log and the database that holds it. */
export const plainLog = plainNoun({
  http: {
    readEvents: 'GET /api/events',
    pruneLog: 'POST /api/log/prune',
    shrinkLog: 'POST /api/log/shrink',
  },
  errors: {
    EVENT_INVALID: {
      status: 500,
      exit: unexpected,
      advice: 'A part of Iris wrote a malformed event; nothing was stored. Report it.',
    },
    REACTIONS_ENDLESS: {
      status: 500,
      exit: unexpected,
      advice: 'Parts of Iris kept reacting to each other; nothing was stored. Report it.',
    },
    NOT_ON_DISK: {
      status: 507,
      exit: environment,
      advice:
        'What you asked for was done (see `done` in the details), so do not send it again. Look at the disk: until it works, a power cut would take this back.',
    },
    TURNS_OPEN: {
      status: 409,
      exit: conflict,
      advice: 'Wait until they have ended (`iris sessions` shows where), then try again.',
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
      advice:
        'This database was written by a newer Iris. Update Iris, or point IRIS_HOME at another folder. A copy that is named here may be from before that.',
    },
    DATABASE_CORRUPT: {
      status: 500,
      exit: environment,
      advice:
        'Move the file aside, then put the copy in its place that is named here. Without one Iris begins with an empty log.',
    },
    DATABASE_CHANGED: {
      status: 500,
      exit: environment,
      advice:
        'A migration that already ran was edited. Restore the original source, or the copy that is named here.',
    },
    DATABASE_READ_ONLY: {
      status: 503,
      exit: environment,
      advice:
        'Make the database and its folder writable for your user; a disk that is mounted read-only: mount it for writing.',
    },
    DATABASE_UNAVAILABLE: {
      status: 503,
      exit: environment,
      advice:
        'Another process holds the database, or the file cannot be opened. `iris status` shows the daemon.',
    },
  },
})
