import type { AgentId, SessionId } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { RunningAgent } from '../transport/index.ts'
import { createLine, type Line } from './line.ts'

/** An agent that lives, and for whom. */
export interface PooledAgent {
  agent: RunningAgent
  session: SessionId
  team: string
  lastUsedAt: number
}

export interface PoolDeps {
  clock: Clock
  limit: () => number
  healthCheckInterval: () => number
  idleTimeout: (team: string) => number
  /** A turn runs in it, or an ask waits: such an agent is never ended to make room. */
  isBusy: (session: SessionId) => boolean
  /** Ends the process in order; resolves when it is gone. */
  end: (pooled: PooledAgent, reason: 'evicted' | 'idle') => Promise<void>
}

/** For whom an agent is wanted, how to start it, and whom to tell when there is no room. */
export interface Wanted {
  session: SessionId
  team: string
  start: () => Promise<RunningAgent>
  onFull: () => void
}

/** Which agents are alive: at most `limit`, one per session. */
export interface Pool {
  get(session: SessionId): PooledAgent | undefined
  /** The living agent of a session, or a new one as soon as there is room; two calls at once start one. */
  acquire(wanted: Wanted): Promise<PooledAgent>
  /** Takes over an agent that lived before this daemon did. */
  adopt(pooled: { agent: RunningAgent; session: SessionId; team: string }): void
  touch(session: SessionId): void
  /** The agent is gone. */
  remove(agent: AgentId): void
  list(): readonly PooledAgent[]
  close(): void
}

export function createPool(deps: PoolDeps): Pool {
  const { clock } = deps
  const state: State = { agents: new Map(), starting: new Map(), line: createLine() }
  const { agents, starting, line } = state
  let cancelCheck = scheduleCheck()

  return {
    get: (session) => agents.get(session),
    list: () => [...agents.values()],
    acquire(wanted) {
      const living = agents.get(wanted.session)
      if (living) return Promise.resolve(living)
      const begun = starting.get(wanted.session) ?? begin(deps, state, wanted)
      starting.set(wanted.session, begun)
      return begun
    },
    adopt(pooled) {
      agents.set(pooled.session, { ...pooled, lastUsedAt: clock.now() })
    },
    touch(session) {
      const pooled = agents.get(session)
      if (pooled) pooled.lastUsedAt = clock.now()
      line.next()
    },
    remove(agent) {
      for (const [session, pooled] of agents) if (pooled.agent.id === agent) agents.delete(session)
      line.next()
    },
    close() {
      cancelCheck()
      line.all()
    },
  }

  function scheduleCheck(): Cancel {
    return clock.after(deps.healthCheckInterval(), () => {
      endIdle(deps, state)
      cancelCheck = scheduleCheck()
    })
  }
}

interface State {
  agents: Map<SessionId, PooledAgent>
  starting: Map<SessionId, Promise<PooledAgent>>
  line: Line
}

async function begin(deps: PoolDeps, state: State, wanted: Wanted): Promise<PooledAgent> {
  // The caller registers this start before anything here runs.
  await Promise.resolve()
  try {
    await room(deps, state, wanted.onFull)
    const agent = await wanted.start()
    const pooled = { agent, session: wanted.session, team: wanted.team, lastUsedAt: deps.clock.now() }
    state.agents.set(wanted.session, pooled)
    return pooled
  } finally {
    state.starting.delete(wanted.session)
    state.line.next()
  }
}

/** Resolves when one more agent may live; first come, first served. */
async function room(deps: PoolDeps, { agents, starting, line }: State, onFull: () => void): Promise<void> {
  let told = false
  // Starts that stand in line themselves take no room yet.
  while (agents.size + Math.max(1, starting.size - line.length()) > deps.limit()) {
    const idle = longestIdle(deps, agents)
    if (idle) {
      agents.delete(idle.session)
      await deps.end(idle, 'evicted')
      continue
    }
    if (!told) onFull()
    told = true
    await line.wait()
  }
}

function longestIdle(deps: PoolDeps, agents: State['agents']): PooledAgent | undefined {
  return [...agents.values()]
    .filter(({ session }) => !deps.isBusy(session))
    .toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)[0]
}

function endIdle(deps: PoolDeps, { agents, line }: State): void {
  for (const pooled of agents.values()) {
    if (deps.isBusy(pooled.session)) continue
    if (deps.clock.now() - pooled.lastUsedAt < deps.idleTimeout(pooled.team)) continue
    agents.delete(pooled.session)
    void deps.end(pooled, 'idle')
  }
  line.next()
}
