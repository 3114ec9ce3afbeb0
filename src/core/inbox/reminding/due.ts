import { defaultAnswer } from '../answering/answers.ts'
import { answeredData, dismiss, writeAnswer, type Given } from '../raising/filing.ts'
import { detailOf, isOpen, type AskRow } from '../rows.ts'
import { takesDefault, type Due } from './timing.ts'
import { findAsk, subjectOf, type InboxContext } from '../context.ts'

/** Does what is due for an ask: it takes its default, is dismissed, or somebody is reminded of it. */
export function runDue(context: InboxContext, { ask: id, what }: Due): void {
  const ask = findAsk(context, id)
  // It may have expired just before it was to be reminded of.
  if (isOpen(ask)) (what === 'expire' ? expire : remind)(context, ask)
}

function expire(context: InboxContext, ask: AskRow): void {
  context.log.write((append) => {
    const given = takesDefault(ask.type) ? byDefault(ask) : undefined
    if (!given) dismiss(context, ask, { reason: 'expired', by: 'clock', append })
    else if (writeAnswer(context, ask.id, given))
      append({ type: 'ask.answered', ...subjectOf(ask), data: answeredData(ask, given) })
  })
  void context.settled(findAsk(context, ask.id))
}

function byDefault(ask: AskRow): Given | undefined {
  const { fallback, questions } = detailOf(ask)
  if (fallback === null) return undefined
  return { as: 'default', by: 'clock', answer: defaultAnswer(questions, fallback) }
}

/** After a long absence one reminder is due, not all that were missed. */
function remind({ log, rows, clock }: InboxContext, ask: AskRow): void {
  log.write((append) => {
    rows.remind.run(clock.now(), ask.id)
    const data = { ask: ask.id, team: ask.team, times: ask.reminders + 1 }
    append({ type: 'ask.reminded', ...subjectOf(ask), data })
  })
}
