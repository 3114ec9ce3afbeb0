import type { StageId } from '../../../contract/index.ts'
import { maxStarts, pauseAfter, wordsOf, type StartCause } from '../../../core/sessions/index.ts'
import type { Cancel } from '../../../platform/clock/index.ts'
import type { StageContext } from './context.ts'
import type { OpenStage } from './rows.ts'

/** Stages that could not be started yet. That is a fact about this machine, not about the stage: it waits, and is tried again. */
export interface HeldStarts {
  /** Notes a start in vain; says whether the stage ends for it, since so many processes ran and none could be asked. */
  note(stage: OpenStage, cause: StartCause): 'held' | 'given_up'
  /** Whether its next try is not due yet. */
  isPausing(stage: StageId): boolean
  /** Why it has not begun; undefined when it has, or was not tried yet. */
  whyOf(stage: StageId): { words: string; isAbsent: boolean } | undefined
  /** It has ended. */
  release(stage: StageId): void
  /** What hindered them may be gone: all are due now. */
  tryAgain(): void
  close(): void
}

interface Held {
  cause: StartCause
  tries: number
  starts: number
  /** What was told of it last. */
  told: string | undefined
  cancel: Cancel | undefined
}

export function createHeldStarts(context: StageContext, onDue: () => void): HeldStarts {
  const { clock, log } = context
  const held = new Map<StageId, Held>()
  return {
    note(stage, cause) {
      const before = held.get(stage.stage)
      before?.cancel?.()
      const tries = (before?.tries ?? 0) + 1
      const starts = (before?.starts ?? 0) + (cause.kind === 'ran' ? 1 : 0)
      if (starts >= maxStarts) {
        held.delete(stage.stage)
        return 'given_up'
      }
      const cancel = clock.after(pauseAfter({ tries }, cause.kind), () => due(stage.stage))
      const now: Held = { cause, tries, starts, told: before?.told, cancel }
      held.set(stage.stage, now)
      tell(stage, now)
      return 'held'
    },
    isPausing: (stage) => held.get(stage)?.cancel !== undefined,
    whyOf(stage) {
      const found = held.get(stage)
      return found && { words: wordsOf(found.cause), isAbsent: found.cause.kind === 'absent' }
    },
    release(stage) {
      held.get(stage)?.cancel?.()
      held.delete(stage)
    },
    tryAgain() {
      for (const one of held.values()) stopPause(one)
      onDue()
    },
    close() {
      for (const one of held.values()) stopPause(one)
    },
  }

  function due(stage: StageId): void {
    const found = held.get(stage)
    if (found) found.cancel = undefined
    onDue()
  }

  /** Once for each reason; the first pause is over before anybody has read it. */
  function tell({ stage, role, subject }: OpenStage, now: Held): void {
    const reason = wordsOf(now.cause)
    if (now.told === reason || (now.cause.kind !== 'absent' && now.tries === 1)) return
    now.told = reason
    log.write((append) => append({ type: 'stage.waiting', data: { stage, role, subject, reason } }))
  }
}

function stopPause(held: Held): void {
  held.cancel?.()
  held.cancel = undefined
}
