import { defaultAnswer } from './answers.ts'
import { answeredData, dismiss, writeAnswer, type Given } from './filing.ts'
import { detailOf, type AskRow } from './rows.ts'
import { takesDefault } from './timing.ts'
import { findAsk, subjectOf, type World } from './world.ts'

/** Its time is over: it takes its default, or is dismissed. */
export function expire(world: World, ask: AskRow): void {
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
export function remind({ log, rows, clock }: World, ask: AskRow): void {
  log.write((append) => {
    rows.remind.run(clock.now(), ask.id)
    const data = { ask: ask.id, team: ask.team, times: ask.reminders + 1 }
    append({ type: 'ask.reminded', ...subjectOf(ask), data })
  })
}
