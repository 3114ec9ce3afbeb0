import { Subject, type Observable } from 'rxjs'
import { IrisError, type SessionId, type TurnId, type TurnWriting } from '../../contract/index.ts'
import { within } from '../../platform/clock/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { AskRow } from '../inbox/index.ts'
import { createPool, type Pool } from '../pool/index.ts'
import { deliver } from './carrying.ts'
import { holdBack } from './bypassing.ts'
import { noteConnection } from './connecting.ts'
import { pump, startAgent } from './delivery.ts'
import { announceEnd, endNow, saidSoFar, writeEnd, type Ended } from './endings.ts'
import { lookUps, type LookUps } from './look-ups.ts'
import { checkAgents, takeUp } from './recovery.ts'
import { prepareRows, type TurnRow } from './rows.ts'
import { clearStart } from './starts.ts'
import { dropTurn, endAgent, stopTurn } from './stopping.ts'
import { hasTeammates } from './teammates.ts'
import { put, type NewTurn } from './turns.ts'
import { isWaitingForTell } from './waits.ts'
import { progressOf } from './watching.ts'
import {
  held,
  sessionOf,
  type Current,
  type KnownAgents,
  type Live,
  type TurnProgress,
  type World,
} from './world.ts'
import type { RunningAgent } from '../transport/index.ts'
import type { SessionDeps } from './deps.ts'

const retryAfter = 2000
const quickly = 2000

/** Sessions and their turns: durable queues, one turn at a time in each, and the processes behind them. */
export interface Sessions extends LookUps {
  /** Queues a turn; it is committed when this returns. */
  put(turn: NewTurn): TurnRow
  /** Ends one teammate; its agent is told and goes on. */
  stopTeammate(session: SessionId, id: string): Promise<void>
  /** What happens in a turn from now on; completes when it ends. */
  progress$(turn: TurnId): Observable<TurnProgress>
  /** What the agents write from now on, piece by piece, before it is in the log. */
  writing$: Observable<TurnWriting>
  /** What a session is doing, derived from process, turn and asks. */
  live(session: SessionId): Live
  saidSoFar(session: SessionId): string
  /** Whether something would be lost with its process: a turn, an ask that waits, or the work of a teammate. */
  isBusy(session: SessionId): boolean
  wake(session: SessionId): Promise<void>
  /** Ends the process, and the running turn as stopped. */
  sleep(session: SessionId): Promise<void>
  /** Interrupts the running turn, or the one named, which is dropped while it waits; resolves with it once it has ended. */
  cancel(session: SessionId, turn?: TurnId): Promise<TurnId | null>
  /** Drops a turn that waits; one that has begun is left alone. */
  drop(session: SessionId, turn: TurnId): Promise<void>
  /** Ends one turn as stopped, running or queued; the others of its session stay. */
  stop(turn: TurnId): Promise<void>
  /** Ends everything of a session at once: its open turns as stopped, its process with all it started. */
  halt(session: SessionId, options: { graceMs: number }): Promise<void>
  reboot(session: SessionId, by: string): Promise<void>
  remove(session: SessionId, by: string): Promise<void>
  /** Takes what became of an ask to the agent that asked. */
  deliver(ask: AskRow): Promise<void>
  /** What the config says of teams has changed. */
  configChanged(): void
  pool: Pool
  /** Takes up agents and turns of before; `known` are the agents in the pipe. Until then nothing is delivered. */
  recover(known: KnownAgents): Promise<void>
  /** The pipe is lost: nothing is delivered until `recover`. */
  pause(): void
  /** Whether agents are heard: not before `recover`, and not while the pipe is lost. */
  isHearing(): boolean
  /** Resolves once what was left of before is taken up for the first time; what ends something waits for that by itself. */
  takenUp(): Promise<void>
  /** Iris listens elsewhere than when its agents were started: those that rest are ended, the others have lost it. */
  noteMoved(): Promise<void>
  /** Ends the agents that have nothing to do and lets go of the others, which work on in the pipe. */
  close(): Promise<void>
}

