import { IrisError, type Caller, type OperationsOf, type RunId, type runsNoun } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Runs } from './runs.ts'

/** What the operations on runs do. */
export function runOperations({
  runs,
  log,
}: {
  runs: Runs
  log: Pick<EventLog, 'read'>
}): OperationsOf<typeof runsNoun> {
  return {
    startRun: (input) => runs.start(input),
    listRuns: ({ team, state, limit }) => ({
      runs: runs.list({ ...(team ? { team } : {}), isOpen: state === 'open', limit }),
    }),
    getRun({ run }, caller) {
      mayLook(runs, caller, run)
      return runs.get(run)
    },
    stopRun: ({ run }) => runs.stop(run, 'user'),
    resumeRun: ({ run, message, limits }) =>
      runs.resume(run, 'user', { ...(message ? { message } : {}), ...(limits ? { limits } : {}) }),
    tellRun({ run, message }) {
      const turn = runs.tell(run, message)
      return { run: runs.get(run), turn }
    },
    readRunEvents: {
      page: ({ run, after, limit, types }) =>
        log.read({ session: runs.get(run).leader.session, after, limit, ...(types ? { types } : {}) }),
      session: ({ run }) => runs.get(run).leader.session,
    },
    listRoles: ({ team }) => runs.roles(team),
  }
}

/** An agent sees the run it leads, and no other. */
function mayLook(runs: Runs, { kind, session }: Caller, run: RunId): void {
  if (kind !== 'agent' || (session && runs.ledBy(session) === run)) return
  throw new IrisError('FORBIDDEN', 'An agent may look at the run it leads only.')
}
