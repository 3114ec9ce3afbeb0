import { readFileSync } from 'node:fs'
import { contextCases } from '../src/teamwork/intelligence/detector/cases-contexts.suite.ts'
import { languageCases } from '../src/teamwork/intelligence/detector/cases-languages.suite.ts'
import { englishCases } from '../src/teamwork/intelligence/detector/cases.suite.ts'
import { createDetector, type Detection } from '../src/teamwork/intelligence/index.ts'
import type { Parameters } from '../src/teamwork/intelligence/detector/parameters.ts'

/** A final text with what people say of it. */
export interface Labelled {
  readonly text: string
  readonly needs: boolean
  readonly asks: boolean
  /** What a file says beside; our own cases do not. */
  readonly kind?: string
  readonly options?: readonly string[]
}

/** How well a detector does on labelled texts. */
export interface Figures {
  /** F1 of “needs an answer” by the rules alone. */
  readonly rules: number
  /** The share of texts of which the rules say that they cannot tell. */
  readonly doubt: number
  /** F1 of “needs an answer” when somebody who is always right judges the doubtful ones, and only those. */
  readonly judged: number
  /** F1 of “asks anything”. */
  readonly asks: number
}

/** The project's own cases. */
export function ownCases(): Labelled[] {
  return [...englishCases, ...languageCases, ...contextCases].map(({ text, verdict }) => ({
    text,
    needs: verdict === 'needs_answer',
    asks: verdict !== 'none',
  }))
}

/** The cases of a file, one JSON object per line. */
export function casesOf(path: string): Labelled[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const row = JSON.parse(line) as { text: string; needs_answer: boolean; kind: string; options: string[] }
    const asks = row.needs_answer || row.kind === 'offer_to_do_more'
    return { text: row.text, kind: row.kind, options: row.options, needs: row.needs_answer, asks }
  })
}

/** Measures the detector, with what was fitted or with other parameters. */
export function measure(cases: readonly Labelled[], parameters?: Parameters): Figures {
  const detector = createDetector({ minConfidence: 0.7, ...(parameters && { parameters }) })
  const seen = cases.map((one) => ({ one, found: detector.detect(one.text) }))
  const needs = ({ verdict }: Detection): boolean => verdict === 'needs_answer'
  return {
    rules: f1(seen.map(({ one, found }) => [one.needs, needs(found)])),
    doubt: seen.filter(({ found }) => found.doubtful).length / seen.length,
    judged: f1(seen.map(({ one, found }) => [one.needs, found.doubtful ? one.needs : needs(found)])),
    asks: f1(seen.map(({ one, found }) => [one.asks, found.verdict !== 'none'])),
  }
}

/** The harmonic mean of precision and recall over pairs of what is meant and what was said. */
export function f1(pairs: readonly (readonly [meant: boolean, said: boolean])[]): number {
  const both = pairs.filter(([meant, said]) => meant && said).length
  const either = pairs.reduce((sum, [meant, said]) => sum + Number(meant) + Number(said), 0)
  return (2 * both) / either
}
