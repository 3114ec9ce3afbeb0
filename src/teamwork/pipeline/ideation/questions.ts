import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskId, Event, IdeaId, IdeaPhase } from '../../../contract/index.ts'
import { irisName } from '../../../core/agents/index.ts'
import { askOf, readTriggers } from '../../../core/inbox/index.ts'
import { triggersDoor } from '../../../core/rules/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'
import { ideation, type IdeaContext, type Triggers } from './context.ts'
import type { IdeaRow } from './rows.ts'

/** What happened to an idea, by the names of the file. */
type IdeaMoment =
  | 'idea_created'
  | 'problem_statement_vague'
  | 'phase_complete'
  | 'idea_complexity_high'
  | 'before_research'

const file = 'ideation.questions.yaml'

export function readQuestions(): Triggers {
  return readTriggers(readFileSync(join(packageFolder(), 'roles', file), 'utf8'), file)
}

/** Asks what is due at a moment, each question once for an idea, in the transaction under way. */
export function askWhatIsDue(
  { rows, inbox, triggers }: IdeaContext,
  { idea, title }: Pick<IdeaRow, 'idea' | 'title'>,
  moment: { event: IdeaMoment; phase?: IdeaPhase; facts: Readonly<Record<string, string | number>> },
): void {
  const asked = rows.questions(idea).map(({ key }) => key)
  const { event, phase, facts } = moment
  const where = { agent: ideation, event, ...(phase === undefined ? {} : { phase }) }
  const { due } = triggersDoor.decide({
    triggers: [...triggers],
    ...where,
    facts: { ...facts, task: idea },
    asked,
  })
  for (const question of due) {
    const { ask } = inbox.raise({
      ...askOf({ ...question, options: [...question.options], default: question.default }),
      source: 'idea',
      // A search costs: nobody's silence starts one.
      reversible: event !== 'before_research',
      tags: ['idea', event, idea],
      phase: phase ?? '',
      context: `${question.context} (${title})`.trim(),
      team: irisName,
      caller: ideation,
    })
    rows.addQuestion({ idea, key: question.key, event, ask: ask.id })
  }
}

/** The question that an idea waits for: an open one that blocks. */
export function waitedFor({ rows, inbox }: IdeaContext, idea: IdeaId): AskId | null {
  const open = rows.questions(idea).find(({ ask }) => {
    const { state, type } = inbox.view(ask)
    return state === 'open' && type === 'blocking'
  })
  return open?.ask ?? null
}

/** What was answered to a question about an idea, as its person would say it in the talk; undefined when nothing was. */
export function answerWords(
  { inbox }: IdeaContext,
  { data }: Event<'ask.answered'>,
): { label: string; words: string; question: string } | undefined {
  const { answer, text } = inbox.view(data.ask)
  if (!answer) return undefined
  const label = answer.chosen.flatMap(({ labels }) => labels).join(', ')
  const own = [answer.text, ...answer.chosen.map((chosen) => chosen.text)].filter(Boolean).join('\n')
  const words = [label, own].filter(Boolean).join(': ')
  return words === '' ? undefined : { label, words, question: text }
}
