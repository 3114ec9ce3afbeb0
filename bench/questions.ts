// Question detection: right how often, in doubt how often, how fast, beside the founding document's detector.
// Run: npm run bench:questions [-- <cases.jsonl> [<others.jsonl>]] [-- --smoke]; IRIS_EVAL names files too, with a comma.
// With two files the parameters are fitted to each and measured on the other.
import { createDetector } from '../src/teamwork/intelligence/index.ts'
import { finish, quantile, report, smoke } from './figures.ts'
import { casesOf, f1, measure, ownCases, type Figures, type Labelled } from './questions-cases.ts'
import { fit } from './questions-fit.ts'
import { seedDetector } from './seed-detector.ts'

/** Of messages as they come. Our own cases are chosen for their difficulty, so their share says nothing. */
const maxDoubt = 0.2
const files = filesGiven()
const detector = createDetector({ minConfidence: 0.7 })
const results: boolean[] = []

for (const [name, cases] of files.length === 0
  ? [['the project', ownCases()] as const]
  : files.map((file) => [file, casesOf(file)] as const)) {
  console.log(`\n${cases.length} cases of ${name}, with the parameters that are shipped`)
  const seed = f1(cases.map((one) => [one.needs, seedDetector(one.text).isQuestion]))
  print("needs an answer: F1 of the founding document's detector", seed)
  const isOwn = files.length === 0
  printFigures(measure(cases), isOwn ? undefined : maxDoubt)
  printKinds(cases)
}
const [one, other] = files
if (one !== undefined && other !== undefined) {
  crossReport(one, other)
  crossReport(other, one)
}
console.log('')
results.push(
  report('slowest of 100 detections (p99, least of the rounds)', {
    value: quantile(times(smoke ? 1 : 8), 0.99),
    unit: 'ms',
    most: 2,
  }),
  report('a text of 200 KB', { value: longText(), unit: 'ms', most: 10 }),
)
finish(results)

function filesGiven(): string[] {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  return named.length > 0 ? named : (process.env['IRIS_EVAL']?.split(',') ?? [])
}

function printFigures({ rules, doubt, judged, asks }: Figures, most: number | undefined): void {
  print('needs an answer: F1 of the rules alone', rules)
  if (most === undefined) print('needs an answer: doubtful, share of cases chosen for doubt', doubt)
  else results.push(report('needs an answer: doubtful, share', { value: doubt, unit: '', most }))
  results.push(
    report('needs an answer: F1 with the doubtful judged rightly', { value: judged, unit: '', least: 0.93 }),
    report('asks anything: F1', { value: asks, unit: '', least: 0.92 }),
  )
}

/** What was learned from one file, tried on another. */
function crossReport(learned: string, tried: string): void {
  console.log(`\nfitted to ${learned}, measured on ${tried}`)
  printFigures(measure(casesOf(tried), fit(casesOf(learned))), maxDoubt)
}

function print(name: string, value: number): void {
  console.log(`      ${name.padEnd(58)} ${value.toFixed(3).padStart(9)}`)
}

/** How often the kind of answer, and each option of a choice, is right where an answer is rightly seen to be needed. */
function printKinds(cases: readonly Labelled[]): void {
  const seen = cases
    .filter(({ needs, kind }) => needs && kind !== undefined)
    .map((labelled) => ({ labelled, found: detector.detect(labelled.text) }))
    .filter(({ found }) => found.verdict === 'needs_answer')
  if (seen.length === 0) return
  const right = seen.filter(({ labelled, found }) => labelled.kind === found.kind).length
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  const offered = seen.flatMap(({ labelled, found }) =>
    (labelled.options ?? []).map((option) =>
      found.options.some((own) => plain(own).includes(plain(option).trim())),
    ),
  )
  print(`kind of answer right, of ${seen.length}`, right / seen.length)
  print(`options found, of ${offered.length}`, offered.filter(Boolean).length / offered.length)
}

/**
 * The least time of each text over several rounds: what the work costs when nobody else is busy. The first round warms
 * the compiler and does not count.
 */
function times(rounds: number): number[] {
  const texts = (files.length === 0 ? ownCases() : files.flatMap(casesOf)).map(({ text }) => text)
  const least = texts.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, text] of texts.entries()) {
      const took = timeOf(text)
      if (round > 0) least[index] = Math.min(least[index] ?? took, took)
    }
  }
  return least
}

/** The slowest of some texts that are made to be slow, each at its best of three. */
function longText(): number {
  const pieces = ['| a | b? |\n', 'Should I? ', '"', 'waiting for ', '请', '\n', '```\n', 'if you want ']
  const texts = pieces.map((piece) => piece.repeat(Math.ceil(200_000 / piece.length)))
  return Math.max(...texts.map((text) => Math.min(timeOf(text), timeOf(text), timeOf(text))))
}

function timeOf(text: string): number {
  const before = performance.now()
  detector.detect(text)
  return performance.now() - before
}
