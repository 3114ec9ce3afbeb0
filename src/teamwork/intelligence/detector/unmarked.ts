import type { Language } from './languages/index.ts'
import type { Sentence } from './sentences.ts'

/** How far from the end a question may stand that has no mark: prose above it is full of such words. */
const lastSentences = 3
const longest = 240

/**
 * Sentences with the last ones marked as questions where their words alone say so: "Shall I go on". They are read as if
 * the mark stood there.
 */
export function markQuestions(sentences: readonly Sentence[], spoken: readonly Language[]): Sentence[] {
  const outsideLists = sentences.flatMap(({ place }, index) => (place === 'item' ? [] : [index]))
  const from = Math.min(sentences.length - lastSentences, outsideLists.at(-1) ?? 0)
  const leads = new Set(outsideLists.slice(-lastSentences).filter((index) => leadsIn(sentences, index)))
  return sentences.map((sentence, index) =>
    (index >= from || leads.has(index)) && isUnmarked(sentence, spoken) ? asQuestion(sentence) : sentence,
  )
}

/** "Would you like me to:", with what it leads to in a list below. */
function leadsIn(sentences: readonly Sentence[], index: number): boolean {
  return sentences[index]?.text.endsWith(':') === true && sentences[index + 1]?.place === 'item'
}

function isUnmarked({ isQuestion, place, text }: Sentence, spoken: readonly Language[]): boolean {
  if (isQuestion || text.length > longest || (place !== 'prose' && place !== 'item')) return false
  return spoken.some(({ patterns }) => patterns.unmarked.test(text))
}

function asQuestion(sentence: Sentence): Sentence {
  return { ...sentence, isQuestion: true, text: `${sentence.text.replace(/[.。!！:]+$/, '')}?` }
}
