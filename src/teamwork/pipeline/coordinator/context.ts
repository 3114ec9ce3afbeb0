import type { Alerts } from '../../../core/alerts/index.ts'
import type { Inbox } from '../../../core/inbox/index.ts'
import type { Leases } from '../../../core/leases/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { Sessions } from '../../../core/sessions/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Clock, Moments } from '../../../platform/clock/index.ts'
import type { CompiledConfig } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Watch } from '../../watch/index.ts'
import type { Work } from '../../work/index.ts'
import type { ConcernRow, ConcernRows } from './rows.ts'

/** What the coordinator is made from. */
export interface CoordinatorDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  config: () => Pick<CompiledConfig, 'teams'>
  inbox: Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>
  sessions: Pick<Sessions, 'lastTurn' | 'cancel' | 'recovered'>
  tasks: Pick<Tasks, 'get' | 'projectOf' | 'become'>
  leases: Pick<Leases, 'list' | 'settle' | 'release'>
  rulings: Pick<Rulings, 'keep' | 'rule' | 'list'>
  work: Pick<Work, 'get' | 'list' | 'start' | 'hears'>
  watch: {
    alerts: Pick<Alerts, 'get' | 'list'>
    watch: Pick<Watch, 'look' | 'restart' | 'canRestart' | 'alsoLooksAt' | 'report' | 'fault'>
  }
}

/** What the functions of this folder work with. */
export interface CoordinatorContext extends CoordinatorDeps {
  rows: ConcernRows
  moments: Moments
  /** Something was decided: it is done, and the timer set anew, once that is committed. */
  wake: () => void
  signal: AbortSignal
}

/** Whose asks are those of no team. */
export const nobodysTeam = 'iris'

/** What every event about a concern says. */
export function about({
  subject,
  kind,
  about: what,
  team,
  build,
}: ConcernRow): Pick<ConcernRow, 'subject' | 'kind' | 'about' | 'team' | 'build'> {
  return { subject, kind, about: what, team, build }
}

const minute = 60_000

/** Minutes since a stored date, by the steady clock. */
export function minutesSince({ clock, moments }: CoordinatorContext, at: number | null): number {
  return at === null ? 0 : Math.max(0, clock.steady() - moments.of(at)) / minute
}
