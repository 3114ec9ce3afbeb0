import type { Form } from './forms.ts'

/**
 * The numbers that decide between a need and an offer, and where the doubt begins: all that could be fitted to labelled
 * messages (`npm run fit:questions`). They are round on purpose: no fit found a change that was worth making.
 */
export interface Parameters {
  /** How much each form by itself says that the work waits; below zero it only offers. */
  readonly forms: Readonly<Record<Form, number>>
  /** What the state of the work and the words of the sentence add, for a form that yields to them wholly. */
  readonly weights: Readonly<Record<Feature, number>>
  /** A form that proposes nothing is doubtful nearer to zero than this. */
  readonly margin: number
}

/** What is looked at besides the form. */
export type Feature = 'done' | 'diagnosis' | 'extra' | 'forward' | 'either' | 'options' | 'onlyThis'

export const parameters: Parameters = {
  forms: {
    waiting: 2,
    custom: 1.5,
    leave: 2,
    request: 2,
    choice: 2,
    query: 1,
    bare: 1,
    proposal: 1,
    consent: 1,
    gentle: 0,
    task: 0,
    conditional: -2,
    closer: -2,
  },
  weights: { done: -1.5, diagnosis: 1, extra: -1, forward: 1, either: 0.5, options: 1, onlyThis: 0.5 },
  margin: 0.5,
}
