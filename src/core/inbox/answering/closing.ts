import { IrisError, type Ask, type AskId } from '../../../contract/index.ts'
import { dismiss } from '../raising/filing.ts'
import { detailOf, type AskRow } from '../rows.ts'
import { expiryOf } from '../reminding/timing.ts'
import { findAsk, subjectOf, type InboxContext } from '../context.ts'

/** Ways to close an ask without an answer, to count it as more or less, and to leave it to somebody else. */
export interface Closings {
  dismiss(id: AskId, by: string): Promise<Ask>
  /** Closes an ask whose cause is gone; false when it was closed before. */
  withdrawOne(id: AskId, reason: string): boolean
  /** Lets an open ask count as more or less from now on; what is closed stays as it is. */
  weigh(id: AskId, weight: Weight): void
  /** Leaves to people what whoever it was forwarded to did not answer; false when it is closed, or theirs already. */
  escalate(id: AskId, reason: string): boolean
  markFalseAlarm(id: AskId, mark: { falseAlarm: boolean; by: string }): Promise<Ask>
}

/** How much an ask counts, and its tags. */
interface Weight extends Pick<AskRow, 'type' | 'urgency'> {
  tags: readonly string[]
}

export function closings(context: InboxContext, view: (ask: AskRow) => Ask): Closings {
  return {
    async dismiss(id, by) {
      const ask = findAsk(context, id)
      if (ask.kind === 'permission' || ask.kind === 'plan')
        throw new IrisError('ANSWER_INVALID', 'An agent waits for yes or no here: allow or deny it.')
      const isClosed = context.log.write((append) =>
        dismiss(context, ask, { reason: 'dismissed', by, append }),
      )
      if (!isClosed) throw new IrisError('ASK_ANSWERED', 'This ask is no longer open.')
      await context.settled(findAsk(context, id))
      return view(findAsk(context, id))
    },
    withdrawOne(id, reason) {
      const ask = findAsk(context, id)
      return context.log.write((append) => {
        if (context.rows.withdraw.run(context.clock.now(), reason, id).changes === 0) return false
        append({ type: 'ask.withdrawn', ...subjectOf(ask), data: { ask: id, reason } })
        return true
      })
    },
    weigh: (id, weight) => weigh(context, findAsk(context, id), weight),
    escalate(id, reason) {
      const ask = findAsk(context, id)
      return context.log.write((append) => {
        if (context.rows.escalate.run(context.clock.now(), id).changes === 0) return false
        append({ type: 'ask.escalated', ...subjectOf(ask), data: { ask: id, team: ask.team, reason } })
        return true
      })
    },
    async markFalseAlarm(id, { falseAlarm, by }) {
      const ask = findAsk(context, id)
      const isClosed = context.log.write((append) => {
        context.rows.mark.run(falseAlarm ? 1 : 0, id)
        append({ type: 'ask.marked', ...subjectOf(ask), data: { ask: id, team: ask.team, falseAlarm, by } })
        // A process that waits is no false alarm to itself: only a person's yes or no lets it go on.
        const mayClose = falseAlarm && ask.request === null
        return mayClose && dismiss(context, ask, { reason: 'false alarm', by, append })
      })
      if (isClosed) await context.settled(findAsk(context, id))
      return view(findAsk(context, id))
    },
  }
}

function weigh(context: InboxContext, ask: AskRow, { type, urgency, tags }: Weight): void {
  const { rows, log, clock } = context
  if (ask.type === type && ask.urgency === urgency) return
  const detail = { ...detailOf(ask), tags: [...tags] }
  const after = expiryOf(type, detail)
  log.write((append) => {
    const expiresAt = after === null ? null : clock.now() + after
    if (rows.weigh.run(type, urgency, JSON.stringify(detail), expiresAt, ask.id).changes === 0) return
    append({ type: 'ask.weighed', ...subjectOf(ask), data: { ask: ask.id, team: ask.team, type, urgency } })
    context.filed()
  })
}
