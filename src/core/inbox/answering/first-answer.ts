import { IrisError, type AnswerInput, type AskId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import { readAnswer, type ReadAnswer } from './answers.ts'
import { answeredData, writeAnswer, type Given } from '../raising/filing.ts'
import { answersAs, type Answerer } from './policy.ts'
import type { AskRow } from '../rows.ts'
import { grantOf, questionsOf, answerOf, stateOf } from '../reading/views.ts'
import { findAsk, subjectOf, type InboxContext } from '../context.ts'

const maxLate = 20

/** The first answer counts, in one transaction; a later one is kept and refused. */
export async function answerAsk(
  context: InboxContext,
  id: AskId,
  { who, input }: { who: Answerer; input: AnswerInput },
): Promise<AskRow> {
  const ask = findAsk(context, id)
  const as = answersAs(context, who, ask)
  const answer = readAnswer({ kind: ask.kind, questions: questionsOf(ask) }, input)
  if (answer.always && as !== 'user')
    throw new IrisError('ASK_NOT_YOURS', 'Only a person may allow something for good.')
  const given = { as, by: who.delegate?.name ?? who.name, answer }
  const isFirst = context.log.write((append) => {
    if (!writeAnswer(context, id, given)) return keepLate(context, findAsk(context, id), { given, append })
    onFirst(context, ask, { given, answer, append })
    return true
  })
  const answered = findAsk(context, id)
  if (!isFirst) throw alreadyClosed(answered)
  await context.settled(answered)
  return findAsk(context, id)
}

function onFirst(
  context: InboxContext,
  ask: AskRow,
  { given, answer, append }: { given: Given; answer: ReadAnswer; append: Append },
): void {
  append({ type: 'ask.answered', ...subjectOf(ask), data: answeredData(ask, given) })
  const allows = answer.always ? grantOf(ask) : null
  if (allows !== null) {
    const grant = context.grants.add({ team: ask.team, allows, by: given.by, ask: ask.id }, append)
    context.rows.setGrant.run(grant, ask.id)
  }
  if (given.as === 'user') noteLearned(context, ask, { given, append })
}

function noteLearned(
  { learning }: InboxContext,
  ask: AskRow,
  { given, append }: { given: Given; append: Append },
): void {
  const learned = ask.key === null ? undefined : learning.of(ask.key, ask.type)
  if (ask.key === null || !learned) return
  const data = { ask: ask.id, team: ask.team, key: ask.key, answer: answeredData(ask, given).text }
  append({ type: 'answer.learned', ...subjectOf(ask), data })
}

/** Somebody was faster, or it was withdrawn: what was said stays beside it. Gives false, for "not the first". */
function keepLate(
  context: InboxContext,
  ask: AskRow,
  { given, append }: { given: Given; append: Append },
): false {
  const { rows, clock, learning } = context
  const { as, by, answer } = given
  const allow = answer.allow === null ? null : Number(answer.allow)
  const chosen = JSON.stringify(answer.chosen)
  const same = (other: Pick<AskRow, 'answeredBy' | 'allow' | 'chosen' | 'message'>): boolean =>
    other.answeredBy === by &&
    other.chosen === chosen &&
    other.message === answer.text &&
    other.allow === allow
  const known = rows.late.all(ask.id)
  // The same words of the same answerer again are a second click, no second answer.
  if (same(ask) || known.some(same) || known.length >= maxLate) return false
  rows.insertLate.run(ask.id, clock.now(), by, as, allow, chosen, answer.text)
  append({ type: 'ask.answered_late', ...subjectOf(ask), data: answeredData(ask, given) })
  if (ask.answeredAs === 'learned' && as === 'user' && ask.key !== null && ask.chosen !== chosen)
    learning.forgetIn(ask.key, by, append)
  return false
}

function alreadyClosed(ask: AskRow): IrisError {
  const { id, team, kind } = ask
  const details = { ask: { ask: id, team, kind, state: stateOf(ask), answer: answerOf(ask) } }
  return new IrisError('ASK_ANSWERED', 'This ask is no longer open.', { details })
}
