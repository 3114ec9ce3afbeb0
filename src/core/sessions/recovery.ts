import { deliver } from './carrying.ts'
import { makeCurrent } from './current.ts'
import { hand, recordStart } from './delivery.ts'
import { lose, onExit } from './exits.ts'
import { listenAgain } from './listening.ts'
import type { AgentRow } from './rows.ts'
import { retryStart } from './starts.ts'
import type { KnownAgents, Live, World } from './world.ts'
import { restoreWords } from './words.ts'

/** After a restart of the daemon or of the pipe: agents the pipe has are listened to from their last recorded line, the others are gone; then queues go on. */
export async function takeUp(world: World, known: KnownAgents): Promise<void> {
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) restoreCurrent(world.live(session))
  takeUpAgents(world, known)
  const ours = new Set<string>(world.rows.livingAgents.all().map(({ id }) => id))
  for (const id of known.keys()) if (!ours.has(id)) dropStray(world, id)
  for (const ask of world.asks.uncarried()) await deliver(world, ask)
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) {
    const live = world.live(session)
    // A turn whose process was gone already when the daemon died has no exit to wait for.
    if (live.current?.agent && !world.pool.get(session)) lose(live, live.current.agent)
    retryStart(live)
  }
}

/** A pipe that is lost again meanwhile is found again, and then this is done again. */
function dropStray(world: World, id: string): void {
  world
    .drop(id)
    .catch((error: unknown) => world.logger.warn('a stray agent stays', { agent: id, err: error }))
}

function takeUpAgents(world: World, known: KnownAgents): void {
  for (const row of world.rows.livingAgents.all()) {
    // A start that is under way tells by itself how it ends.
    if (world.pool.isStarting(row.session)) continue
    const live = world.live(row.session)
    const pid = known.get(row.id)
    if (pid !== undefined && row.pid === null) endUnfinished(live, row, pid)
    else if (pid !== undefined && isWanted(world, row)) takeUpAgent(world, row)
    else lose(live, row.id)
  }
}

/**
 * Its daemon died while it started it: whether it was told all that an agent is told first, nobody knows. It has no
 * turn yet, so it is ended, and the next start waits for that. Recorded when it is over: who dies here does it again.
 */
function endUnfinished(live: Live, row: AgentRow, pid: number | null): void {
  const { logger } = live.world
  const ended = endAndRecord(live, row, pid).catch((error: unknown) =>
    logger.warn('an unfinished start did not end', { agent: row.id, err: error }),
  )
  live.ending = Promise.all([live.ending, ended])
}

async function endAndRecord(live: Live, row: AgentRow, pid: number | null): Promise<void> {
  const exit = await live.world.attach(row).close({ graceMs: 0 })
  // Whoever undid the same start meanwhile has recorded that it never was one.
  if (live.world.rows.agentById.get(row.id)?.endedAt !== null) return
  live.endedFor = { agent: row.id, why: 'stopped' }
  if (pid !== null) recordStart(live, row, pid)
  onExit(live, row.id, exit)
}

/** An agent that the pipe no longer knows is gone, though nobody said so. */
export async function checkAgents(world: World): Promise<void> {
  const before = world.pool.list()
  const known = await world.known()
  if (world.isPaused()) return
  for (const { agent, session } of before) {
    if (!known.has(agent.id) && world.pool.get(session)?.agent.id === agent.id)
      lose(world.live(session), agent.id)
  }
}

/** The agent of a deleted session is not taken up; as one that is not ours it is ended. */
function isWanted(world: World, { session }: AgentRow): boolean {
  return world.rows.sessionById.get(session)?.deletedAt === null
}

function restoreCurrent(live: Live): void {
  const row = live.world.rows.openTurn.get(live.id)
  if (!row?.agent || live.current) return
  live.current = { ...makeCurrent(live.world, row), agent: row.agent, begun: row.begunAt !== null }
  restoreWords(live, live.current)
}

function takeUpAgent(world: World, row: AgentRow): void {
  const live = world.live(row.session)
  const agent = listenAgain(live, row.id)
  const { current } = live
  if (!agent || current?.agent !== row.id) return
  // The message may not have been put when the daemon died; the pipe puts it once however often it is sent.
  hand(live, current, agent).catch((error: unknown) =>
    world.logger.warn('message not put again', { turn: current.row.id, err: error }),
  )
}
