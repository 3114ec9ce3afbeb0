import type { Form } from './forms.ts'

/** What was fitted to labelled messages; all else in this folder is knowledge of languages. `npm run fit:questions` */
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
    waiting: 2.2,
    custom: 1.5,
    leave: 2,
    request: 1.8,
    choice: 1.6,
    query: 1.2,
    bare: 0.9,
    proposal: 0.9,
    consent: 0.8,
    gentle: 0.1,
    task: -0.4,
    conditional: -1.7,
    closer: -2,
  },
  weights: {
    done: -1.5,
    diagnosis: 1.1,
    extra: -0.9,
    forward: 0.9,
    either: 0.5,
    options: 1,
    onlyThis: 0.5,
  },
  margin: 0.5,
}
