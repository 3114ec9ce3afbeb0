import { Subject, type Observable } from 'rxjs'
import type { SessionId, TurnId, TurnWriting } from '../../contract/index.ts'
import type { AskRow } from '../inbox/index.ts'
import type { Append } from '../store/index.ts'
import { createPool, type Pool } from '../pool/index.ts'
import type {
  HeardEvent,
  KnownAgents,
  LiveSession,
  SessionDeps,
  SessionsContext,
  TurnProgress,
} from './context.ts'
import { deliver } from './delivering/carrying.ts'
import { goOn, holdBack, takeConfig } from './delivering/config-changes.ts'
import { deliverNext } from './delivering/delivery.ts'
import { put, type NewTurn } from './delivering/queue.ts'
import { release } from './delivering/retries.ts'
import { wake } from './delivering/waking.ts'
import { saidSoFar } from './ending/endings.ts'
import { letGoOf, noteMoved, type AtWork } from './ending/leaving.ts'
import {
  cancel,
  cancelOne,
  drop,
  endPooled,
  endSilent,
  halt,
  reboot,
  remove,
  sleep,
  stopOne,
} from './ending/on-request.ts'
import { isWaitingForTell, progressOf } from './listening/watching.ts'
import { holdQueue, idleSession, isBusy, letGo } from './live-session.ts'
import { lookUps, type LookUps } from './look-ups.ts'
import { checkAgents, createRecovery, takeUp } from './recovering/recovery.ts'
import type { TurnRow } from './tables/rows.ts'
import { prepareRows } from './tables/statements.ts'

const retryAfter = 2000

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
  /** What the agents say and do from now on, as it is recorded. */
  heard$: Observable<HeardEvent>
  /** Delivers nothing to a session until the hold is given back. */
  hold(session: SessionId): () => void
  /** What a session is doing, derived from process, turn and asks. */
  live(session: SessionId): LiveSession
  saidSoFar(session: SessionId): string
  /** Whether something would be lost with its process: a turn, an ask that waits, or the work of a teammate. */
  isBusy(session: SessionId): boolean
  wake(session: SessionId): Promise<void>
  /** Ends the process, and the running turn as stopped. */
  sleep(session: SessionId): Promise<void>
  /** Asks the process of a session that rests for a sign of life, and ends one that gives none; no model is called. */
  endSilent(session: SessionId): Promise<void>
  /** Interrupts the running turn, or the one named, which is dropped while it waits; resolves with it once it has ended. */
  cancel(session: SessionId, turn?: TurnId): Promise<TurnId | null>
  /** Drops a turn that waits; one that has begun is left alone. */
  drop(session: SessionId, turn: TurnId): Promise<void>
  /** Ends one turn as stopped, running or queued; the others of its session stay. */
  stop(turn: TurnId): Promise<void>
  /** Ends everything of a session at once: its open turns as stopped, its process with all it started. */
  halt(session: SessionId, options: { graceMs: number }): Promise<void>
  /** Lets a turn run that a limit holds, on a person's word; false when none of this id waits for one. */
  release(session: SessionId, turn: TurnId, by: string): boolean
  /** Begins another conversation; its queue and its asks stay. `then` is done in the same transaction. */
  reboot(session: SessionId, by: string, then?: (append: Append) => void): Promise<void>
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
  recovered(): Promise<void>
  /** Iris listens elsewhere than when its agents were started: those that rest are ended, the others have lost it. */
  noteMoved(): Promise<void>
  /** Ends the agents that have nothing to do and lets go of the others, which work on in the pipe unless all are to end. */
  close(atWork: AtWork): Promise<void>
}

