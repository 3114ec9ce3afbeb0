import { defaultAnswer } from './answers.ts'
import { answeredData, dismiss, writeAnswer, type Given } from './filing.ts'
import { detailOf, isOpen, type AskRow } from './rows.ts'
import { takesDefault, type Due } from './timing.ts'
import { findAsk, subjectOf, type World } from './world.ts'

/** Does what is due for an ask: it takes its default, is dismissed, or somebody is reminded of it. */
export function runDue(world: World, { ask: id, what }: Due): void {
  const ask = findAsk(world, id)
  // It may have expired just before it was to be reminded of.
  if (isOpen(ask)) (what === 'expire' ? expire : remind)(world, ask)
}

function expire(world: World, ask: AskRow): void {
  world.log.write((append) => {
    const given = takesDefault(ask.type) ? byDefault(ask) : undefined
    if (!given) return dismiss(world, ask, { reason: 'expired', by: 'clock', append })
    if (writeAnswer(world, ask.id, given))
      append({ type: 'ask.answered', ...subjectOf(ask), data: answeredData(ask, given) })
    return true
  })
  void world.settled(findAsk(world, ask.id))
}

function byDefault(ask: AskRow): Given | undefined {
  const { fallback, questions } = detailOf(ask)
  if (fallback === null) return undefined
  return { as: 'default', by: 'clock', answer: defaultAnswer(questions, fallback) }
}

/** After a long absence one reminder is due, not all that were missed. */
function remind({ log, rows, clock }: World, ask: AskRow): void {
  log.write((append) => {
    rows.remind.run(clock.now(), ask.id)
    const data = { ask: ask.id, team: ask.team, times: ask.reminders + 1 }
    append({ type: 'ask.reminded', ...subjectOf(ask), data })
  })
}
