import { Subject, type Observable } from 'rxjs'
import { IrisError, newId, type SessionId, type TurnId } from '../../contract/index.ts'
import type { AskRow } from '../inbox/index.ts'
import { createPool, type Pool } from '../pool/index.ts'
import { carry } from './asking.ts'
import { pump, startAgent } from './delivery.ts'
import { endNow, saidSoFar } from './endings.ts'
import { onExit } from './listening.ts'
import { takeUp } from './recovery.ts'
import { prepareRows, type AgentRow, type SessionRow, type TurnRow } from './rows.ts'
import { endAgent } from './stopping.ts'
import { sessionOf, type Live, type TurnProgress, type World } from './world.ts'
import type { SessionDeps } from './deps.ts'

const mostQueued = 1000
const interruptWithin = 10_000

/** A turn to be put to a session. */
export interface NewTurn {
  session: SessionId
  message: string
  /** Who wrote it: a team, or `user`. */
  author: string
  fromSession: SessionId | null
}

/** Sessions and their turns: durable queues, one turn at a time in each, and the processes behind them. */
export interface Sessions {
  open(caller: string, team: string): SessionRow
  find(caller: string, team: string): SessionRow | undefined
  byId(id: SessionId): SessionRow
  list(): SessionRow[]
  /** Queues a turn; it is on disk when this returns. */
  put(turn: NewTurn): TurnRow
  turn(id: TurnId): TurnRow
  turnsAfter(session: SessionId, after: number, limit: number): TurnRow[]
  counts(session: SessionId): { turns: number; queued: number }
  /** What happens in a turn from now on; completes when it ends. */
  progress$(turn: TurnId): Observable<TurnProgress>
  /** What a session is doing, derived from process, turn and asks. */
  live(session: SessionId): Live
  saidSoFar(session: SessionId): string
  wake(session: SessionId): Promise<void>
  sleep(session: SessionId): Promise<void>
  /** Interrupts the running turn; resolves with it once it has ended. */
  cancel(session: SessionId): Promise<TurnId | null>
  reboot(session: SessionId, by: string): Promise<void>
  remove(session: SessionId, by: string): Promise<void>
  carry(ask: AskRow): Promise<void>
  pool: Pool
  /** Takes up agents and turns of before; `known` are the agents in the pipe. Until then nothing is delivered. */
  recover(known: ReadonlySet<string>): Promise<void>
  /** The pipe died, and with it every process. */
  lose(): void
  close(): void
}

export function createSessions(deps: SessionDeps): Sessions {
  const lives = new Map<SessionId, Live>()
  let closing = false
  let recovered = false
  let markRecovered: () => void = () => undefined
  const recovery = new Promise<void>((resolve) => (markRecovered = resolve))
  const world = createWorld(deps, { live, isPaused: () => closing || !recovered })
  const { rows } = world

  return {
    ...lookUps(world),
    put(turn) {
      const row = putTurn(world, turn)
      world.pump(live(turn.session))
      return row
    },
    progress$: (turn) => watcherOf(world, turn).asObservable(),
    live,
    saidSoFar: (session) => saidSoFar(live(session)),
    wake: (session) => recovery.then(() => wake(live(session))),
    sleep: (session) => endAgent(live(session), { graceMs: 2000 }),
    cancel: (session) => cancel(live(session)),
    reboot: (session, by) => reboot(live(session), by),
    async remove(session, by) {
      await remove(live(session), by)
      lives.delete(session)
    },
    carry: (ask) => carry(live(ask.session), ask),
    pool: world.pool,
    async recover(known) {
      recovered = true
      await takeUp(world, known)
      markRecovered()
    },
    lose() {
      for (const row of rows.livingAgents.all()) loseAgent(live(row.session), row)
    },
    close() {
      closing = true
      world.pool.close()
      for (const one of lives.values()) {
        one.following?.unsubscribe()
        one.current?.cancelClock()
      }
    },
  }

  function live(id: SessionId): Live {
    const known = lives.get(id)
    if (known) return known
    const idle = { current: undefined, pumping: false, waitingFor: null, following: undefined }
    const made: Live = { world, id, ...idle, ending: Promise.resolve() }
    lives.set(id, made)
    return made
  }
}

type LookUps = Pick<Sessions, 'open' | 'find' | 'byId' | 'list' | 'turn' | 'turnsAfter' | 'counts'>

function lookUps(world: World): LookUps {
  const { rows } = world
  return {
    open: (caller, team) => rows.sessionOf.get(caller, team) ?? openSession(world, caller, team),
    find: (caller, team) => rows.sessionOf.get(caller, team),
    byId: (id) => found(rows.sessionById.get(id), `There is no session ${id}.`),
    list: () => rows.sessions.all(),
    turn: (id) => found(rows.turnById.get(id), `There is no turn ${id}.`),
    turnsAfter: (session, after, limit) => rows.turnsAfter.all(session, after, limit),
    counts: (session) => ({
      turns: rows.turnCount.get(session)?.count ?? 0,
      queued: rows.queuedCount.get(session)?.count ?? 0,
    }),
  }
}

function found<T>(row: T | undefined, otherwise: string): T {
  if (row === undefined) throw new IrisError('NOT_FOUND', otherwise)
  return row
}

