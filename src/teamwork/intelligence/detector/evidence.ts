import type { Language } from './languages/index.ts'
import type { Sentence } from './sentences.ts'

/** What a whole text says about the state of the work, each 0 to 1. */
export interface Evidence {
  readonly done: number
  readonly diagnosis: number
}

const lead = 3
const looked = 40

/** Weighs what the text says of finished work against what it says of causes, plans and obstacles. */
export function weighEvidence(sentences: readonly Sentence[], spoken: readonly Language[]): Evidence {
  let done = 0
  let diagnosis = 0
  for (const [index, sentence] of sentences.entries()) {
    const isNear = index < looked / 2 || index >= sentences.length - looked
    if (sentence.isQuestion || !isNear) continue
    const text = sentence.text.slice(0, 300)
    const weight = index < lead ? 3 : 1
    const thinks = spoken.some((language) => language.patterns.diagnosis.test(text))
    if (thinks) diagnosis += weight
    // "Nothing is merged yet" has the word and means the contrary.
    if (spoken.some((language) => language.patterns.done.test(text))) done += thinks ? weight / 3 : weight
  }
  return { done: share(done), diagnosis: share(diagnosis) }
}

/** One hit says something, the fifth says little more. */
function share(hits: number): number {
  return 1 - Math.exp(-hits / 3)
}
