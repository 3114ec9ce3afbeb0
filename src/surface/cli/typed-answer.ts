import { IrisError, type Ask, type AskQuestion, type CallInput } from '../../contract/plain.ts'
import { harmless } from './output.ts'

type Answer = Omit<CallInput<'answerAsk'>, 'ask'>

/** Words typed behind an ask: `2`, `SQLite`, `1=SQLite` with the number of the question, or an answer in words. */
export function typedAnswer(
  ask: Pick<Ask, 'kind' | 'questions'>,
  { choice, text }: { choice: readonly string[]; text?: string },
): Answer {
  const own = text === undefined ? {} : { text }
  if (choice.length === 0) return own
  const numbered = choice.map((word) => /^(\d+)=(.+)$/s.exec(word))
  if (numbered.every((match) => match !== null)) return { answers: byNumber(numbered), ...own }
  const [question, ...others] = ask.questions
  if (!question || others.length > 0) throw severalQuestions(ask.questions)
  const whole = choice.join(' ')
  if (isOption(question, whole)) return { choose: [whole], ...own }
  const known = choice.filter((word) => isOption(question, word))
  if (known.length === choice.length) return { choose: known, ...own }
  if (known.length === 0 && text === undefined && takesWords(ask.kind, question)) return { text: whole }
  throw new IrisError('ANSWER_INVALID', `${JSON.stringify(whole)} is no option. ${waysIn(question)}`)
}

/** About a permission or a plan words alone are no verdict. */
function takesWords(kind: Ask['kind'], { freeText }: AskQuestion): boolean {
  return freeText && kind !== 'permission' && kind !== 'plan'
}

function byNumber(numbered: readonly RegExpExecArray[]): Record<string, string[]> {
  const answers: Record<string, string[]> = {}
  for (const [, number = '', word = ''] of numbered) answers[number] = [...(answers[number] ?? []), word]
  return answers
}

/** By its key or its label in any case, as the daemon reads it. */
function isOption({ options }: AskQuestion, word: string): boolean {
  const plain = word.trim().toLowerCase()
  return options.some(({ key, label }) => key === plain || label.trim().toLowerCase() === plain)
}

function waysIn({ options, freeText }: AskQuestion): string {
  const names = options.map(({ key, label }) => `${key} (${harmless(label)})`).join(', ')
  return `Choose ${names}; your own words go ${freeText ? 'in' : 'with it, in'} --text "…".`
}

function severalQuestions(questions: readonly AskQuestion[]): IrisError {
  const example = questions.map((_, place) => `"${place + 1}=…"`).join(' ')
  return new IrisError(
    'ANSWER_INVALID',
    `It has several questions. Answer each by its number: ${example}, or all of them with --text "…".`,
  )
}
