import type { Candidate } from './candidates.ts'
import type { Evidence } from './evidence.ts'
import type { Form } from './forms.ts'

/** How much each form by itself says that the work waits; below zero it only offers. */
const forms: Readonly<Record<Form, number>> = {
  waiting: 2.2,
  custom: 1.5,
  request: 1.8,
  choice: 1.6,
  query: 1.2,
  bare: 0.9,
  proposal: 0.9,
  consent: 0.8,
  gentle: 0.1,
  conditional: -1.7,
  closer: -2,
}
/** How far the state of the work can move each form. */
const yielding: Readonly<Record<Form, number>> = {
  waiting: 0.1,
  custom: 0.1,
  request: 0.2,
  choice: 0.4,
  query: 0.6,
  bare: 0.5,
  proposal: 1,
  consent: 1,
  gentle: 1,
  conditional: 0.2,
  closer: 0,
}
const weights = {
  done: -1.5,
  diagnosis: 1.1,
  extra: -0.9,
  forward: 0.9,
  either: 0.5,
  options: 1,
  onlyThis: 0.5,
}

/** What else is known about the text around a candidate. */
export interface Surroundings {
  readonly evidence: Evidence
  readonly hasOptions: boolean
  readonly sentences: number
}

/** The features of a candidate, by name; kept apart from the weights so that both can be read. */
function featuresOf(candidate: Candidate, around: Surroundings): Record<keyof typeof weights, number> {
  const { text } = candidate.sentence
  const has = (name: 'extra' | 'forward' | 'either'): number =>
    candidate.language.patterns[name].test(text) ? 1 : 0
  return {
    done: around.evidence.done,
    diagnosis: around.evidence.diagnosis,
    extra: has('extra'),
    forward: has('forward'),
    either: has('either'),
    options: around.hasOptions ? 1 : 0,
    onlyThis: around.sentences <= 2 && around.evidence.done === 0 ? 1 : 0,
  }
}

/** Above zero the text waits for an answer, below it offers. */
export function weigh(candidate: Candidate, around: Surroundings): number {
  const features = featuresOf(candidate, around)
  let state = 0
  for (const name of ['done', 'diagnosis', 'extra', 'forward', 'either', 'options', 'onlyThis'] as const) {
    state += weights[name] * features[name]
  }
  return forms[candidate.form] + yielding[candidate.form] * state
}
