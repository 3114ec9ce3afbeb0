import type { SessionId, Task, TurnId } from '../../contract/index.ts'
import { hasPlace } from './clearing.ts'
import type { TurnRow } from '../../core/sessions/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { stepOf, type Step, type WorkFacts } from './steps.ts'

/** What is so of all tasks of a build, read once. */
export interface BuildFacts {
  build: BuildRow
  rows: readonly WorkRow[]
  /** How many are being worked: they have a session and no end. */
  atWork: number
  fences: LeaseFacts['fences']
  waiting: LeaseFacts['waiting']
  toGiveWay: LeaseFacts['toGiveWay']
}

export function readBuild(
  context: WorkContext,
  build: BuildRow,
  leases: LeaseFacts = context.leases.standings(build.project),
): BuildFacts {
  const rows = context.rows.tasksOf(build.id)
  const atWork = rows.filter((row) => row.session !== null && row.outcome === null).length
  return { build, rows, atWork, ...leases }
}

type LeaseFacts = ReturnType<WorkContext['leases']['standings']>

/** What is to be done next for one of its tasks. Of one that is over nothing more is read: a build has many of those. */
export function stepIn(context: WorkContext, facts: BuildFacts, row: WorkRow): Step {
  if (row.outcome !== null && !hasPlace(row)) return { do: 'nothing', at: row.outcome, why: null }
  return stepOf(factsOf(context, facts, row))
}

/** What is so of one of its tasks. */
function factsOf(context: WorkContext, facts: BuildFacts, row: WorkRow): WorkFacts {
  const { build, atWork } = facts
  const task = context.tasks.get(row.task)
  const last =
    row.session === null || row.turn === null ? undefined : lastTurn(context, row.session, row.turn)
  const moment = row.checking ?? last?.id ?? null
  return {
    build: isAtRest(build) ? 'resting' : 'working',
    outcome: row.outcome,
    status: statusOf(task),
    why: task.why,
    hasRoom: atWork < build.parallel,
    ask: askOf(context, row),
    laterMs: laterMs(context, row),
    hasSession: row.session !== null,
    ...filesOf(facts, row, moment),
    isWorktreeReady: row.folder !== null,
    hasPlace: hasPlace(row),
    isTried: row.attempt !== null,
    turn: turnOf(context, row, last),
    isAsking: row.session !== null && isAsking(context, row.session),
    waitsFor: row.session === null ? null : context.waitsFor(row.session),
    starts: row.starts,
    check: row.checking === null ? 'none' : context.checks.get(row.checking).state,
    install: row.installing === null ? 'none' : context.checks.get(row.installing).state,
    isGroundKnown: row.looked === moment,
    isCommitted: row.committed !== null,
  }
}

type FileFacts = Pick<WorkFacts, 'lease' | 'isToGiveWay' | 'isCaughtUp' | 'isTaking' | 'hasNews'>

/** What is so of its files and of who else had them; `moment` is what ran last. */
function filesOf(facts: BuildFacts, row: WorkRow, moment: string | null): FileFacts {
  return {
    lease: leaseOf(facts, row),
    isToGiveWay: facts.toGiveWay.has(row.task) && row.stayed !== (moment ?? ''),
    isCaughtUp: row.fence === 0 || row.caughtUp === row.fence,
    isTaking: row.taking !== null,
    hasNews: row.news !== null,
  }
}

function lastTurn({ sessions }: WorkContext, session: SessionId, turn: TurnId): TurnRow {
  return sessions.lastTurn(session) ?? sessions.turn(turn)
}

/** What ran last in a try: its check, or before that the turn of its agent. */
export function lastOf({ sessions }: WorkContext, { checking, session, turn }: WorkRow): string | null {
  if (checking !== null || session === null || turn === null) return checking
  return sessions.lastTurn(session)?.id ?? turn
}

/** Its process waits, or it ended its turn with a question that only a person can answer. */
function isAsking({ inbox }: WorkContext, session: SessionId): boolean {
  const asks = inbox.openIn(session)
  if (asks.length === 0) return false
  if (inbox.holding(session).length > 0) return true
  return asks.some(({ type, source }) => type === 'blocking' && source !== 'build')
}

/** Before the yes, while it is paused or a question about the whole of it is open, and when it is to end. */
function isAtRest({ confirmedAt, pausedAt, stopping, ask }: BuildRow): boolean {
  return confirmedAt === null || pausedAt !== null || stopping !== null || ask !== null
}

/** How long it is until it may be tried again. */
function laterMs({ moments, clock }: WorkContext, { laterFrom, laterMs: whole }: WorkRow): number {
  if (laterFrom === null || whole === null) return 0
  return Math.max(0, whole - (clock.steady() - moments.of(laterFrom)))
}

function statusOf({ status }: Task): WorkFacts['status'] {
  if (status === 'ready' || status === 'in_progress' || status === 'blocked' || status === 'pending')
    return status
  return status === 'deferred' ? 'pending' : 'over'
}

function askOf({ inbox }: WorkContext, { ask }: WorkRow): WorkFacts['ask'] {
  if (ask === null) return 'none'
  return inbox.view(ask).state === 'open' ? 'open' : 'answered'
}

/** A task that writes no file needs no lease. */
function leaseOf({ fences, waiting }: BuildFacts, { task, fence }: WorkRow): WorkFacts['lease'] {
  if (fence === 0) return 'held'
  if (fence !== null && fences.get(task) === fence) return 'held'
  return waiting.has(task) ? 'waiting' : 'none'
}

/** What its agent was told last in this try, whoever told it: an answer to its question is a turn too. */
function turnOf(
  { isHeld }: WorkContext,
  { session }: WorkRow,
  row: ReturnType<typeof lastTurn> | undefined,
): WorkFacts['turn'] {
  if (!row || session === null) return 'none'
  if (isHeld(session)) return 'open'
  return row.endedAt === null ? 'open' : (row.how ?? 'failed')
}
