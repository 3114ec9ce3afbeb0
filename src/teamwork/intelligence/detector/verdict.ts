import type { Parameters } from './parameters.ts'

/** What a turn's final text wants: an answer before the work can go on, leave to do more, or nothing. */
export type Verdict = 'needs_answer' | 'offer' | 'none'

/** What kind of answer would settle it. */
export type AskKind = 'permission' | 'choice' | 'open' | 'yes_no'

/** A place in the text that was given: start included, end not. */
interface Span {
  readonly start: number
  readonly end: number
}

/** What the rules found in one final text. */
export interface Detection {
  readonly verdict: Verdict
  /** Present when the text asks anything. */
  readonly kind?: AskKind
  /** How sure the rules are that the text asks at all, 0 to 1. */
  readonly confidence: number
  /** Whether the rules could not tell an offer from a question that blocks. */
  readonly doubtful: boolean
  readonly span?: Span
  readonly question?: string
  readonly options: readonly string[]
  /** Names of the rules that decided, the strongest first. */
  readonly reasons: readonly string[]
  /** The language whose patterns matched. */
  readonly language: string
}

/** What of the configuration the detector honours. */
export interface DetectorSettings {
  /** Regular expressions that mark a question at the end of a text, whatever the case of letters. */
  readonly patterns?: readonly string[]
  /** Asks below this confidence are reported as `none`. */
  readonly minConfidence?: number
  /** Sentences that people marked as false alarms, as `sentenceShape` gives them. */
  readonly falseAlarms?: ReadonlySet<string>
  /** Teams whose answers are on their way: saying that one waits for them asks nobody. */
  readonly awaited?: readonly string[]
  /** In place of what was fitted; for measuring. */
  readonly parameters?: Parameters
}
