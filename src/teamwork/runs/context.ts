import type { RunId, TurnId } from '../../contract/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import type { RunDeps } from './deps.ts'

/** An open run in this process: what is under way for it; all of it can be begun again from the tables. */
export interface OpenRun {
  cancelTimer: Cancel
  /** When it is looked at again by itself. */
  dueAt: number
  proving: { done: Promise<void>; abort: AbortController } | undefined
  /** Everything of it is being ended. */
  ending: Promise<void> | undefined
  /** The turn its leader was at when it was first seen that it is to end; that one it may finish. */
  lastTurn: { id: TurnId | undefined; since: number } | undefined
  /** What a limit has struck already. */
  struck: Set<string>
}

/** What the functions of this folder work with. */
export interface RunsContext extends RunDeps {
  openRun: (id: RunId) => OpenRun
  /** Looks at a run again. Safe to call at any time. */
  consider: (id: RunId) => void
  /** Looks at a run again after so many ms, or sooner when that was asked before. */
  later: (id: RunId, delay: number) => void
  /** Nothing of a run is left to be done. */
  release: (id: RunId) => void
}
