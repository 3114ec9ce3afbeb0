import type { Candidate } from './candidates.ts'
import type { Evidence } from './evidence.ts'
import type { Form } from './forms.ts'
import type { Feature, Parameters } from './parameters.ts'

/** How far the state of the work can move each form. */
const yielding: Readonly<Record<Form, number>> = {
  waiting: 0.1,
  custom: 0.1,
  leave: 0.2,
  request: 0.2,
  choice: 0.4,
  query: 0.6,
  bare: 0.5,
  proposal: 1,
  consent: 1,
  gentle: 1,
  task: 1,
  conditional: 0.2,
  closer: 0,
}
const names: readonly Feature[] = ['done', 'diagnosis', 'extra', 'forward', 'either', 'options', 'onlyThis']

/** What else is known about the text around a candidate. */
export interface Surroundings {
  readonly evidence: Evidence
  readonly hasOptions: boolean
  readonly sentences: number
}

/** The features of a candidate, by name; kept apart from the weights so that both can be read. */
function featuresOf(candidate: Candidate, around: Surroundings): Record<Feature, number> {
  const { text } = candidate.sentence
  const has = (name: 'extra' | 'forward' | 'either'): number =>
    candidate.language.patterns[name].test(text) ? 1 : 0
  const isAlone = around.sentences <= 2 && around.evidence.done === 0 && candidate.form !== 'task'
  return {
    done: around.evidence.done,
    diagnosis: around.evidence.diagnosis,
    extra: has('extra'),
    forward: has('forward'),
    either: has('either'),
    options: around.hasOptions ? 1 : 0,
    onlyThis: isAlone ? 1 : 0,
  }
}

/** Above zero the text waits for an answer, below it offers. */
export function weigh(candidate: Candidate, around: Surroundings, { forms, weights }: Parameters): number {
  const features = featuresOf(candidate, around)
  const state = names.reduce((sum, name) => sum + weights[name] * features[name], 0)
  return forms[candidate.form] + yielding[candidate.form] * state
}