/** Everything of this folder, put together. */
export function createSessions(deps: SessionDeps): Sessions {
  const lives = new Map<SessionId, LiveSession>()
  let closing = false
  let isHearing = false
  const { whenOver, end: endRecovery } = createRecovery()
  const context = createContext(deps, { live, isPaused: () => closing || !isHearing })
  const lifted = context.usage.lifted$.subscribe(() => goOn(context))

  return {
    ...lookUps(context),
    put: (turn) => put(context, turn),
    ...streamsOf(context),
    hold: (session) => holdQueue(live(session)),
    live: look,
    saidSoFar: (session) => saidSoFar(look(session)),
    isBusy: (session) => isBusy(look(session)),
    ...processesOf((session, work) => whenOver(() => work(live(session)))),
    cancel: (session, turn) =>
      whenOver<TurnId | null>(() => (turn ? cancelOne(live(session), turn) : cancel(live(session)))),
    drop: (session, turn) => whenOver(() => drop(live(session), turn)),
    release: (session, turn, by) => release(live(session), turn, by),
    stopTeammate: async (session, id) => context.pool.get(session)?.agent.stopSubagent(id),
    stop: (turn) => whenOver(() => stopOne(context, turn)),
    halt: (session, options) => whenOver(() => halt(live(session), options)),
    reboot: (session, by, then) => whenOver(() => reboot(live(session), by, then)),
    async remove(session, by) {
      await whenOver(() => remove(live(session), by))
      const left = lives.get(session)
      if (left) letGo(left)
      lives.delete(session)
    },
    deliver: (ask) => deliver(context, ask),
    configChanged: () => void (isHearing && takeConfig(context)),
    pool: context.pool,
    pause: () => (isHearing = false),
    isHearing: () => isHearing,
    recovered: () => whenOver(() => Promise.resolve()),
    async recover(known) {
      isHearing = true
      await takeUp(context, known)
      holdBack(context)
      endRecovery()
    },
    noteMoved: () => noteMoved(context),
    async close(atWork) {
      closing = true
      lifted.unsubscribe()
      context.pool.close()
      await letGoOf([...lives.values()], atWork)
    },
  }

  function live(id: SessionId): LiveSession {
    const found = look(id)
    lives.set(id, found)
    return found
  }

  /** Who only reads leaves nothing behind. */
  function look(id: SessionId): LiveSession {
    return lives.get(id) ?? idleSession(context, id)
  }
}

/** What is done with the process of a session that rests. */
function processesOf(
  after: (session: SessionId, work: (live: LiveSession) => Promise<void>) => Promise<void>,
): Pick<Sessions, 'wake' | 'sleep' | 'endSilent'> {
  return {
    wake: (session) => after(session, wake),
    sleep: (session) => after(session, sleep),
    endSilent: (session) => after(session, endSilent),
  }
}

function streamsOf(context: SessionsContext): Pick<Sessions, 'progress$' | 'writing$' | 'heard$'> {
  return {
    progress$: (turn) => progressOf(context, turn),
    writing$: context.writing,
    heard$: context.heard,
  }
}

function createContext(deps: SessionDeps, own: Pick<SessionsContext, 'live' | 'isPaused'>): SessionsContext {
  const { sql, clock, settings, logger } = deps
  const pool = createPool({
    clock,
    logger,
    limit: () => settings().maxProcesses,
    healthCheckInterval: () => settings().healthCheckInterval,
    // A team that is no longer in the config keeps no agent.
    idleTimeout: (team) => deps.team(team)?.idleTimeout ?? 0,
    isBusy: (session) => isBusy(own.live(session)),
    isWaitingForTell: (session) => isWaitingForTell(context, session),
    end: ({ agent, session }, why) => endPooled(own.live(session), agent, why),
    check: () =>
      void checkAgents(context).catch((error: unknown) => logger.warn('no health check', { err: error })),
  })
  const context: SessionsContext = {
    ...deps,
    ...own,
    rows: prepareRows(sql),
    pool,
    watchers: new Map(),
    writing: new Subject(),
    heard: new Subject(),
    deliverNext: deliverSoon,
  }
  return context

  /** Not at once: who waits for room in the pool goes first. */
  function deliverSoon(live: LiveSession): void {
    void Promise.resolve()
      .then(() => deliverNext(live))
      .catch((error: unknown) => {
        logger.error('a queue does not move', { session: live.id, err: error })
        clock.after(retryAfter, () => deliverSoon(live))
      })
  }
}
