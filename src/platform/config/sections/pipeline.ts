import { z } from 'zod'
import { words } from './text.ts'

/** `pipeline:` what goes on by itself on the way from an idea to reviewed work. */
export const pipelineSection = z.strictObject({
  autoSpec: z
    .union([z.literal(false), words])
    .default(false)
    .meta({
      description:
        'The team for which a spec is written as soon as an idea has its brief. `false`: only when you ask for one. A spec is built only after your yes, in either case.',
      examples: [false, 'shop'],
    }),
  autoReview: z.boolean().default(false).meta({
    description:
      'Whether a model is asked about each review in which something failed or differs: one call for such a build, none otherwise. `false`: only when you ask with `iris review ask`.',
  }),
  validation: z
    .strictObject({
      level: z
        .enum(['off', 'ask', 'suggested', 'quick', 'standard', 'thorough', 'comprehensive', 'release'])
        .default('off')
        .meta({
          description:
            'Validates each build when it ends: at this level, at the one its change deserves (`suggested`), or at the one you choose (`ask`).',
          examples: ['suggested'],
        }),
      coverage: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .meta({
          description:
            'How many percent of the lines tests should run; below it you are told. Nothing unless said.',
          examples: [80],
        }),
    })
    .prefault({})
    .meta({ description: 'What a build must show after its tasks: tests, coverage, lint, security.' }),
  ux: z
    .strictObject({
      persona: words.default('off').meta({
        description:
          'Goes through the journeys of `.iris/ux.yaml` in a browser when a build ends: as this persona, as those of the file (`declared`), or as the one you choose (`ask`). `off`: only when you ask for it.',
        examples: ['ask'],
      }),
      serve: words.optional().meta({
        description: 'The command that serves the project meanwhile; it is ended with the test.',
        examples: ['npm run preview'],
      }),
      hosts: z
        .array(words)
        .default([])
        .meta({
          description: 'Hosts that pages may ask besides this machine.',
          examples: [['fonts.example.org']],
        }),
      browser: words.optional().meta({
        description: 'Where Chromium is, if not in one of the usual places.',
        examples: ['/opt/chromium/chrome'],
      }),
    })
    .prefault({})
    .meta({ description: 'How people get on with what was built, in a real browser.' }),
})
