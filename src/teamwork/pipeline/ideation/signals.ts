import { z } from 'zod'
import { ArtifactType } from '../../../contract/index.ts'

const text = z.string()
/** Wide on purpose: what does not fit a narrow schema would have to be asked for again. */
const figure = (most: number) => z.number().transform((value) => Math.min(most, Math.max(0, value)))

/** What an answer says besides its words. What is of a wrong kind is left out, and does not spoil the rest. */
export const Signals = z.object({
  reply: text.describe('What you say to the person'),
  title: text.optional().describe('What the idea is called, in at most six words'),
  artifacts: z
    .array(
      z.object({
        type: text.describe(`One of: ${ArtifactType.options.join(', ')}`),
        summary: text.describe('One sentence'),
        text: text.describe('All of it, in Markdown'),
        confidence: figure(1),
      }),
    )
    .default([])
    .catch([])
    .transform((all) => all.flatMap(known)),
  retracted: z
    .array(text)
    .default([])
    .catch([])
    .transform((all) => all.flatMap(knownType))
    .describe('Types of artifacts that no longer hold'),
  decisions: z
    .array(
      z.object({
        type: z.enum(['validation', 'choice']).catch('choice'),
        text,
        assumption: text.optional().describe('Of a validation: what was assumed'),
        outcome: z.enum(['held', 'refuted']).optional().catch(undefined),
      }),
    )
    .default([]),
  risks: z.array(z.object({ text, severity: z.enum(['low', 'medium', 'high']).catch('medium') })).default([]),
  confidence: figure(1).optional().catch(undefined).describe('How sure you are of the whole, from 0 to 1'),
  complexity: figure(10)
    .optional()
    .catch(undefined)
    .describe('How many moving parts the whole has, from 0 to 10'),
  fit: z
    .object({ score: figure(10), why: text })
    .optional()
    .catch(undefined)
    .describe('How well it fits the person, from 0 to 10; only when you were told who they are'),
  research: z
    .array(text)
    .default([])
    .catch([])
    .describe('What you want to search the web for before you go on; it is asked first'),
})
export type Signals = z.output<typeof Signals>

type Given = { type: string; summary: string; text: string; confidence: number }

function known(given: Given): (Given & { type: ArtifactType })[] {
  return knownType(given.type).map((type) => ({ ...given, type }))
}

function knownType(type: string): ArtifactType[] {
  const read = ArtifactType.safeParse(
    type
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-'),
  )
  return read.success ? [read.data] : []
}
