import { IrisError, type Identity, type RunId, type runCalls } from '../contract/index.ts'
import type { EventLog } from '../core/store/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { Runs } from '../teamwork/runs/index.ts'

/** The handlers of the calls in `runCalls`. */
export type RunHandlers = Pick<Handlers, keyof typeof runCalls>

/** What the calls about runs do. */
export function createRunHandlers({ runs, log }: { runs: Runs; log: EventLog }): RunHandlers {
  return {
    startRun: (input) => runs.start(input),
    listRuns: ({ team, state, limit }) => ({
      runs: runs.list({ ...(team ? { team } : {}), isOpen: state === 'open', limit }),
    }),
    getRun({ run }, identity) {
      mayLook(runs, identity, run)
      return runs.get(run)
    },
    stopRun: ({ run }) => runs.stop(run, 'user'),
    resumeRun: ({ run, message, limits }) =>
      runs.resume(run, 'user', { ...(message ? { message } : {}), ...(limits ? { limits } : {}) }),
    tellRun({ run, message }) {
      const turn = runs.tell(run, message)
      return { run: runs.get(run), turn }
    },
    readRunEvents: ({ run, after, limit, types }) =>
      log.read({ session: runs.get(run).leader.session, after, limit, ...(types ? { types } : {}) }),
    listRoles: ({ team }) => runs.roles(team),
  }
}

/** An agent sees the run it leads, and no other. */
function mayLook(runs: Runs, { role, session }: Identity, run: RunId): void {
  if (role !== 'agent' || (session && runs.ledBy(session) === run)) return
  throw new IrisError('FORBIDDEN', 'An agent may look at the run it leads only.')
}
