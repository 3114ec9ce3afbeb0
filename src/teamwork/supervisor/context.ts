import type { SeatId, SessionId } from '../../contract/index.ts'
import type { Channels } from '../../core/channels/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Names } from '../../core/names/index.ts'
import type { SessionRow, Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Tasks } from '../../core/tasks/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Wiki } from '../../core/wiki/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Rooms } from '../rooms/index.ts'
import type { Work } from '../work/index.ts'
import type { HeldRow, OrgRows, SeatRow } from './rows.ts'

/** A model that says whether somebody who rests has nothing to do; undefined when it cannot say. */
export interface IdleJudge {
  judgeIdle(resting: {
    session: SessionRow
    model: string
    name: string
    atWork: readonly string[]
    said: string
  }): Promise<{ isIdle: boolean | undefined; costUsd: number }>
}

/** What organisations are made from. */
export interface OrgDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  config: () => CompiledConfig
  environment: Environment
  projects: Projects
  sessions: Sessions
  inbox: Inbox
  usage: Usage
  tasks: Tasks
  channels: Channels
  wiki: Pick<Wiki, 'of' | 'changed'>
  work: Pick<
    Work,
    'start' | 'pause' | 'resume' | 'stop' | 'get' | 'bringIn' | 'alsoHeld' | 'alsoWaits' | 'alsoReassigns'
  >
  rooms: Pick<Rooms, 'refresh' | 'alsoWakes'>
  iris: IdleJudge
}

/** What the functions of this folder work with. */
export interface OrgContext extends OrgDeps {
  rows: OrgRows
  names: Names
  signal: AbortSignal
  /** How full the conversations of seats are, in percent. */
  gauges: Map<SessionId, number>
  /** When the EM of a project is looked at next. */
  nextLook: (project: string) => number | null
  /** Something happened in a session: whoever has it is looked at soon again. */
  beginLadder: (project: string) => void
  /** Keeps the queue of a seat still and its build paused, until every reason is gone. */
  holdSeat: (seat: SeatRow, reason: string) => void
  releaseSeat: (seat: SeatRow, reason: string) => void
  isHeld: (seat: SeatId) => boolean
  /** A seat that is closed holds nothing any more. */
  letGo: (seat: SeatId) => void
  /** Why the organisation as a whole is held; undefined when it is not. */
  heldOrg: (project: string) => HeldRow | undefined
  lookAtBudgets: (project: string) => void
  /** A seat opened: while its organisation is held it is too. */
  holdNew: (seat: SeatRow) => void
  /** Looks whether the handoff of a seat is written, and goes on from there. */
  finishSoon: (seat: SeatId) => void
}

/** What `org:` says for a project. */
interface OrgLimits {
  managers: number
  workers: number
  handOverAt: number
  budget: CompiledConfig['org']['budget']
  plans: CompiledConfig['org']['plans']
  /** Null when it is off. */
  idleCheck: string | null
}

/** What holds in a project: what is said of it alone goes before what holds for all. */
export function limitsOf({ config }: Pick<OrgDeps, 'config'>, project: string): OrgLimits {
  const all = config().org
  const own = Object.hasOwn(all.projects, project) ? all.projects[project] : undefined
  return {
    ...numbersOf(all, own),
    budget: { ...all.budget, ...own?.budget },
    plans: own?.plans ?? all.plans,
    idleCheck: modelOf(own?.idleCheck ?? all.idleCheck),
  }
}

type Numbers = Pick<OrgLimits, 'managers' | 'workers' | 'handOverAt'>

function numbersOf(all: Numbers, own: { [N in keyof Numbers]?: number | undefined } = {}): Numbers {
  const { managers = all.managers, workers = all.workers, handOverAt = all.handOverAt } = own
  return { managers, workers, handOverAt }
}

const modelOf = (word: string): string | null => (word === 'off' ? null : word)

/** The key of the engineering manager's seat. */
export const emKey = 'em'

/** The files of roles that managers and workers have. */
export const roleOfManagers = 'manager'
export const roleOfWorkers = 'seated-worker'
