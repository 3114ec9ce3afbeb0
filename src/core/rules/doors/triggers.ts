import { z } from 'zod'
import { readCondition } from '../triggers/condition.ts'
import { triggeredBy } from '../triggers/triggers.ts'
import { door, Name } from './door.ts'

const Words = z.string().max(4000)
const Option = z.object({
  label: Name.max(200),
  description: Words.default(''),
  recommended: z.boolean().default(false),
  implications: Words.optional(),
})
const Question = z
  .object({
    type: z.enum(['blocking', 'clarifying', 'confirming', 'educational', 'celebratory', 'preference']),
    text: Name.max(4000),
    context: Words.default(''),
    options: z.array(Option).max(12).default([]),
    allowFreeText: z.boolean().default(true),
    default: Words.optional(),
    defaultOption: Words.optional(),
    blocking: z.boolean().optional(),
  })
  .refine(({ type, blocking }) => blocking === undefined || blocking === (type === 'blocking'), {
    path: ['blocking'],
    error: 'contradicts the type, which decides whether it blocks',
  })
  .transform(({ type, text, context, options, allowFreeText, default: given, defaultOption }) => ({
    type,
    text,
    context,
    options,
    allowFreeText,
    default: given ?? defaultOption ?? options.find(({ recommended }) => recommended)?.label,
  }))
  .refine(
    ({ default: given, options, allowFreeText }) =>
      given === undefined || allowFreeText || options.some(({ label }) => label === given),
    { path: ['default'], error: 'is none of the options' },
  )

/** The triggers of an agent, as its file has them. */
export const TriggerFile = z.object({
  triggers: z
    .array(
      z.object({
        event: Name.max(100),
        phase: Name.max(100).optional(),
        condition: z
          .string()
          .superRefine((text, context) => {
            const read = readCondition(text)
            if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem })
          })
          .optional(),
        questions: z.array(Question).min(1).max(5),
      }),
    )
    .max(200),
})

export const triggersDoor = door('triggers', {
  summary: 'says which questions of a trigger file are due when something happens',
  shape: TriggerFile.extend({
    agent: Name,
    event: Name,
    phase: Name.optional(),
    facts: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).default({}),
    asked: z.array(z.string()).default([]),
  }),
  decide: ({ triggers, ...moment }) => ({ due: triggeredBy(triggers, moment) }),
})