export function createSessions(deps: SessionDeps): Sessions {
  const lives = new Map<SessionId, Live>()
  let closing = false
  let recovered = false
  const { whenOver, end: endRecovery } = createRecovery()
  const world = createWorld(deps, { live, isPaused: () => closing || !recovered })
  const lifted = world.usage.lifted$.subscribe(() => goOnAfterQuota(world))

  return {
    ...lookUps(world),
    put: (turn) => put(world, turn),
    progress$: (turn) => progressOf(world, turn),
    writing$: world.writing,
    live: look,
    saidSoFar: (session) => saidSoFar(look(session)),
    isBusy: (session) => isBusy(look(session)),
    wake: (session) => whenOver(() => wake(live(session))),
    sleep: (session) => whenOver(() => sleep(live(session))),
    cancel: (session, turn) =>
      whenOver<TurnId | null>(() => (turn ? cancelOne(live(session), turn) : cancel(live(session)))),
    drop: (session, turn) => whenOver(() => drop(live(session), turn)),
    stopTeammate: async (session, id) => world.pool.get(session)?.agent.stopTask(id),
    stop: (turn) => whenOver(() => stopOne(world, turn)),
    halt: (session, options) => whenOver(() => halt(live(session), options)),
    reboot: (session, by) => whenOver(() => reboot(live(session), by)),
    async remove(session, by) {
      await whenOver(() => remove(live(session), by))
      const left = lives.get(session)
      if (left) letGo(left)
      lives.delete(session)
    },
    deliver: (ask) => deliver(world, ask),
    configChanged: () => void (recovered && holdBack(world)),
    pool: world.pool,
    pause: () => (recovered = false),
    isHearing: () => recovered,
    takenUp: () => whenOver(() => Promise.resolve()),
    async recover(known) {
      recovered = true
      await takeUp(world, known)
      holdBack(world)
      endRecovery()
    },
    noteMoved: () => noteMoved(world),
    async close() {
      closing = true
      lifted.unsubscribe()
      world.pool.close()
      await Promise.all([...lives.values()].filter((one) => !isBusy(one)).map(sleep))
      for (const one of lives.values()) letGo(one)
    },
  }

  function live(id: SessionId): Live {
    const found = look(id)
    lives.set(id, found)
    return found
  }

  /** Who only reads leaves nothing behind. */
  function look(id: SessionId): Live {
    return lives.get(id) ?? idleLive(world, id)
  }
}

/** Its agent works on in the pipe. */
function letGo(live: Live): void {
  live.listening?.subscription?.unsubscribe()
  live.current?.cancelClock()
  live.cancelTidying()
  live.cancelRetry?.()
}

