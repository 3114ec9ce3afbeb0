import type { TurnId } from '../../contract/index.ts'
import { readLine } from '../transport/index.ts'
import { carry } from './asking.ts'
import { makeCurrent } from './delivery.ts'
import { listen, onExit } from './listening.ts'
import { startResponseClock } from './response-clock.ts'
import type { AgentRow } from './rows.ts'
import { sessionOf, type Current, type Live, type World } from './world.ts'

const page = 500

/** After a restart: agents that live are listened to from their last recorded line, the others are gone; then queues go on. */
export async function takeUp(world: World, known: ReadonlySet<string>): Promise<void> {
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) restoreCurrent(world.live(session))
  for (const row of world.rows.livingAgents.all()) {
    if (known.has(row.id)) takeUpAgent(world, row)
    else
      onExit(world.live(row.session), row.id, {
        how: 'lost',
        code: null,
        signal: null,
        at: world.clock.now(),
      })
  }
  const ours = new Set<string>(world.rows.livingAgents.all().map(({ id }) => id))
  for (const id of known) if (!ours.has(id)) world.drop(id)
  for (const ask of world.asks.uncarried()) {
    await carry(world.live(ask.session), ask).catch((error: unknown) =>
      world.logger.warn('answer not carried', { ask: ask.id, err: error }),
    )
  }
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) {
    const live = world.live(session)
    // A turn whose process was gone already when the daemon died has no exit to wait for.
    if (live.current && !world.pool.get(session)) forgetOrphan(live)
    world.pump(live)
  }
}

function restoreCurrent(live: Live): void {
  const row = live.world.rows.openTurn.get(live.id)
  if (!row) return
  live.current = { ...makeCurrent(live.world, row), begun: true }
  restoreWords(live, live.current, row.id)
}

/** What was said before the restart, read back from the log. */
function restoreWords(live: Live, current: Current, turn: TurnId): void {
  const { log } = live.world
  for (let after = 0; ;) {
    const { events, next } = log.read({ session: live.id, types: ['agent.printed'], after, limit: page })
    for (const event of events) {
      if (event.turn !== turn || event.type !== 'agent.printed') continue
      const said = readLine(event.data.line)
      if (said.rehearsed) current.rehearsed = true
      if (said.kind !== 'said' || said.subagent) continue
      current.said.push(...said.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    }
    if (events.length < page) return
    after = next
  }
}

function takeUpAgent(world: World, row: AgentRow): void {
  const live = world.live(row.session)
  const agent = world.attach(row)
  world.pool.adopt({ agent, session: row.session, team: row.team })
  listen(live, agent)
  const team = world.team(sessionOf(live).team)
  if (live.current && team)
    live.current.cancelClock = startResponseClock(live, live.current, team.responseTimeout)
}

function forgetOrphan(live: Live): void {
  const { current, world } = live
  if (!current?.row.agent) return
  onExit(live, current.row.agent, { how: 'lost', code: null, signal: null, at: world.clock.now() })
}
