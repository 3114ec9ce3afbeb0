import { IrisError } from '../../src/contract/index.ts'
import type { Runs } from '../../src/teamwork/runs/index.ts'

/** Runs of a daemon that has none and starts none. */
export function emptyRuns(): Runs {
  const refuse = (): never => {
    throw new IrisError('NOT_FOUND', 'There are no runs here.')
  }
  return {
    start: refuse,
    list: () => [],
    get: refuse,
    stop: refuse,
    resume: refuse,
    tell: refuse,
    complete: refuse,
    ledBy: () => undefined,
    roles: () => Promise.resolve({ roles: [], mistakes: [] }),
    dutyOf: () => undefined,
    onTold: () => undefined,
    recover: () => undefined,
    close: () => undefined,
  }
}