/** Before it is over it is not known which agents live and which turns they are at, so nothing of them can be ended. */
function createRecovery(): { whenOver: <T>(work: () => Promise<T>) => Promise<T>; end: () => void } {
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

function idleLive(world: World, id: SessionId): Live {
  return {
    world,
    id,
    current: undefined,
    pumping: false,
    holds: 0,
    waitingFor: null,
    startFailure: undefined,
    cancelRetry: undefined,
    waking: false,
    listening: undefined,
    ending: Promise.resolve(),
    endedFor: undefined,
    contextPercent: null,
    tidiedAt: world.clock.steady(),
    cancelTidying: () => undefined,
    stirring: false,
    ended: new Map(),
    calls: new Map(),
  }
}

/** Nobody may end its process: a turn runs or begins, an ask waits, or a teammate works inside it. */
function isBusy(live: Live): boolean {
  if (live.current !== undefined || live.stirring || hasTeammates(live)) return true
  return live.world.asks.holding(live.id).length > 0
}

function sleep(live: Live): Promise<void> {
  return held(live, async () => {
    if (live.current) await stopTurn(live, live.current)
    await endAgent(live, { graceMs: 2000 })
  })
}

async function noteMoved({ pool, live }: World): Promise<void> {
  const atWork = pool.list().filter(({ session }) => isBusy(live(session)))
  const atRest = pool.list().filter((pooled) => !atWork.includes(pooled))
  for (const { session, agent } of atWork) noteConnection(live(session), agent.id, 'moved')
  await Promise.all(atRest.map(({ session }) => sleep(live(session))))
}

function cancel(live: Live): Promise<TurnId | null> {
  return held(live, async () => {
    const { current } = live
    if (!current) return null
    await stopTurn(live, current)
    return current.row.id
  })
}

function cancelOne(live: Live, id: TurnId): Promise<TurnId> {
  return held(live, async () => {
    const turn = openTurn(live, id)
    const begun = begunTurn(live, id)
    if (begun) await stopTurn(live, begun)
    else await dropTurn(live, turn)
    return id
  })
}

function drop(live: Live, id: TurnId): Promise<void> {
  return held(live, async () => {
    const turn = openTurn(live, id)
    if (begunTurn(live, id)) throw new IrisError('TURN_BEGUN', `The turn ${id} has begun.`)
    await dropTurn(live, turn)
  })
}

function openTurn({ world }: Live, id: TurnId): TurnRow {
  const turn = world.rows.turnById.get(id)
  if (turn?.endedAt === null) return turn
  throw new IrisError('TURN_ENDED', `The turn ${id} ended as ${turn?.how ?? 'deleted'}.`)
}

/** The turn of this id, if an agent has it. */
function begunTurn({ current }: Live, id: TurnId): Current | undefined {
  return current?.agent && current.row.id === id ? current : undefined
}

async function stopOne(world: World, id: TurnId): Promise<void> {
  const turn = world.rows.turnById.get(id)
  if (!turn || turn.endedAt !== null) return
  const live = world.live(turn.session)
  await held(live, async () => {
    const { current } = live
    if (current?.row.id === id) await stopTurn(live, current, quickly)
    else endNow(live, { turn, how: 'stopped', text: '' })
  })
}

function halt(live: Live, options: { graceMs: number }): Promise<void> {
  const { world, id } = live
  return held(live, async () => {
    const ended = world.log.write((append) => {
      const open = world.rows.openTurns.all(id).map((turn) => stoppedNow(live, turn))
      for (const one of open) writeEnd(live, one, append)
      return open
    })
    for (const { turn, how } of ended) announceEnd(live, turn, how)
    await endAgent(live, options)
  })
}

function stoppedNow(live: Live, turn: TurnRow): Ended {
  const { current } = live
  if (current?.row.id !== turn.id) return { turn, how: 'stopped', text: '' }
  return { turn, how: 'stopped', text: saidSoFar(live), rehearsed: current.rehearsed }
}

function reboot(live: Live, by: string): Promise<void> {
  const { world, id } = live
  return held(live, async () => {
    await stopAll(live)
    world.log.write((append) => {
      world.rows.setConversation.run(globalThis.crypto.randomUUID(), 0, id)
      append({ type: 'session.rebooted', session: id, data: { by } })
    })
    live.contextPercent = null
  })
}

function remove(live: Live, by: string): Promise<void> {
  const { world, id } = live
  return held(live, async () => {
    // In one step, so that whoever tells from now on opens a session of their own.
    const ended = world.log.write((append) => {
      const open = world.rows.openTurns.all(id).map((turn) => endOfDeleted(live, turn))
      for (const one of open) writeEnd(live, one, append)
      world.rows.deleteSession.run(world.clock.now(), id)
      world.asks.withdrawIn(id, append)
      append({ type: 'session.deleted', session: id, data: { by } })
      return open
    })
    for (const { turn, how } of ended) announceEnd(live, turn, how)
    await endAgent(live, { graceMs: 0 })
  })
}

function endOfDeleted(live: Live, turn: TurnRow): Ended {
  const { current } = live
  const isRunning = current?.agent !== undefined && current.row.id === turn.id
  if (!isRunning) return { turn, how: 'deleted', text: '' }
  return { turn, how: 'stopped', text: saidSoFar(live), rehearsed: current.rehearsed }
}

/** Ends the running turn as stopped, and the process with it. */
async function stopAll(live: Live): Promise<void> {
  if (live.current) endNow(live, { turn: live.current.row, how: 'stopped', text: saidSoFar(live) })
  await endAgent(live, { graceMs: 0 })
}

function goOnAfterQuota(world: World): void {
  for (const { session } of world.rows.sessionsWithOpenTurns.all()) {
    const live = world.live(session)
    if (live.waitingFor === 'quota') live.waitingFor = null
    world.pump(live)
  }
}

function createWorld(deps: SessionDeps, own: Pick<World, 'live' | 'isPaused'>): World {
  const { sql, clock, settings, logger } = deps
  const pool = createPool({
    clock,
    limit: () => settings().maxProcesses,
    healthCheckInterval: () => settings().healthCheckInterval,
    // A team that is no longer in the config keeps no agent.
    idleTimeout: (team) => deps.team(team)?.idleTimeout ?? 0,
    isBusy: (session) => isBusy(own.live(session)),
    isWaitingForTell: (session) => isWaitingForTell(world, session),
    end: ({ agent, session }, why) => endPooled(own.live(session), agent, why),
    check: () =>
      void checkAgents(world).catch((error: unknown) => logger.warn('no health check', { err: error })),
  })
  const world: World = {
    ...deps,
    ...own,
    rows: prepareRows(sql),
    pool,
    watchers: new Map(),
    writing: new Subject(),
    pump: pumpSoon,
  }
  return world

  /** Not at once: who waits for room in the pool goes first. */
  function pumpSoon(live: Live): void {
    void Promise.resolve()
      .then(() => pump(live))
      .catch((error: unknown) => {
        logger.error('a queue does not move', { session: live.id, err: error })
        clock.after(retryAfter, () => pumpSoon(live))
      })
  }
}

async function endPooled(live: Live, agent: RunningAgent, why: 'room' | 'idle'): Promise<void> {
  live.endedFor = { agent: agent.id, why }
  const ended = agent.close({ graceMs: 2000 }).catch(() => undefined)
  live.ending = Promise.all([live.ending, ended])
  await live.ending
}

async function wake(live: Live): Promise<void> {
  const { team: name } = sessionOf(live)
  const team = live.world.team(name)
  if (!team) throw new IrisError('TEAM_UNKNOWN', `There is no team ${name}.`)
  const { pool } = live.world
  // A tell waits for a place, because it has something to do there.
  if (!pool.get(live.id) && !pool.isStarting(live.id) && !pool.hasRoom())
    throw new IrisError('TEAM_BUSY', `No place is free for ${name}: every agent is at work.`)
  live.waking = true
  try {
    if (!pool.get(live.id)) await live.world.present(team)
    const pooled = await pool.acquire({
      session: live.id,
      team: team.name,
      start: () => startAgent(live, team),
      onFull: () => undefined,
    })
    await takesInput(live, pooled.agent, team)
  } finally {
    live.waking = false
  }
  clearStart(live)
  live.world.pump(live)
}

/** A process that never takes input is ended; one that was given a turn meanwhile has the turn's own clock. */
async function takesInput(live: Live, agent: RunningAgent, team: Team): Promise<void> {
  const late = (): IrisError =>
    new IrisError('AGENT_DID_NOT_ANSWER', `${team.name} did not take input within its sessionInitTimeout.`)
  try {
    await within(live.world.clock, agent.ready(), { limit: team.sessionInitTimeout, late })
  } catch (error) {
    if (!live.current) await endAgent(live, { graceMs: 0, why: 'silent' })
    throw error
  }
}
