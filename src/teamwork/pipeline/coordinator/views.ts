import type { Concern } from '../../../contract/index.ts'
import type { CoordinatorContext } from './context.ts'
import type { ConcernRow } from './rows.ts'

/** A concern as people see it. */
export function toConcern({ moments, clock }: CoordinatorContext, row: ConcernRow): Concern {
  const { subject, kind, about, team, build, action, why, ruling, ask, openedAt, decidedAt, againMs } = row
  const { interrupts, restarts, endedAt } = row
  const decided = { action, why, ruling, ask, openedAt, decidedAt, interrupts, restarts, endedAt }
  const againInMs =
    againMs === null ? null : Math.max(0, Math.round(moments.of(decidedAt) + againMs - clock.steady()))
  return { subject, kind, about, team, build, ...decided, againInMs }
}
