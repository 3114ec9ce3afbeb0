import type { Event } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import type { IdeaContext } from './context.ts'
import { answerWords } from './questions.ts'
import type { IdeaRow } from './rows.ts'
import { say } from './talking.ts'

/** What the file of questions calls it when nothing is to be searched for. */
const noSearch = 'No search'
const vague = 50

/** An answer to a question about an idea is something the person says about it. */
export function onAskAnswered(context: IdeaContext, event: Event<'ask.answered'>, append: Append): void {
  const question = context.rows.questionOf(event.data.ask)
  const row = question && context.rows.get(question.idea)
  const answer = row && answerWords(context, event)
  if (!row || !answer) return
  const isSearch = question.event === 'before_research' && answer.label !== noSearch
  const next: IdeaRow = isSearch ? { ...row, mayResearch: true } : row
  if (isSearch) context.rows.put(next)
  say(context, next, { text: `${answer.question}\n\n${answer.words}`, append })
}

/** Closes the questions about an idea that its talk has answered. */
export async function closeAnswered(
  { rows, inbox }: IdeaContext,
  { idea }: Pick<IdeaRow, 'idea'>,
): Promise<void> {
  const active = rows.artifacts(idea).filter(({ isActive }) => isActive)
  const isKnown = (event: string): boolean =>
    active.some(
      ({ type, text }) =>
        (event === 'idea_created' && type === 'target-user') ||
        (event === 'problem_statement_vague' && type === 'problem' && text.length >= vague),
    )
  for (const { ask, event } of rows.questions(idea))
    if (isKnown(event) && inbox.view(ask).state === 'open')
      // Somebody may answer it at this moment.
      await inbox.dismiss(ask, 'iris').catch(() => undefined)
}
