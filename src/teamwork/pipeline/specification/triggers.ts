import type { EventType } from '../../../contract/index.ts'
import type { TriggerFile } from '../../../core/rules/index.ts'
import type { z } from 'zod'

/** What the specification role asks, and when. Words in braces are filled in. */
export const specificationTriggers: z.input<typeof TriggerFile> = {
  triggers: [
    {
      event: 'requirement_ambiguous',
      questions: [
        {
          type: 'blocking',
          text: 'One requirement can be read in more than one way: “{requirement}”. What is meant by “{term}”?',
          context: 'It is written down exactly as you answer, so that a check can tell whether it holds.',
        },
      ],
    },
    {
      event: 'multiple_architectures',
      questions: [
        {
          type: 'blocking',
          text: 'There are two good ways to build {feature}. Which one is it to be?',
          context:
            'A is {name_a}. For it: {pros_a}. Against it: {cons_a}. Effort: {effort_a}.\nB is {name_b}. For it: {pros_b}. Against it: {cons_b}. Effort: {effort_b}.',
          options: [
            {
              label: 'A',
              description: '{name_a}',
              implications: 'You get {pros_a}, and live with {cons_a}.',
            },
            {
              label: 'B',
              description: '{name_b}',
              implications: 'You get {pros_b}, and live with {cons_b}.',
            },
          ],
        },
      ],
    },
    {
      event: 'before_finalize_spec',
      questions: [
        {
          type: 'confirming',
          text: 'Is this what {title} is about?',
          context: 'In scope:\n{in_scope}\n\nNot in scope:\n{out_of_scope}',
          options: [
            { label: 'Yes, that is the scope', recommended: true },
            { label: 'Something is missing', description: 'Say what' },
            { label: 'Something is too much', description: 'Say what' },
          ],
        },
      ],
    },
    {
      event: 'external_dependencies',
      questions: [
        {
          type: 'educational',
          text: '{title} needs things that are not in this repository. Are they there, and do they fit?',
          context: '{dependencies}',
          options: [
            { label: 'Yes, I looked', recommended: true },
            { label: 'Check them first', description: 'The next revision begins with a task for that' },
            { label: 'Do without them', description: 'The next revision is designed around them' },
          ],
        },
      ],
    },
    {
      event: 'spec_complete',
      questions: [
        {
          type: 'blocking',
          text: '{title}: {tasks} to build it. Shall it be built?',
          context: 'Complexity: {complexity}. Risks: {risks}\nRead it first: iris spec show {key}',
          options: [
            { label: 'Approve and build', description: 'Its tasks are worked at once' },
            { label: 'Approve, build later', description: 'iris spec build {key} starts it' },
            { label: 'Send it back', description: 'Say what is to change; “12: words” is about line 12' },
            { label: 'Drop it', description: 'Nothing is built' },
          ],
        },
      ],
    },
    {
      event: 'spec_stuck',
      questions: [
        {
          type: 'blocking',
          text: '{key} cannot be written without you.',
          context: '{problem}',
          options: [
            { label: 'Try again', description: 'Or say in your own words what to do otherwise' },
            { label: 'Drop it', description: 'Nothing is built' },
          ],
        },
      ],
    },
  ],
}

/** The event that fires each of them; the approval waits until nothing blocks it. */
export const firedBy = {
  requirement_ambiguous: 'spec.generated',
  multiple_architectures: 'spec.generated',
  before_finalize_spec: 'spec.generated',
  external_dependencies: 'spec.generated',
  spec_complete: 'spec.generated',
  spec_stuck: 'spec.refused',
} as const satisfies Readonly<Record<string, EventType>>
export type SpecTrigger = keyof typeof firedBy
