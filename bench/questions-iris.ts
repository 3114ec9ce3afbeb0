// A detector as the scorer of an evaluation set wants it: `detect(text)` with a boolean, a confidence and a kind.
import { createDetector } from '../src/teamwork/intelligence/index.ts'

const detector = createDetector({ minConfidence: 0.7 })

/** Whether a text waits for an answer, as evaluation scripts ask it. */
export function detect(text: string): {
  isQuestion: boolean
  confidence: number
  kind: string
  question?: string
  options: readonly string[]
} {
  const { verdict, confidence, kind, question, options } = detector.detect(text)
  return {
    isQuestion: verdict === 'needs_answer',
    confidence,
    kind: verdict === 'offer' ? 'offer_to_do_more' : (kind ?? 'none'),
    ...(question === undefined ? {} : { question }),
    options,
  }
}
