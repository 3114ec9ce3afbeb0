import type { StageId } from '../../../contract/index.ts'
import type { RunningAgent } from '../../../core/transport/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { endStage, overBudget } from './booking.ts'
import type { StageContext } from './context.ts'
import { hear, unheard, type Heard, type Hearing } from './hearing.ts'
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
  /** Listens to an agent until it has answered. */
  listen(stage: OpenStage, agent: RunningAgent): void
  end(stage: OpenStage, heard: Heard): void
  isClosed(): boolean
  /** Listens no longer; agents that are at it go on, and the next daemon hears them. Waits for those that are ending. */
  close(): Promise<void>
}

export function createAsking(context: StageContext): Asking {
  const { rows, clock, logger, usage, agents } = context
  const running = new Map<StageId, Hearing | undefined>()
  const leaving = new Set<Promise<void>>()
  let phase: 'before' | 'open' | 'closed' = 'before'

  return {
    open() {
      if (phase === 'before') phase = 'open'
      goOn()
    },
    goOn,
    listen,
    end,
    isClosed: () => phase === 'closed',
    async close() {
      phase = 'closed'
      for (const hearing of running.values()) hearing?.leave()
      await Promise.all(leaving)
    },
  }

  function goOn(): void {
    if (phase !== 'open' || usage.heldUntil() > 0) return
    const waiting = rows.open().filter(({ stage }) => !running.has(stage))
    for (const stage of waiting.slice(0, Math.max(0, atOnce - running.size))) void ask(stage)
  }

  async function ask(stage: OpenStage): Promise<void> {
    running.set(stage.stage, undefined)
    const over = overBudget(context, stage)
    if (over !== undefined) return end(stage, unheard('failed', `Nothing was asked: ${over}.`))
    try {
      const started = await launch(context, stage)
      listen(started.stage, started.agent)
    } catch (error) {
      // A stop is no failure: it is asked by the next daemon.
      if (phase !== 'closed') end(stage, unheard('failed', messageOf(error)))
    }
  }

  function listen(stage: OpenStage, agent: RunningAgent): void {
    if (phase === 'closed') return
    const onAsked = (): void => noteAsked(context, stage)
    const hearing = hear({ clock, onAsked }, agent, { uuid: stage.message, text: stage.prompt })
    running.set(stage.stage, hearing)
    hearing.heard
      .then((heard) => end(stage, heard))
      .then(() => leave(agent))
      .catch((error: unknown) => logger.error('a stage did not end', { stage: stage.stage, err: error }))
  }

  function leave(agent: RunningAgent): void {
    const left = agent
      .close({ graceMs })
      .catch(() => undefined)
      .then(() => agents.forget(agent.id))
    leaving.add(left)
    void left.then(() => leaving.delete(left))
  }

  function end(stage: OpenStage, heard: Heard): void {
    endStage(context, stage, heard)
    running.delete(stage.stage)
    goOn()
  }
}
