import type { AskQuestion } from '../../contract/plain.ts'
import type { AnswerTo, OpenAsk } from './asks.ts'

/** What is answered to an ask so far: one entry per question, the last one perhaps not settled. */
export interface Answering {
  ask: OpenAsk['ask']
  given: readonly (readonly string[])[]
  /** Marked options of the question that stands now. */
  marked: readonly string[]
}

export function nothingAnswered(ask: OpenAsk['ask']): Answering {
  return { ask, given: [], marked: [] }
}

/** The question that stands now. */
export function questionOf(ask: OpenAsk, { given }: Answering): AskQuestion | undefined {
  return ask.questions[given.length]
}

/** What comes of an answer: more is wanted, it is complete, or it is no answer at all. */
export type Step =
  | { at: 'more'; answering: Answering }
  | { at: 'complete'; answer: AnswerTo }
  | { at: 'no answer' }

/** A key that may be one of an option. */
export function chooseOption(ask: OpenAsk, answering: Answering, key: string): Step {
  const question = questionOf(ask, answering)
  if (!question?.options.some((option) => option.key === key)) return { at: 'no answer' }
  if (!question.multiSelect) return give(ask, answering, [key])
  const { marked } = answering
  const next = marked.includes(key) ? marked.filter((other) => other !== key) : [...marked, key]
  return { at: 'more', answering: { ...answering, marked: next } }
}

/** Enter answers a question of which several options may be marked. */
export function giveMarked(ask: OpenAsk, answering: Answering): Step {
  const isReady = questionOf(ask, answering)?.multiSelect && answering.marked.length > 0
  return isReady ? give(ask, answering, answering.marked) : { at: 'no answer' }
}

/** Words instead of an option. To a permission or a plan they say why not. */
export function giveWords(ask: OpenAsk, answering: Answering, words: string): Step {
  if (words.trim() === '' || !questionOf(ask, answering)?.freeText) return { at: 'no answer' }
  if (ask.kind === 'permission' || ask.kind === 'plan')
    return { at: 'complete', answer: { ask: ask.ask, choose: 'n', text: words } }
  if (ask.questions.length === 1) return { at: 'complete', answer: { ask: ask.ask, text: words } }
  return give(ask, answering, [words])
}

function give(ask: OpenAsk, answering: Answering, words: readonly string[]): Step {
  const given = [...answering.given, words]
  if (given.length < ask.questions.length)
    return { at: 'more', answering: { ...answering, given, marked: [] } }
  return { at: 'complete', answer: answerOf(ask, given) }
}

function answerOf({ ask, questions }: OpenAsk, given: readonly (readonly string[])[]): AnswerTo {
  const only = given[0] ?? []
  if (questions.length === 1) return { ask, choose: only.length === 1 ? (only[0] ?? '') : [...only] }
  const answers = Object.fromEntries(given.map((words, place) => [String(place + 1), [...words]]))
  return { ask, answers }
}
