import { newId, type AnswerSource, type EventData } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import { wordsOf, type ReadAnswer } from '../answering/answers.ts'
import { climbsTo } from '../answering/policy.ts'
import { Detail, type AskRow, type FiledRow } from '../rows.ts'
import { findAsk, subjectOf, type InboxContext } from '../context.ts'

const maxPreview = 500

/** An ask before it has an id and a place in the log. */
export interface NewRow extends Omit<FiledRow, 'id' | 'seq' | 'askedAt' | 'detail'> {
  detail: Partial<Detail>
}

/** How somebody or something answers. */
export interface Given {
  as: AnswerSource
  by: string
  answer: Pick<ReadAnswer, 'allow' | 'chosen' | 'text'>
  rule?: AskRow['rule']
}

/** Files an ask; it is open from now on. */
export function fileAsk(context: InboxContext, ask: NewRow, append: Append): AskRow {
  const id = newId('ask', context.clock.now())
  const { team, kind, type, source, urgency, tool, batch, request } = ask
  const forwardedTo = ask.forwardedTo ?? climbsTo(context, ask)
  const text = ask.text.slice(0, maxPreview)
  const holds = request !== null || (source === 'ask_human' && type === 'blocking')
  const data = { ask: id, team, kind, type, source, urgency, tool, text, forwardedTo, batch, holds }
  const { seq } = append({ type: 'ask.opened', ...subjectOf(ask), data })
  const row = insert(context, { ...ask, forwardedTo, id, seq })
  context.filed()
  return row
}

/** Files an ask together with the answer it has already; nobody is asked. */
export function fileAnswered(
  context: InboxContext,
  ask: NewRow,
  { given, append }: { given: Given; append: Append },
): AskRow {
  const id = newId('ask', context.clock.now())
  const { seq } = append({
    type: 'ask.answered',
    ...subjectOf(ask),
    data: answeredData({ ...ask, id }, given),
  })
  insert(context, { ...ask, id, seq })
  writeAnswer(context, id, given)
  return findAsk(context, id)
}

/** Files an ask that nobody is bothered with. */
export function fileDismissed(
  context: InboxContext,
  ask: NewRow,
  { reason, append }: { reason: string; append: Append },
): AskRow {
  const id = newId('ask', context.clock.now())
  const data = { ask: id, team: ask.team, reason, by: 'policy' }
  const { seq } = append({ type: 'ask.dismissed', ...subjectOf(ask), data })
  insert(context, { ...ask, id, seq })
  context.rows.dismiss.run(context.clock.now(), reason, id)
  return findAsk(context, id)
}

/** Closes an ask without an answer; false when it was closed before. */
export function dismiss(
  context: InboxContext,
  ask: AskRow,
  { reason, by, append }: { reason: string; by: string; append: Append },
): boolean {
  if (context.rows.dismiss.run(context.clock.now(), reason, ask.id).changes === 0) return false
  append({
    type: 'ask.dismissed',
    ...subjectOf(ask),
    data: { ask: ask.id, team: ask.team, reason, by },
  })
  return true
}

/** Writes an answer if the ask is still open, and says whether it was. */
export function writeAnswer({ rows, clock }: InboxContext, id: AskRow['id'], given: Given): boolean {
  const { as, by, answer, rule = null } = given
  const allow = answer.allow === null ? null : Number(answer.allow)
  const chosen = JSON.stringify(answer.chosen)
  return rows.answer.run(clock.now(), by, as, allow, chosen, answer.text, rule, id).changes > 0
}

/** What the log says of an answer. */
export function answeredData(
  ask: Pick<AskRow, 'id' | 'team' | 'kind' | 'tool'>,
  { as, by, answer }: Given,
): EventData<'ask.answered'> {
  const { id, team, kind, tool } = ask
  const text = wordsOf(answer).slice(0, maxPreview)
  return { ask: id, team, kind, source: as, by, allow: answer.allow, tool, text }
}

function insert(context: InboxContext, ask: NewRow & Pick<AskRow, 'id' | 'seq'>): AskRow {
  const detail = JSON.stringify(Detail.parse(ask.detail))
  context.rows.insert({ ...ask, detail, askedAt: context.clock.now() })
  return findAsk(context, ask.id)
}
