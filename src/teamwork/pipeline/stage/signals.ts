import { z } from 'zod'
import { unfenced } from './json-in-words.ts'
import type { StageAnswer } from './stage.ts'

/** The JSON schema by which a model answers, as the CLI takes it. */
export function outputSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
}

/** What an answer says by its schema: as it was given, else as JSON in its words, else what `fallback` finds in them. */
export function readSignals<Signals>(
  answer: StageAnswer,
  schema: z.ZodType<Signals>,
  fallback: (text: string) => Signals,
): { signals: Signals; from: 'structure' | 'words' } {
  const given = schema.safeParse(answer.structured)
  if (given.success) return { signals: given.data, from: 'structure' }
  const found = schema.safeParse(unfenced(answer.text))
  return { signals: found.success ? found.data : fallback(answer.text), from: 'words' }
}
