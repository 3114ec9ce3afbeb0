import { deliver } from '../delivering/carrying.ts'
import { hand } from '../delivering/delivery.ts'
import { recordStart } from '../delivering/starting.ts'
import { lose, onExit } from '../ending/exits.ts'
import { listenAgain } from '../listening/listening.ts'
import type { AgentRow } from '../tables/rows.ts'
import { retryStart } from '../delivering/failed-starts.ts'
import { endAgent } from '../ending/stopping.ts'
import type { KnownAgents, LiveSession, SessionsContext } from '../context.ts'
import { noteEndedFor, noteEnding, restoreWords, takeUpTurn, whileStopping } from '../live-session.ts'
import { recordedWords } from '../listening/words.ts'

/** After a restart of the daemon or of the pipe: agents the pipe has are listened to from their last recorded line, the others are gone; then queues go on. */
export async function takeUp(context: SessionsContext, known: KnownAgents): Promise<void> {
  context.logger.debug('taking up', { agents: known.size, living: context.rows.livingAgents.all().length })
  for (const { session } of context.rows.sessionsWithOpenTurns.all()) restoreCurrent(context.live(session))
  takeUpAgents(context, known)
  const ours = new Set<string>(context.rows.livingAgents.all().map(({ id }) => id))
  for (const id of known.keys()) if (!ours.has(id)) dropStray(context, id)
  for (const ask of context.asks.uncarried()) await deliver(context, ask)
  for (const { session } of context.rows.sessionsWithOpenTurns.all()) {
    const live = context.live(session)
    // A turn whose process was gone already when the daemon died has no exit to wait for, though another may live there.
    const given = live.current?.agent
    if (given && context.pool.get(session)?.agent.id !== given) lose(live, given)
    retryStart(live)
  }
}

/** A pipe that is lost again meanwhile is found again, and then this is done again. */
function dropStray(context: SessionsContext, id: string): void {
  context
    .drop(id)
    .catch((error: unknown) => context.logger.warn('a stray agent stays', { agent: id, err: error }))
}

function takeUpAgents(context: SessionsContext, known: KnownAgents): void {
  for (const row of context.rows.livingAgents.all()) {
    // A start that is under way tells by itself how it ends.
    if (context.pool.isStarting(row.session)) continue
    const live = context.live(row.session)
    const pid = known.get(row.id)
    if (pid !== undefined && row.pid === null) endUnfinished(live, row, pid)
    else if (pid !== undefined && isWanted(context, row)) takeUpAgent(context, row)
    else lose(live, row.id)
  }
}

/**
 * Its daemon died while it started it: whether it was told all that an agent is told first, nobody knows. It has no
 * turn yet, so it is ended, and the next start waits for that. Recorded when it is over: who dies here does it again.
 */
function endUnfinished(live: LiveSession, row: AgentRow, pid: number | null): void {
  const { logger } = live.context
  const ended = endAndRecord(live, row, pid).catch((error: unknown) =>
    logger.warn('an unfinished start did not end', { agent: row.id, err: error }),
  )
  noteEnding(live, ended)
}

async function endAndRecord(live: LiveSession, row: AgentRow, pid: number | null): Promise<void> {
  const exit = await live.context.attach(row).close({ graceMs: 0 })
  // Whoever undid the same start meanwhile has recorded that it never was one.
  if (live.context.rows.agentById.get(row.id)?.endedAt !== null) return
  noteEndedFor(live, row.id, 'stopped')
  if (pid !== null) recordStart(live, row, pid)
  onExit(live, row.id, exit)
}

/** An agent that the pipe no longer knows is gone, though nobody said so. */
export async function checkAgents(context: SessionsContext): Promise<void> {
  const before = context.pool.list()
  const known = await context.known()
  if (context.isPaused()) return
  for (const { agent, session } of before) {
    if (!known.has(agent.id) && context.pool.get(session)?.agent.id === agent.id)
      lose(context.live(session), agent.id)
  }
}

/** The agent of a deleted session is not taken up; as one that is not ours it is ended. */
function isWanted(context: SessionsContext, { session }: AgentRow): boolean {
  return context.rows.sessionById.get(session)?.deletedAt === null
}

/** Its turn was ended without a result of its own, and the daemon died before it ended the process: it may be at it still. */
function isUnended({ rows }: SessionsContext, { id, session }: AgentRow): boolean {
  const last = rows.lastGiven.get(session, id)
  return last?.endedAt != null && last.cost === null && last.how !== 'answered'
}

function restoreCurrent(live: LiveSession): void {
  const row = live.context.rows.openTurn.get(live.id)
  if (!row?.agent || live.current) return
  const current = takeUpTurn(live, row)
  restoreWords(current, recordedWords(live.context, current))
}

function takeUpAgent(context: SessionsContext, row: AgentRow): void {
  const live = context.live(row.session)
  const agent = listenAgain(live, row.id)
  if (agent && isUnended(context, row)) return void whileStopping(live, () => endAgent(live, { graceMs: 0 }))
  const { current } = live
  if (!agent || current?.agent !== row.id) return
  // The message may not have been put when the daemon died; the pipe puts it once however often it is sent.
  hand(live, current, agent).catch((error: unknown) =>
    context.logger.warn('message not put again', { turn: current.row.id, err: error }),
  )
}

/** Before it is over it is not known which agents live and which turns they are at, so nothing of them can be ended. */
export function createRecovery(): { whenOver: <T>(work: () => Promise<T>) => Promise<T>; end: () => void } {
  let isOver = false
  let settle: () => void = () => undefined
  const over = new Promise<void>((resolve) => (settle = resolve))
  return {
    whenOver: (work) => (isOver ? work() : over.then(work)),
    end() {
      isOver = true
      settle()
    },
  }
}
