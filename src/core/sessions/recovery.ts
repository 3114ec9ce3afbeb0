import { deliver } from './carrying.ts'
import { makeCurrent } from './current.ts'
import { hand } from './delivery.ts'
import { lose } from './exits.ts'
import { listenAgain } from './listening.ts'
import type { AgentRow } from './rows.ts'
import type { Live, World } from './world.ts'
import { restoreWords } from './words.ts'

/** After a restart of the daemon or of the pipe: agents the pipe has are listened to from their last recorded line, the others are gone; then queues go on. */
export async function takeUp(world: World, known: ReadonlySet<string>): Promise<void> {
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) restoreCurrent(world.live(session))
  takeUpAgents(world, known)
  const ours = new Set<string>(world.rows.livingAgents.all().map(({ id }) => id))
  for (const id of known) if (!ours.has(id)) void world.drop(id)
  for (const ask of world.asks.uncarried()) await deliver(world, ask)
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) {
    const live = world.live(session)
    // A turn whose process was gone already when the daemon died has no exit to wait for.
    if (live.current?.agent && !world.pool.get(session)) lose(live, live.current.agent)
    world.pump(live)
  }
}

function takeUpAgents(world: World, known: ReadonlySet<string>): void {
  for (const row of world.rows.livingAgents.all()) {
    // A start that is under way tells by itself how it ends.
    if (world.pool.isStarting(row.session)) continue
    if (known.has(row.id) && isWanted(world, row)) takeUpAgent(world, row)
    else lose(world.live(row.session), row.id)
  }
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
