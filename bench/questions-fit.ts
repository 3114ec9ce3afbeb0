// Fits the parameters of question detection to labelled files: npm run fit:questions -- <cases.jsonl> …
// Begins at src/teamwork/intelligence/detector/parameters.ts and prints what it would change there.
import { fileURLToPath } from 'node:url'
import { parameters, type Parameters } from '../src/teamwork/intelligence/detector/parameters.ts'
import { casesOf, measure, type Labelled } from './questions-cases.ts'

const step = 0.25
const rounds = 3
const maxDoubt = 0.18
/** A change has to be worth this much of F1, so that a single message moves nothing. */
const worth = 0.003

type Path = readonly ['forms' | 'weights', string] | readonly ['margin']

/** Parameters fitted to cases, beginning at those that are shipped: one is moved at a time, as long as that helps. */
export function fit(cases: readonly Labelled[]): Parameters {
  let best = { at: parameters, score: scoreOf(cases, parameters) }
  const moves = paths().flatMap((path) => [step, -step].map((by) => ({ path, by })))
  for (let round = 0; round < rounds; round += 1) {
    for (const { path, by } of moves) {
      const at = moved(best.at, path, by)
      const score = scoreOf(cases, at)
      if (score > best.score + worth) best = { at, score }
    }
  }
  return best.at
}

/** The bar is F1 with the doubtful judged; the rules alone break ties, and too much doubt costs. */
function scoreOf(cases: readonly Labelled[], tried: Parameters): number {
  const { judged, rules, doubt } = measure(cases, tried)
  return judged + rules / 4 - 2 * Math.max(0, doubt - maxDoubt)
}

function paths(): Path[] {
  const forms = Object.keys(parameters.forms).filter((form) => form !== 'custom')
  const named = (group: 'forms' | 'weights', names: string[]): Path[] => names.map((name) => [group, name])
  return [...named('forms', forms), ...named('weights', Object.keys(parameters.weights)), ['margin']]
}

function moved(from: Parameters, [group, name]: Path, by: number): Parameters {
  if (group === 'margin' || name === undefined) return { ...from, margin: Math.max(0, from.margin + by) }
  const values: Readonly<Record<string, number>> = from[group]
  return { ...from, [group]: { ...values, [name]: (values[name] ?? 0) + by } }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cases = process.argv.slice(2).flatMap(casesOf)
  const found = fit(cases)
  console.log(found === parameters ? 'Nothing is worth changing.' : JSON.stringify(found, null, 2))
  console.log(measure(cases, found))
}
