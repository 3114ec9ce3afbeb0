import type { RunId } from '../../contract/index.ts'
import type { RunDeps } from './deps.ts'
import { wind } from './ending.ts'
import { readFacts, stateOf } from './facts.ts'
import type { Ground, Held } from './ground.ts'
import { holdToLimits } from './striking.ts'
import { takeStep } from './taking.ts'
import { putReports } from './telling.ts'

const retryAfter = 2000

/** Keeps open runs going: looks at what is so, takes the next step, and tells each change. */
export interface Control {
  ground: Ground
  /** Lets go of every run; what is under way is begun again by the next daemon. */
  close(): void
}

export function createControl(deps: RunDeps, onEnded: (id: RunId) => void): Control {
  const held = new Map<RunId, Held>()
  let closed = false
  const ground: Ground = {
    ...deps,
    held: holdOf,
    consider,
    later(id, delay) {
      const own = holdOf(id)
      const at = deps.clock.steady() + delay
      if (closed || own.dueAt <= at) return
      own.cancelTimer()
      own.dueAt = at
      own.cancelTimer = deps.clock.after(delay, () => {
        own.dueAt = Infinity
        consider(id)
      })
    },
    release(id) {
      held.get(id)?.cancelTimer()
      held.delete(id)
      onEnded(id)
    },
  }
  return {
    ground,
    close() {
      closed = true
      for (const own of held.values()) {
        own.cancelTimer()
        own.checking?.abort.abort()
      }
    },
  }

  function consider(id: RunId): void {
    if (closed) return
    try {
      look(ground, id)
    } catch (error) {
      deps.logger.error('a run could not be looked at', { run: id, err: error })
      ground.later(id, retryAfter)
    }
  }

  function holdOf(id: RunId): Held {
    const known = held.get(id)
    if (known) return known
    const made: Held = {
      cancelTimer: () => undefined,
      dueAt: Infinity,
      checking: undefined,
      ending: undefined,
      lastTurn: undefined,
      struck: new Set(),
    }
    held.set(id, made)
    return made
  }
}

function look(ground: Ground, id: RunId): void {
  const row = ground.rows.get(id)
  if (!row || row.endedAt !== null) return
  const facts = readFacts(ground, row)
  const next = row.verdict === null ? holdToLimits(ground, facts) : undefined
  if (next !== undefined) ground.later(id, next)
  if (row.owed.length > 0 && !putReports(ground, id)) ground.later(id, retryAfter)
  if (ground.rows.get(id)?.verdict === null) takeStep(ground, facts)
  wind(ground, id)
  announce(ground, id)
}

/** Tells a change of state once, with what it was before. */
function announce(ground: Ground, id: RunId): void {
  const { rows, log } = ground
  const row = rows.get(id)
  // How it ends is told once, when everything of it has.
  if (!row || row.verdict !== null) return
  const state = stateOf(readFacts(ground, row))
  if (state === row.told) return
  log.write((append) => {
    rows.set(id, { told: state })
    append({ type: 'run.changed', session: row.session, data: { run: id, state, was: row.told } })
  })
}
