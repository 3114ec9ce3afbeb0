import { IrisError, type AgentId, type SessionId } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { RunningAgent } from '../transport/index.ts'

/** An agent that lives, and for whom. */
export interface PooledAgent {
  agent: RunningAgent
  session: SessionId
  team: string
  pid: number | null
  lastUsedAt: number
  /** The same by the steady clock, which says how long it has been idle. */
  idleSince: number
}

export interface PoolDeps {
  clock: Clock
  limit: () => number
  healthCheckInterval: () => number
  idleTimeout: (team: string) => number
  /** A turn runs in it, or an ask waits: such an agent is never ended to make room. */
  isBusy: (session: SessionId) => boolean
  /** Its agent waits for a tell of its own: it takes no room, or who it waits for might never find any. */
  isWaitingForTell: (session: SessionId) => boolean
  /** Ends the process in order; resolves when it is gone. */
  end: (pooled: PooledAgent, why: 'room' | 'idle') => Promise<void>
  /** Called at every health check. */
  check: () => void
  logger: Pick<Logger, 'debug'>
}

/** For whom an agent is wanted, how to start it, and whom to tell when there is no room. */
interface Wanted {
  session: SessionId
  team: string
  start: () => Promise<{ agent: RunningAgent; pid: number | null }>
  onFull: () => void
}

/** Which agents are alive: one per session, and at most `limit` besides those that wait for a tell of their own. */
export interface Pool {
  get(session: SessionId): PooledAgent | undefined
  /** The living agent of a session, or a new one as soon as there is room; two calls at once start one. */
  acquire(wanted: Wanted): Promise<PooledAgent>
  /** Takes over an agent that lived before this daemon did. */
  adopt(pooled: Omit<PooledAgent, keyof LastUse>): void
  isStarting(session: SessionId): boolean
  /** Whether one more agent could live now, if need be in the place of an idle one. */
  hasRoom(): boolean
  /** How many more could live now without ending anybody. */
  free(): number
  /** Gives up a start that waits for room; resolves when no start of the session is under way any more. */
  abandon(session: SessionId): Promise<void>
  touch(session: SessionId): void
  /** The agent is gone. */
  remove(agent: AgentId): void
  list(): readonly PooledAgent[]
  close(): void
}

export function createPool(deps: PoolDeps): Pool {
  const { clock } = deps
  const state: State = { agents: new Map(), starting: new Map(), waiting: new Set() }
  const { agents, starting } = state
  let cancelCheck = scheduleCheck()

  return {
    get: (session) => agents.get(session),
    list: () => [...agents.values()],
    acquire,
    adopt(pooled) {
      agents.set(pooled.session, { ...pooled, ...lastUse(clock) })
    },
    isStarting: (session) => starting.has(session),
    hasRoom: () => counted(deps, agents) - idleOnes(deps, agents).length + starting.size < deps.limit(),
    free: () => Math.max(0, deps.limit() - counted(deps, agents) - starting.size),
    async abandon(session) {
      const start = starting.get(session)
      if (!start) return
      start.isAbandoned = true
      changed(state)
      await start.begun.catch(() => undefined)
    },
    touch(session) {
      const pooled = agents.get(session)
      if (pooled) Object.assign(pooled, lastUse(clock))
      changed(state)
    },
    remove(agent) {
      for (const [session, pooled] of agents) if (pooled.agent.id === agent) agents.delete(session)
      changed(state)
    },
    close: () => cancelCheck(),
  }

  function acquire(wanted: Wanted): Promise<PooledAgent> {
    const living = agents.get(wanted.session)
    if (living) return Promise.resolve(living)
    const known = starting.get(wanted.session)
    if (known?.isAbandoned) return known.begun.catch(() => undefined).then(() => acquire(wanted))
    if (known) return known.begun
    const start: Start = {
      isAbandoned: false,
      begun: Promise.resolve().then(() => begin(deps, state, wanted)),
    }
    starting.set(wanted.session, start)
    return start.begun
  }

  function scheduleCheck(): Cancel {
    return clock.after(deps.healthCheckInterval(), () => {
      endIdle(deps, state)
      deps.check()
      cancelCheck = scheduleCheck()
    })
  }
}

