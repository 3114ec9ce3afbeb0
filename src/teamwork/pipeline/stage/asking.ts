import type { StageId } from '../../../contract/index.ts'
import type { RunningAgent } from '../../../core/transport/index.ts'
import { causeOfError, wordsOf } from '../../../core/sessions/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { endStage, overBudget } from './booking.ts'
import type { StageContext } from './context.ts'
import { hear, unheard, type Heard, type Hearing, type Unasked } from './hearing.ts'
import { createHeldStarts, type HeldStarts } from './held-starts.ts'
import { launch, noteAsked } from './launching.ts'
import type { OpenStage } from './rows.ts'

const atOnce = 4
const graceMs = 2000

/** Asks the model what is written down to be asked. */
export interface Asking {
  /** From now on what waits is asked. */
  open(): void
  /** Asks what waits to be asked, as far as there is room. */
  goOn(): void
  /** What hindered starts may be gone: those that wait are tried now. */
  tryAgain(): void
  /** Why a stage could not be started yet. */
  whyHeld: HeldStarts['whyOf']
  /** Listens to an agent until it has answered. */
  listen(stage: OpenStage, agent: RunningAgent): void
  end(stage: OpenStage, heard: Heard): void
  isClosed(): boolean
  /** Listens no longer; agents that are at it go on, and the next daemon hears them. Waits for those that are ending. */
  close(): Promise<void>
}

export function createAsking(context: StageContext): Asking {
  const { rows, clock, usage, agents } = context
  const running = new Map<StageId, Hearing | undefined>()
  const leaving = createLeaving(agents)
  const held = createHeldStarts(context, () => goOn())
  let phase: 'before' | 'open' | 'closed' = 'before'

  return {
    open() {
      if (phase === 'before') phase = 'open'
      goOn()
    },
    goOn,
    tryAgain: () => held.tryAgain(),
    whyHeld: (stage) => held.whyOf(stage),
    listen,
    end,
    isClosed: () => phase === 'closed',
    async close() {
      phase = 'closed'
      held.close()
      for (const hearing of running.values()) hearing?.leave()
      await leaving.over()
    },
  }

  function goOn(): void {
    if (phase !== 'open' || usage.heldUntil() > 0) return
    const waiting = rows.open().filter(({ stage }) => !running.has(stage) && !held.isPausing(stage))
    for (const stage of waiting.slice(0, Math.max(0, atOnce - running.size)))
      ask(stage).catch(noted(context, stage, 'a stage did not begin'))
  }

  async function ask(stage: OpenStage): Promise<void> {
    running.set(stage.stage, undefined)
    const begun = await begin(context, stage)
    // A stop is no failure: it is asked by the next daemon.
    if (phase === 'closed') return
    if ('agent' in begun) listen(begun.stage, begun.agent)
    else settle(stage, begun)
  }

  /** What was not asked may be started once more. */
  function settle(stage: OpenStage, outcome: Heard | Unasked): void {
    if (!('vain' in outcome)) return end(stage, outcome)
    if (phase === 'closed') return
    running.delete(stage.stage)
    if (held.note(stage, outcome.vain) === 'held') return goOn()
    end(stage, unheard('failed', wordsOf(outcome.vain)))
  }

  function listen(stage: OpenStage, agent: RunningAgent): void {
    if (phase === 'closed') return
    const hearing = hear({ clock, onAsked: () => noteAsked(context, stage) }, agent, stage)
    running.set(stage.stage, hearing)
    hearing.heard
      .then((outcome) => settle(stage, outcome))
      .then(() => leaving.leave(agent))
      .catch(noted(context, stage, 'a stage did not end'))
  }

  function end(stage: OpenStage, heard: Heard): void {
    endStage(context, stage, heard)
    held.release(stage.stage)
    running.delete(stage.stage)
    goOn()
  }
}

function noted({ logger }: StageContext, { stage }: OpenStage, words: string): (error: unknown) => void {
  return (error) => logger.error(words, { stage, err: error })
}

/** A budget that is spent, and what is neither missing nor in the way, such as a role that is not there, ends the stage. */
async function begin(
  context: StageContext,
  stage: OpenStage,
): Promise<Awaited<ReturnType<typeof launch>> | Heard | Unasked> {
  const over = overBudget(context, stage)
  if (over !== undefined) return unheard('failed', `Nothing was asked: ${over}.`)
  try {
    return await launch(context, stage)
  } catch (error) {
    const vain = causeOfError(error)
    return vain.kind === 'ran' ? unheard('failed', messageOf(error)) : { vain }
  }
}

/** Agents that have nothing more to do: they end, and are forgotten. */
function createLeaving(agents: StageContext['agents']): {
  leave(agent: RunningAgent): void
  /** Settles when those that are ending have. */
  over(): Promise<unknown>
} {
  const leaving = new Set<Promise<void>>()
  return {
    leave(agent) {
      const left = agent
        .close({ graceMs })
        .catch(() => undefined)
        .then(() => agents.forget(agent.id))
      leaving.add(left)
      void left.then(() => leaving.delete(left))
    },
    over: () => Promise.all(leaving),
  }
}
