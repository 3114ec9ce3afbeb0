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
      advice: 'A part of Iris wrote a malformed event. Nothing was stored. Please report it.',
    },
    REACTIONS_ENDLESS: {
      status: 500,
      exit: unexpected,
      advice: 'Parts of Iris kept reacting to each other. Nothing was stored. Please report it.',
    },
    NOT_ON_DISK: {
      status: 507,
      exit: environment,
      advice:
        'It was done (see `done` in the details), so do not send it again. But the disk did not confirm it, and a power cut would undo it: check the disk.',
    },
    TURNS_OPEN: {
      status: 409,
      exit: conflict,
      advice: 'Wait for them to end (`iris sessions` shows them), then try again.',
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
        'A newer Iris wrote this database. Update Iris, or set IRIS_HOME to another folder. If a backup is named here, it may be from before the update.',
    },
    DATABASE_CORRUPT: {
      status: 500,
      exit: environment,
      advice:
        'Move the file aside and put the backup named here in its place. Without a backup, Iris starts with an empty log.',
    },
    DATABASE_CHANGED: {
      status: 500,
      exit: environment,
      advice:
        'Someone edited a migration that had already run. Restore the original source, or the backup named here.',
    },
    DATABASE_READ_ONLY: {
      status: 503,
      exit: environment,
      advice:
        'Make the database and its folder writable for your user. If the disk is mounted read-only, remount it.',
    },
    DATABASE_UNAVAILABLE: {
      status: 503,
      exit: environment,
      advice:
        'Another process is using the database, or the file cannot be opened. Check the daemon with `iris status`.',
    },
  },
})
