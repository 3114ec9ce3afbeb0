import type { RunId } from '../../contract/index.ts'
import { heedAnswer, withdrawWhenOver } from './asking.ts'
import type { RunDeps } from './deps.ts'
import { wind } from './ending.ts'
import { readFacts, stateOf } from './facts.ts'
import type { RunsContext, OpenRun } from './context.ts'
import { holdToLimits } from './enforcement.ts'
import { takeStep } from './next-step.ts'
import { putReports } from './reports.ts'

const retryAfter = 2000

/** Keeps open runs going: looks at what is so, takes the next step, and tells each change. */
export interface Control {
  context: RunsContext
  /** Lets go of every run; what is under way is begun again by the next daemon. */
  close(): void
}

export function createControl(deps: RunDeps, onEnded: (id: RunId) => void): Control {
  const openRuns = new Map<RunId, OpenRun>()
  let closed = false
  const context: RunsContext = {
    ...deps,
    openRun,
    consider,
    later(id, delay) {
      const own = openRun(id)
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
      openRuns.get(id)?.cancelTimer()
      openRuns.delete(id)
      onEnded(id)
    },
  }
  return {
    context,
    close() {
      closed = true
      for (const own of openRuns.values()) {
        own.cancelTimer()
        own.proving?.abort.abort()
      }
    },
  }

  function consider(id: RunId): void {
    if (closed) return
    try {
      look(context, id)
    } catch (error) {
      deps.logger.error('a run could not be looked at', { run: id, err: error })
      context.later(id, retryAfter)
    }
  }

  function openRun(id: RunId): OpenRun {
    const known = openRuns.get(id)
    if (known) return known
    const made: OpenRun = {
      cancelTimer: () => undefined,
      dueAt: Infinity,
      proving: undefined,
      ending: undefined,
      lastTurn: undefined,
      struck: new Set(),
    }
    openRuns.set(id, made)
    return made
  }
}

function look(context: RunsContext, id: RunId): void {
  const before = context.rows.get(id)
  if (before?.endedAt === null) heedAnswer(context, before)
  const row = context.rows.get(id)
  if (!row || row.endedAt !== null) return
  const facts = readFacts(context, row)
  const next = row.verdict === null ? holdToLimits(context, facts) : undefined
  if (next !== undefined) context.later(id, next)
  if (row.owed.length > 0 && !putReports(context, id)) context.later(id, retryAfter)
  if (context.rows.get(id)?.verdict === null) takeStep(context, facts)
  withdrawWhenOver(context, facts)
  wind(context, id)
  announce(context, id)
}

/** Tells a change of state once, with what it was before. */
function announce(context: RunsContext, id: RunId): void {
  const { rows, log } = context
  const row = rows.get(id)
  // How it ends is told once, when everything of it has.
  if (!row || row.verdict !== null) return
  const state = stateOf(readFacts(context, row))
  if (state === row.told) return
  log.write((append) => {
    rows.set(id, { told: state })
    append({ type: 'run.changed', session: row.session, data: { run: id, state, was: row.told } })
  })
}