async function reboot(live: Live, by: string): Promise<void> {
  const { world, id } = live
  await stopAll(live)
  world.log.write((append) => {
    world.rows.setConversation.run(globalThis.crypto.randomUUID(), 0, 0, id)
    append({ type: 'session.rebooted', session: id, data: { by } })
  })
  world.pump(live)
}

async function remove(live: Live, by: string): Promise<void> {
  const { world, id } = live
  for (const turn of world.rows.queued.all(id)) endNow(live, { turn, how: 'deleted', text: '' })
  await stopAll(live)
  world.log.write((append) => {
    world.rows.deleteSession.run(world.clock.now(), id)
    append({ type: 'session.deleted', session: id, data: { by } })
  })
}

function createWorld(deps: SessionDeps, own: Pick<World, 'live' | 'isPaused'>): World {
  const { sql, clock, settings } = deps
  const pool = createPool({
    clock,
    limit: () => settings().maxProcesses,
    healthCheckInterval: () => settings().healthCheckInterval,
    idleTimeout: (team) => deps.team(team)?.idleTimeout ?? settings().idleTimeout,
    isBusy: (session) => own.live(session).current !== undefined || deps.asks.openIn(session).length > 0,
    async end(pooled) {
      const ending = pooled.agent.close({ graceMs: 2000 })
      const one = own.live(pooled.session)
      one.ending = Promise.all([one.ending, ending.catch(() => undefined)])
      await one.ending
    },
  })
  return { ...deps, ...own, rows: prepareRows(sql), pool, watchers: new Map(), pump: (one) => void pump(one) }
}

function openSession(world: World, caller: string, team: string): SessionRow {
  const id = newId('ses', world.clock.now())
  return world.log.write((append) => {
    world.rows.insertSession.run(
      id,
      caller,
      team,
      globalThis.crypto.randomUUID(),
      world.clock.now(),
      world.clock.now(),
    )
    append({ type: 'session.opened', session: id, data: { from: caller, to: team } })
    const row = world.rows.sessionById.get(id)
    if (!row) throw new Error('a session just made is gone')
    return row
  })
}

function putTurn(world: World, turn: NewTurn): TurnRow {
  const { rows, clock } = world
  const { session, message, author, fromSession } = turn
  if ((rows.queuedCount.get(session)?.count ?? 0) >= mostQueued) {
    throw new IrisError('QUEUE_FULL', `The session has ${mostQueued} turns waiting.`)
  }
  const id = newId('trn', clock.now())
  return world.log.write((append) => {
    rows.insertTurn.run(
      id,
      session,
      message,
      globalThis.crypto.randomUUID(),
      author,
      fromSession,
      clock.now(),
    )
    rows.touchSession.run(clock.now(), session)
    const { caller = author, team = '' } = rows.sessionById.get(session) ?? {}
    const data = { from: caller, to: team, preview: message.slice(0, 300), bytes: Buffer.byteLength(message) }
    append({ type: 'turn.accepted', session, turn: id, data })
    const row = rows.turnById.get(id)
    if (!row) throw new Error('a turn just made is gone')
    return row
  })
}

function watcherOf(world: World, turn: TurnId): Subject<TurnProgress> {
  const known = world.watchers.get(turn) ?? new Subject<TurnProgress>()
  world.watchers.set(turn, known)
  return known
}

async function wake(live: Live): Promise<void> {
  const { team: name } = sessionOf(live)
  const team = live.world.team(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  const pooled = await live.world.pool.acquire({
    session: live.id,
    team: team.name,
    start: () => startAgent(live, team),
    onFull: () => undefined,
  })
  await pooled.agent.ready()
}

async function cancel(live: Live): Promise<TurnId | null> {
  const { current, world } = live
  if (!current) return null
  const pooled = world.pool.get(live.id)
  current.stopping = 'stopped'
  const ended = new Promise<void>((resolve) => {
    watcherOf(world, current.row.id).subscribe({ complete: () => resolve() })
  })
  if (!pooled || !current.begun) endNow(live, { turn: current.row, how: 'stopped', text: saidSoFar(live) })
  if (pooled) await interrupt(live, ended)
  world.pump(live)
  return current.row.id
}

/** An agent that does not end its turn after an interrupt is ended itself. */
async function interrupt(live: Live, ended: Promise<void>): Promise<void> {
  const { world } = live
  const pooled = world.pool.get(live.id)
  if (!pooled) return
  let cancelTimer = (): void => undefined
  const late = new Promise<'late'>((resolve) => {
    cancelTimer = world.clock.after(interruptWithin, () => resolve('late'))
  })
  await pooled.agent.interrupt().catch(() => undefined)
  const outcome = await Promise.race([ended, late])
  cancelTimer()
  if (outcome !== 'late' || !live.current) return
  endNow(live, { turn: live.current.row, how: 'stopped', text: saidSoFar(live) })
  await endAgent(live, { graceMs: 0 })
}

/** Ends the running turn as stopped, and the process. */
async function stopAll(live: Live): Promise<void> {
  if (live.current) endNow(live, { turn: live.current.row, how: 'stopped', text: saidSoFar(live) })
  await endAgent(live, { graceMs: 500 })
}

function loseAgent(live: Live, row: AgentRow): void {
  live.following?.unsubscribe()
  onExit(live, row.id, { how: 'lost', code: null, signal: null, at: live.world.clock.now() })
}
