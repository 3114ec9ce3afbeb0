import { IrisError, type Ask, type AskId } from '../../contract/index.ts'
import { dismiss } from './filing.ts'
import type { AskRow } from './rows.ts'
import { findAsk, subjectOf, type World } from './world.ts'

/** Ways to close an ask without an answer. */
export interface Closings {
  dismiss(id: AskId, by: string): Promise<Ask>
  markFalseAlarm(id: AskId, mark: { falseAlarm: boolean; by: string }): Promise<Ask>
}

export function closings(world: World, view: (ask: AskRow) => Ask): Closings {
  return {
    async dismiss(id, by) {
      const ask = findAsk(world, id)
      if (ask.kind === 'permission' || ask.kind === 'plan')
        throw new IrisError('ANSWER_INVALID', 'An agent waits for yes or no here: allow or deny it.')
      const isClosed = world.log.write((append) => dismiss(world, ask, { reason: 'dismissed', by, append }))
      if (!isClosed) throw new IrisError('ASK_ANSWERED', 'This ask is no longer open.')
      await world.settled(findAsk(world, id))
      return view(findAsk(world, id))
    },
    async markFalseAlarm(id, { falseAlarm, by }) {
      const ask = findAsk(world, id)
      const isClosed = world.log.write((append) => {
        world.rows.mark.run(falseAlarm ? 1 : 0, id)
        append({ type: 'ask.marked', ...subjectOf(ask), data: { ask: id, team: ask.team, falseAlarm, by } })
        // A process that waits is no false alarm to itself: only a person's yes or no lets it go on.
        const mayClose = falseAlarm && ask.request === null
        return mayClose && dismiss(world, ask, { reason: 'false alarm', by, append })
      })
      if (isClosed) await world.settled(findAsk(world, id))
      return view(findAsk(world, id))
    },
  }
}
