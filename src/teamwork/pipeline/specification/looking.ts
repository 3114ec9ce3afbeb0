import type { Event, EventType, SpecId } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { keyOf, maxTries, type SpecContext } from './context.ts'
import { decide, propose, startBuild } from './deciding.ts'
import { draft, take } from './drafting.ts'
import { hearQuestions } from './questions.ts'
import type { SpecRow } from './rows.ts'
import { stepOf, type SpecDeed } from './steps.ts'
import { factsOf } from './views.ts'

/** So many deeds follow each other in one look. */
const maxDeeds = 12

/** What may change what a spec does next. */
const heard: readonly EventType[] = ['stage.ended', 'ask.answered', 'ask.dismissed', 'ask.withdrawn']

const deeds: Readonly<Record<SpecDeed, (context: SpecContext, row: SpecRow) => Promise<void> | void>> = {
  draft,
  take,
  hear: hearQuestions,
  propose,
  decide,
  build: startBuild,
}

/** Looks at specs, one look at a time at each, and does what is next. All of it can be begun again from the tables. */
export interface Looking {
  /** Settles when there is nothing to do for this spec any more. */
  look: (spec: SpecId) => Promise<void>
  /** Goes on with what the last daemon left, and follows the log from here. */
  start(): void
  close(): Promise<void>
}

export function createLooking(context: SpecContext): Looking {
  const { rows, log, logger } = context
  const looking = new Map<SpecId, Promise<void>>()

  return {
    look,
    start() {
      void follow().catch((error: unknown) => logger.error('specs no longer hear the log', { err: error }))
      for (const { id } of rows.open()) void look(id)
    },
    async close() {
      await Promise.allSettled(looking.values())
    },
  }

  function look(spec: SpecId): Promise<void> {
    const next = (looking.get(spec) ?? Promise.resolve()).then(() => lookAt(context, spec))
    looking.set(spec, next)
    return next.finally(() => {
      if (looking.get(spec) === next) looking.delete(spec)
    })
  }

  async function follow(): Promise<void> {
    for await (const batch of log.tail({ after: log.head(), types: heard, signal: context.signal }))
      for (const event of batch) {
        const spec = specOf(event)
        if (spec) void look(spec)
      }
  }

  function specOf(event: Event): SpecId | undefined {
    if (event.type === 'stage.ended') return rows.ofSubject(event.data.subject)?.id
    if (event.type === 'ask.answered' || event.type === 'ask.dismissed' || event.type === 'ask.withdrawn')
      return rows.ofAsk(event.data.ask)?.id
    return undefined
  }
}

async function lookAt(context: SpecContext, id: SpecId): Promise<void> {
  for (let count = 0; count < maxDeeds && !context.signal.aborted; count += 1) {
    const row = context.rows.get(id)
    const step = row && stepOf(factsOf(context, row))
    if (!step || step.do === 'nothing') return
    try {
      await deeds[step.do](context, row)
    } catch (error) {
      if (context.signal.aborted) return
      context.logger.error('a spec does not move', { spec: keyOf(row), err: error })
      context.rows.set(id, { problem: messageOf(error), tries: maxTries, ask: null, stage: null })
      // A person is asked next; when that is what fails, nobody can be.
      if (step.do === 'propose') return
    }
  }
}
