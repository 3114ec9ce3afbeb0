// Question detection beside the founding document's detector.
// Run: npm run bench:questions [-- <cases.jsonl>] [-- --smoke]; IRIS_EVAL names a file of cases too.
import { readFileSync } from 'node:fs'
import { createDetector } from '../src/teamwork/intelligence/index.ts'
import { contextCases } from '../src/teamwork/intelligence/detector/cases-contexts.suite.ts'
import { languageCases } from '../src/teamwork/intelligence/detector/cases-languages.suite.ts'
import { englishCases } from '../src/teamwork/intelligence/detector/cases.suite.ts'
import { finish, quantile, report, smoke } from './figures.ts'
import { seedDetector } from './seed-detector.ts'

interface Labelled {
  readonly text: string
  readonly needs: boolean
  readonly asks: boolean
  /** What the file says beside; our own cases do not. */
  readonly kind?: string
  readonly options?: readonly string[]
}

const file = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? process.env['IRIS_EVAL']
const cases = file === undefined ? ownCases() : casesOf(file)
const detector = createDetector({ minConfidence: 0.7 })
const results: boolean[] = []

console.log(`${cases.length} cases of ${file ?? 'the project'}`)
const seed = (text: string): boolean => seedDetector(text).isQuestion
console.log(
  `      needs an answer: F1 of the founding document's detector      ${f1((one) => one.needs, seed).toFixed(3)}`,
)
console.log(
  `      asks anything:   F1 of the founding document's detector      ${f1((one) => one.asks, seed).toFixed(3)}`,
)
const needs = f1(
  (one) => one.needs,
  (text) => detector.detect(text).verdict === 'needs_answer',
)
const asks = f1(
  (one) => one.asks,
  (text) => detector.detect(text).verdict !== 'none',
)
printKinds()
results.push(
  report('needs an answer: F1', { value: needs, unit: '', least: 0.88 }),
  report('asks anything: F1', { value: asks, unit: '', least: 0.92 }),
  report('slowest of 100 detections (p99)', {
    value: quantile(times(smoke ? 1 : 6), 0.99),
    unit: 'ms',
    most: 3,
  }),
  report('a text of 200 KB', { value: longText(), unit: 'ms', most: 80 }),
)
finish(results)

function f1(label: (one: Labelled) => boolean, says: (text: string) => boolean): number {
  let both = 0
  let either = 0
  for (const one of cases) {
    const [meant, said] = [label(one), says(one.text)]
    if (meant && said) both += 1
    either += (meant ? 1 : 0) + (said ? 1 : 0)
  }
  return (2 * both) / either
}

/** How often the kind of answer, and each option of a choice, is right where an answer is rightly seen to be needed. */
function printKinds(): void {
  const seen = cases
    .filter(({ needs, kind }) => needs && kind !== undefined)
    .map((one) => ({ one, found: detector.detect(one.text) }))
    .filter(({ found }) => found.verdict === 'needs_answer')
  if (seen.length === 0) return
  const right = seen.filter(({ one, found }) => one.kind === found.kind).length
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  const offered = seen.flatMap(({ one, found }) =>
    (one.options ?? []).map((option) =>
      found.options.some((own) => plain(own).includes(plain(option).trim())),
    ),
  )
  const share = (count: number, of: number): string => (count / of).toFixed(2)
  console.log(`      kind of answer right, of ${seen.length}`.padEnd(67), share(right, seen.length))
  console.log(
    `      options found, of ${offered.length}`.padEnd(67),
    share(offered.filter(Boolean).length, offered.length),
  )
}

/** The time of each detection. The first round warms the compiler and does not count. */
function times(rounds: number): number[] {
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const { text } of cases) {
      const before = performance.now()
      detector.detect(text)
      if (round > 0) all.push(performance.now() - before)
    }
  }
  return all
}

function longText(): number {
  const texts = ['| a | b? |\n', 'Should I? ', '"', 'waiting for ', '请', '\n'].map((piece) =>
    piece.repeat(Math.ceil(200_000 / piece.length)),
  )
  return Math.max(
    ...texts.map((text) => {
      const before = performance.now()
      detector.detect(text)
      return performance.now() - before
    }),
  )
}

function ownCases(): Labelled[] {
  return [...englishCases, ...languageCases, ...contextCases].map(({ text, verdict }) => ({
    text,
    needs: verdict === 'needs_answer',
    asks: verdict !== 'none',
  }))
}

function casesOf(path: string): Labelled[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const row = JSON.parse(line) as {
      text: string
      needs_answer: boolean
      kind: string
      options: string[]
    }
    return {
      text: row.text,
      kind: row.kind,
      options: row.options,
      needs: row.needs_answer,
      asks: row.needs_answer || row.kind === 'offer_to_do_more',
    }
  })
}
