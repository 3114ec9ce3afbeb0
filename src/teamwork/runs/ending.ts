import type { RunId, RunState, SessionId } from '../../contract/index.ts'
import type { Sessions, TurnRow } from '../../core/sessions/index.ts'
import { isOpen, readFacts, type Facts } from './facts.ts'
import type { Ground } from './ground.ts'

const lastWords = 30_000
const gentle = 2000
const mostRounds = 10

/** Decides how a run ends; the first decision stands. */
export function decide(
  { rows, held }: Ground,
  id: RunId,
  how: { verdict: RunState; reason: string | null },
): void {
  const row = rows.get(id)
  if (!row || row.verdict !== null) return
  rows.set(id, how)
  held(id).checking?.abort.abort()
}

/** Ends what is left of a run whose end is decided. After a completion its leader may finish its turn. */
export function wind(ground: Ground, id: RunId): void {
  const { rows, clock, held, later } = ground
  const row = rows.get(id)
  if (!row || row.verdict === null) return
  const own = held(id)
  const { current } = readFacts(ground, row)
  own.lastTurn ??= { id: current?.id, since: clock.steady() }
  const left = own.lastTurn.since + lastWords - clock.steady()
  const isSpeaking = current !== undefined && current.id === own.lastTurn.id
  if (isCompleted(row.verdict) && isSpeaking && left > 0) later(id, left)
  else void endAll(ground, id)
}

/** Ends everything of a run now; resolves when it is gone and its end is recorded. */
export function endAll(ground: Ground, id: RunId): Promise<void> {
  const own = ground.held(id)
  own.ending ??= endParts(ground, id)
    .then(() => record(ground, id))
    .catch((error: unknown) => {
      own.ending = undefined
      ground.logger.error('a run could not be ended', { run: id, err: error })
      ground.later(id, gentle)
    })
  return own.ending
}

async function endParts(ground: Ground, id: RunId): Promise<void> {
  const { rows, sessions, held } = ground
  const row = rows.get(id)
  if (!row) return
  const { checking } = held(id)
  checking?.abort.abort()
  const graceMs = row.verdict !== null && isCompleted(row.verdict) ? gentle : 0
  await Promise.all([sessions.halt(row.session, { graceMs }), stopTold(ground, row.session), checking?.done])
  // What the leader told with its last breath.
  await stopTold(ground, row.session)
}

/** Those who are stopped may have told others just now: each round finds what the one before left. */
async function stopTold({ sessions }: Ground, leader: SessionId): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
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

function record(ground: Ground, id: RunId): void {
  const { rows, log, clock, release } = ground
  const row = rows.get(id)
  if (!row || row.endedAt !== null) return
  const facts = readFacts(ground, row)
  log.write((append) => {
    const state = row.verdict ?? 'failed'
    rows.set(id, { endedAt: clock.now(), told: state })
    if (row.told !== state)
      append({ type: 'run.changed', session: row.session, data: { run: id, state, was: row.told } })
    append({ type: 'run.ended', session: row.session, data: { run: id, state, ...totalsOf(facts) } })
  })
  release(id)
}

function totalsOf({ row, turns, cost }: Facts): {
  reason: string | null
  summary: string | null
  turns: number
  costUsd: number
} {
  return { reason: row.reason, summary: row.summary, turns, costUsd: cost }
}

function isCompleted(verdict: RunState): boolean {
  return verdict === 'completed' || verdict === 'completed_unverified'
}
