import { IrisError } from '../../src/contract/index.ts'
import type { RunHandlers } from '../../src/daemon/run-handlers.ts'

/** The calls about runs of a daemon that has none and starts none. */
export function noRuns(): RunHandlers {
  const refuse = (): never => {
    throw new IrisError('NOT_FOUND', 'There are no runs here.')
  }
  return {
    startRun: refuse,
    listRuns: () => ({ runs: [] }),
    getRun: refuse,
    stopRun: refuse,
    resumeRun: refuse,
    tellRun: refuse,
    readRunEvents: refuse,
    listRoles: () => ({ roles: [], mistakes: [] }),
  }
}