type LastUse = Pick<PooledAgent, 'lastUsedAt' | 'idleSince'>

function lastUse(clock: Clock): LastUse {
  return { lastUsedAt: clock.now(), idleSince: clock.steady() }
}

interface State {
  agents: Map<SessionId, PooledAgent>
  /** In the order in which they came. */
  starting: Map<SessionId, Start>
  /** Those who wait for room are all woken when something changes; who came first finds it. */
  waiting: Set<() => void>
}

interface Start {
  isAbandoned: boolean
  begun: Promise<PooledAgent>
}

function changed({ waiting }: State): void {
  for (const wake of waiting) wake()
  waiting.clear()
}

async function begin(
  deps: PoolDeps,
  state: State,
  { session, team, start, onFull }: Wanted,
): Promise<PooledAgent> {
  try {
    await room(deps, state, { session, onFull })
    const pooled = { ...(await start()), session, team, ...lastUse(deps.clock) }
    state.agents.set(session, pooled)
    return pooled
  } finally {
    state.starting.delete(session)
    changed(state)
  }
}

/** Resolves when one more agent may live; first come, first served. */
async function room(
  deps: PoolDeps,
  state: State,
  { session, onFull }: Pick<Wanted, 'session' | 'onFull'>,
): Promise<void> {
  const { agents, starting, waiting } = state
  let told = false
  while (counted(deps, agents) + placeOf(session, starting) > deps.limit()) {
    const idle = longestIdle(deps, agents)
    if (idle) {
      agents.delete(idle.session)
      deps.logger.debug('an idle agent makes room', {
        ...placesOf(deps, state),
        ended: idle.agent.id,
        session,
      })
      await deps.end(idle, 'room')
      continue
    }
    if (!told) onFull()
    if (!told) deps.logger.debug('no room for an agent', { ...placesOf(deps, state), session })
    told = true
    await new Promise<void>((resolve) => waiting.add(resolve))
    if (starting.get(session)?.isAbandoned) throw new IrisError('TEAM_BUSY', 'The start was given up.')
  }
}

function placesOf(deps: PoolDeps, { agents, starting }: State): Record<string, number> {
  return { limit: deps.limit(), living: agents.size, counted: counted(deps, agents), starting: starting.size }
}

function counted({ isWaitingForTell }: PoolDeps, agents: State['agents']): number {
  return [...agents.keys()].filter((session) => !isWaitingForTell(session)).length
}

/** 1 for whoever came first. */
function placeOf(session: SessionId, starting: State['starting']): number {
  return [...starting.keys()].indexOf(session) + 1
}

function idleOnes(deps: PoolDeps, agents: State['agents']): PooledAgent[] {
  return [...agents.values()].filter(({ session }) => !deps.isBusy(session))
}

function longestIdle(deps: PoolDeps, agents: State['agents']): PooledAgent | undefined {
  return idleOnes(deps, agents).toSorted((a, b) => a.idleSince - b.idleSince)[0]
}

function endIdle(deps: PoolDeps, state: State): void {
  for (const pooled of state.agents.values()) {
    if (deps.isBusy(pooled.session)) continue
    if (deps.clock.steady() - pooled.idleSince < deps.idleTimeout(pooled.team)) continue
    state.agents.delete(pooled.session)
    deps.logger.debug('an agent was idle for long', { agent: pooled.agent.id, session: pooled.session })
    void deps.end(pooled, 'idle')
  }
  endSurplus(deps, state)
  changed(state)
}

/** Who waited for a tell counts again afterwards. */
function endSurplus(deps: PoolDeps, { agents }: State): void {
  while (counted(deps, agents) > deps.limit()) {
    const idle = longestIdle(deps, agents)
    if (!idle) return
    agents.delete(idle.session)
    deps.logger.debug('one agent too many', { limit: deps.limit(), ended: idle.agent.id })
    void deps.end(idle, 'room')
  }
}
