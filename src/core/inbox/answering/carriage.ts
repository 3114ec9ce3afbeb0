import type { AskAnswer } from '../../../contract/index.ts'
import { defaultAnswer, wordsOf } from './answers.ts'
import { chosenOf } from './learning.ts'
import { detailOf, type AskRow } from '../rows.ts'
import { answerOf, questionsOf } from '../reading/views.ts'

const maxQuote = 300

/**
 * How what became of an ask reaches its agent: as the answer to the request its process waits for, as the next turn of
 * its session, by its run, which does what was answered, or not at all, because nobody there waits for it or it says
 * what the agent does anyway.
 */
export function carriageOf(ask: AskRow): 'request' | 'turn' | 'run' | 'none' {
  if (ask.request !== null) return 'request'
  if (ask.session === null || ask.answeredAt === null) return 'none'
  if (ask.source === 'run') return 'run'
  if (ask.source === 'alert' || ask.source === 'pm' || ask.source === 'build') return 'none'
  return ask.source !== 'prose' && ask.type !== 'blocking' && isDefault(ask) ? 'none' : 'turn'
}

function isDefault(ask: AskRow): boolean {
  const { fallback, questions } = detailOf(ask)
  if (fallback === null) return false
  return JSON.stringify(chosenOf(ask.chosen)) === JSON.stringify(defaultAnswer(questions, fallback).chosen)
}

/** The answer as the next message of the session that asked, and who says it. */
export function messageFor(ask: AskRow): { message: string; author: string } {
  const answer = answerOf(ask)
  if (!answer) throw new Error(`${ask.id} has no answer to tell`)
  const note = answer.source === 'default' ? ' (nobody answered in time; this is your default)' : ''
  const quote = ask.text.replaceAll(/\s+/g, ' ').slice(0, maxQuote)
  const message = `You asked: ${quote}\n\nThe answer${note}: ${wordsOf(answer)}`
  return { message, author: authorOf(answer) }
}

/** What people say, or said before, is theirs; what another team says is marked as its words. */
function authorOf({ source, by }: AskAnswer): string {
  if (source === 'user' || source === 'learned') return 'user'
  return source === 'lead' || source === 'delegate' ? by : 'iris'
}

/** What an agent is told to the question of its AskUserQuestion, by the text of each. */
export function nativeAnswers(ask: AskRow): Record<string, string> {
  const chosen = chosenOf(ask.chosen)
  const known = new Set(questionsOf(ask).map(({ question }) => question))
  return Object.fromEntries(
    chosen
      .filter(({ question }) => known.has(question))
      .map((one) => [one.question, wordsOf({ chosen: [one], text: null })]),
  )
}
