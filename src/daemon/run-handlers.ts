import { IrisError, type runCalls } from '../contract/index.ts'
import type { Handlers } from '../surface/http/index.ts'

/** The handlers of the calls in `runCalls`. */
export type RunHandlers = Pick<Handlers, keyof typeof runCalls>

/** What the calls about runs do. */
export function createRunHandlers(): RunHandlers {
  const none = ({ run }: { run: string }): never => {
    throw new IrisError('NOT_FOUND', `There is no run ${run}.`)
  }
  return {
    startRun() {
      throw new IrisError('NOT_FOUND', 'Runs cannot be started yet.')
    },
    listRuns: () => ({ runs: [] }),
    getRun: none,
    stopRun: none,
    resumeRun: none,
    tellRun: none,
    readRunEvents: none,
    listRoles: () => ({ roles: [], mistakes: [] }),
  }
}
