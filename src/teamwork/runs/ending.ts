import type { RunId, RunState, SessionId } from '../../contract/index.ts'
import type { Sessions, TurnRow } from '../../core/sessions/index.ts'
import { isOpen, readFacts, type Facts } from './facts.ts'
import type { RunsContext } from './context.ts'

const lastWords = 30_000
const gentle = 2000
const maxRounds = 10

/** Decides how a run ends; the first verdict stands. `by` is the person who did. */
export function decide(
  { rows, openRun }: RunsContext,
  id: RunId,
  how: { verdict: RunState; reason: string | null; by?: string },
): void {
  const row = rows.get(id)
  if (!row || row.verdict !== null) return
  const { verdict, reason, by = null } = how
  rows.set(id, { verdict, reason, endedBy: by })
  openRun(id).proving?.abort.abort()
}

/** Ends what is left of a run whose end is decided. After a completion its leader may finish its turn. */
export function wind(context: RunsContext, id: RunId): void {
  const { rows, clock, openRun, later } = context
  const row = rows.get(id)
  if (!row || row.verdict === null) return
  const own = openRun(id)
  const { current } = readFacts(context, row)
  own.lastTurn ??= { id: current?.id, since: clock.steady() }
  const left = own.lastTurn.since + lastWords - clock.steady()
  const isSpeaking = current !== undefined && current.id === own.lastTurn.id
  if (isCompleted(row.verdict) && isSpeaking && left > 0) later(id, left)
  else void endAll(context, id)
}

/** Ends everything of a run now; resolves when it is gone and its end is recorded. */
export function endAll(context: RunsContext, id: RunId): Promise<void> {
  const own = context.openRun(id)
  own.ending ??= endParts(context, id)
    .then(() => record(context, id))
    .catch((error: unknown) => {
      own.ending = undefined
      context.logger.error('a run could not be ended', { run: id, err: error })
      context.later(id, gentle)
    })
  return own.ending
}

async function endParts(context: RunsContext, id: RunId): Promise<void> {
  const { rows, sessions, openRun } = context
  const row = rows.get(id)
  if (!row) return
  const { proving } = openRun(id)
  proving?.abort.abort()
  const graceMs = row.verdict !== null && isCompleted(row.verdict) ? gentle : 0
  await Promise.all([sessions.halt(row.session, { graceMs }), stopTold(context, row.session), proving?.done])
  // What the leader told with its last breath.
  await stopTold(context, row.session)
}

/** Those who are stopped may have told others just now: each round finds what the one before left. */
async function stopTold({ sessions }: RunsContext, leader: SessionId): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const told = [...sessions.toldBy(leader), ...sessions.toldBelow(leader)]
    const open = told.filter(isOpen)
    const left = new Set(told.filter((turn) => hasLeft(sessions, turn)).map(({ session }) => session))
    if (open.length + left.size === 0) return
    await Promise.all([
      ...open.map(({ id }) => sessions.stop(id)),
      ...[...left].map((session) => sessions.sleep(session)),
    ])
  }
}

/** Whether a teammate inside works on that was set to work in a turn that has ended; an agent that does something else by now is left alone. */
function hasLeft(sessions: Sessions, { session, acceptedAt, endedAt }: TurnRow): boolean {
  if (endedAt === null || sessions.live(session).current) return false
  return sessions
    .teammates(session)
    .some((one) => isOpen(one) && one.taskStartedAt >= acceptedAt && one.taskStartedAt <= endedAt)
}

function record(context: RunsContext, id: RunId): void {
  const { rows, log, clock, asks, release } = context
  const row = rows.get(id)
  if (!row || row.endedAt !== null) return
  const facts = readFacts(context, row)
  log.write((append) => {
    const state = row.verdict ?? 'failed'
    rows.set(id, { endedAt: clock.now(), told: state })
    asks.withdrawOfRun(row.session, 'the run has ended', append)
    if (row.told !== state)
      append({ type: 'run.changed', session: row.session, data: { run: id, state, was: row.told } })
    append({ type: 'run.ended', session: row.session, data: { run: id, state, ...totalsOf(facts) } })
  })
  release(id)
}

function totalsOf({ row, turns, cost }: Facts): {
  by?: string
  reason: string | null
  summary: string | null
  turns: number
  costUsd: number
} {
  const by = row.endedBy === null ? {} : { by: row.endedBy }
  return { ...by, reason: row.reason, summary: row.summary, turns, costUsd: cost }
}

function isCompleted(verdict: RunState): boolean {
  return verdict === 'completed' || verdict === 'completed_unverified'
}
