import type { CallerSeat, Org, SessionId } from '../../contract/index.ts'
import { createNames } from '../../core/names/index.ts'
import type { Duty } from '../../core/agents/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import { partsAwaited } from './bringing-in.ts'
import { createBudgets } from './budgets.ts'
import { callerSeat, createSeatsPort } from './calling.ts'
import { leaderOf } from './climbing.ts'
import type { OrgContext, OrgDeps } from './context.ts'
import { createContextWatch } from './context-watch.ts'
import { dutyOfSeat } from './duty.ts'
import { createFinishing } from './finishing.ts'
import { handOver, isHandingOver } from './handover.ts'
import { createHolding } from './holding.ts'
import { holdPaused, pauseSeat, resumeSeat, type SeatName } from './pausing.ts'
import { isPlanOpen } from './plans.ts'
import { reassigning } from './reassigning.ts'
import { replaceIn } from './replacing.ts'
import { found, startOrg, stopOrg } from './orgs.ts'
import { createLadder } from './ladder.ts'
import { createOrgRows, type ShiftRow } from './rows.ts'
import { createTending } from './tending.ts'
import { toOrg } from './views.ts'

/** Keeps the organisations of projects running. */
export interface Supervisor {
  context: OrgContext
  start(team: string, by: string): Promise<Org>
  stop(project: string, by: string): Promise<Org>
  get(project: string): Org
  list(): Org[]
  /** Has a seat handed over to a successor. */
  handOver(seat: SeatName): Org
  /** Gives a seat to a successor without asking whoever has it. */
  replace(seat: SeatName, by: string): Org
  /** Delivers nothing more to a seat until it is resumed. */
  pause(seat: SeatName, by: string): Org
  resume(seat: SeatName, by: string): Org
  /** Who calls from a session, when it is a seat. */
  seatOf(session: SessionId): CallerSeat | undefined
  /** What the agent of a seat is started with; `own` is what its task gives it. */
  dutyOf(session: SessionRow, own: Duty | undefined): Duty | undefined
  close(): Promise<void>
}

export function createSupervisor(deps: OrgDeps): Supervisor {
  const stopped = new AbortController()
  const finishSoon = createFinishing(() => context)
  const context: OrgContext = {
    ...deps,
    rows: createOrgRows(deps.sql),
    names: createNames({
      home: deps.environment.home,
      onMistake: (text) => deps.logger.warn('the list of names has a mistake', { text }),
    }),
    signal: stopped.signal,
    gauges: new Map(),
    finishSoon,
    holdSeat: (seat, reason) => holding.hold(seat, reason),
    releaseSeat: (seat, reason) => holding.release(seat, reason),
    isHeld: (seat) => holding.isHeld(seat),
    letGo: (seat) => holding.letGo(seat),
    heldOrg: (project) => budgets.held(project),
    lookAtBudgets: (project) => budgets.look(project),
    holdNew: (seat) => budgets.holdNew(seat),
    nextLook: (project) => ladder.nextLook(project),
    beginLadder: (project) => ladder.begin(project),
  }
  const ladder = createLadder(context)
  const { rows } = context
  const holding = createHolding(context)
  holdPaused(context)
  const budgets = createBudgets(context)
  deps.rooms.alsoWakes(createSeatsPort(context))
  deps.inbox.alsoLeads((session) => leaderOf(context, session))
  deps.work.alsoHeld((session) => isHandingOver(context, session) || isPlanOpen(context, session))
  deps.work.alsoWaits((session) => partsAwaited(context, session))
  deps.work.alsoReassigns((build) => reassigning(context, build))
  const heard = deps.sessions.heard$.subscribe(createContextWatch(context))
  // Before anything is delivered: what waits in their queues is for their successors.
  for (const shift of rows.shifts.handingOver()) if (isToBeFinished(deps, shift)) finishSoon(shift.seat)
  const tending = createTending(context)
  return {
    context,
    start: async (team, by) => toOrg(context, await startOrg(context, team, by)),
    stop: async (project, by) => toOrg(context, await stopOrg(context, project, by)),
    get: (project) => toOrg(context, found(context, project)),
    list: () => rows.orgs.all().map((org) => toOrg(context, org)),
    handOver: (seat) => toOrg(context, found(context, handOver(context, seat))),
    replace: (seat, by) => toOrg(context, found(context, replaceIn(context, seat, by))),
    pause: (seat, by) => toOrg(context, found(context, pauseSeat(context, seat, by))),
    resume: (seat, by) => toOrg(context, found(context, resumeSeat(context, seat, by))),
    seatOf: (session) => callerSeat(context, session),
    dutyOf: (session, own) => dutyOfSeat(context, session, own),
    async close() {
      stopped.abort()
      heard.unsubscribe()
      ladder.close()
      budgets.close()
      await tending.close()
    },
  }
}

/** Whether nothing is left of a handover but to read the page. */
function isToBeFinished({ sessions }: OrgDeps, { handoff, replacedBy }: ShiftRow): boolean {
  return replacedBy !== null || (handoff !== null && sessions.turn(handoff).endedAt !== null)
}
