import {
  IrisError,
  type AnswerInput,
  type AskKind,
  type AskOption,
  type AskQuestion,
  type Chosen,
} from '../../../contract/index.ts'
import { labels } from '../raising/options.ts'

/** An answer, read against what was asked. */
export interface ReadAnswer {
  /** Of a permission or a plan; a question has no yes or no. */
  allow: boolean | null
  chosen: Chosen[]
  text: string | null
  /** Also from now on. */
  always: boolean
}

/** What somebody answered, or ANSWER_INVALID with what could be answered. */
export function readAnswer(
  ask: { kind: AskKind; questions: readonly AskQuestion[] },
  input: AnswerInput,
): ReadAnswer {
  if (ask.kind === 'permission' || ask.kind === 'plan') return readVerdict(ask.kind, ask.questions, input)
  const chosen = ask.questions.map((question, place) =>
    readOne(question, wordsFor(ask.questions, place, input)),
  )
  return { allow: null, chosen, text: null, always: false }
}

function readVerdict(
  kind: 'permission' | 'plan',
  questions: readonly AskQuestion[],
  { choose, text }: AnswerInput,
): ReadAnswer {
  const [question] = questions
  const words = [choose ?? []].flat()
  // Words about a plan without a verdict are what to change.
  const wanted = words.length === 0 && kind === 'plan' && text ? [labels.sendBack] : words
  const found = question && wanted.length === 1 ? optionOf(question.options, wanted.join('')) : undefined
  if (!question || !found) throw invalid(`Choose one of ${namesOf(question)}.`)
  const allow = found.label !== labels.deny && found.label !== labels.sendBack
  const chosen = [{ question: question.question, labels: [found.label], text: null }]
  return { allow, chosen, text: text || null, always: found.label === labels.always }
}

interface Words {
  choices: readonly string[]
  text: string | undefined
  /** Words that are no option may be taken as free text. */
  isLoose: boolean
}

function wordsFor(questions: readonly AskQuestion[], place: number, input: AnswerInput): Words {
  const { choose, text, answers } = input
  const { question } = questions[place] ?? { question: '' }
  const named = answers && (own(answers, question) ?? own(answers, String(place + 1)))
  if (named !== undefined) return { choices: [named].flat(), text: undefined, isLoose: true }
  if (choose !== undefined && questions.length > 1)
    throw invalid('There are several questions: answer each one by its text or number.')
  return { choices: [choose ?? []].flat(), text: text || undefined, isLoose: false }
}

function own(answers: Record<string, string | string[]>, name: string): string | string[] | undefined {
  return Object.hasOwn(answers, name) ? answers[name] : undefined
}

function readOne(question: AskQuestion, { choices, text, isLoose }: Words): Chosen {
  const found = choices.map((word) => optionOf(question.options, word))
  const strange = choices.filter((_, place) => !found[place])
  if (strange.length > 0 && !isLoose) throw invalid(`Choose among ${namesOf(question)}.`)
  const own = [...strange, ...(text === undefined ? [] : [text])].join('\n')
  const chosen = [...new Set(found.flatMap((one) => (one ? [one.label] : [])))]
  check(question, chosen, own)
  return { question: question.question, labels: chosen, text: own || null }
}

function check(question: AskQuestion, chosen: readonly string[], own: string): void {
  if (own && !question.freeText) throw invalid(`Choose among ${namesOf(question)}.`)
  if (chosen.length > 1 && !question.multiSelect) throw invalid(`Choose only one of ${namesOf(question)}.`)
  if (chosen.length === 0 && !own) throw invalid(`“${question.question.slice(0, 200)}” has no answer.`)
}

/** By its exact label, its key, or its label in any case. */
function optionOf(options: readonly AskOption[], word: string): AskOption | undefined {
  const plain = word.trim().toLowerCase()
  return (
    options.find(({ label }) => label === word) ??
    options.find(({ key }) => key === plain) ??
    options.find(({ label }) => label.trim().toLowerCase() === plain)
  )
}

function namesOf(question: AskQuestion | undefined): string {
  const names = (question?.options ?? []).map(({ key, label }) => `${key} (${label})`)
  return names.length > 0 ? names.join(', ') : 'no options: answer in words'
}

function invalid(message: string): IrisError {
  return new IrisError('ANSWER_INVALID', message)
}

/** The default of a question as an answer. */
export function defaultAnswer(questions: readonly AskQuestion[], fallback: string): ReadAnswer {
  const chosen = questions.map(({ question, options }) => {
    const found = optionOf(options, fallback)
    return { question, labels: found ? [found.label] : [], text: found ? null : fallback }
  })
  return { allow: null, chosen, text: null, always: false }
}

/** An answer in words, on one line. */
export function wordsOf(answer: { chosen: readonly Chosen[]; text: string | null }): string {
  const said = answer.chosen.map(({ labels, text }) => [...labels, ...(text ? [text] : [])].join(', '))
  return [...said, ...(answer.text ? [answer.text] : [])].join('; ')
}
