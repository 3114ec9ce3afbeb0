import { z } from 'zod'
import { mistakesFromIssues } from './issues.ts'
import { inOrder, type Mistake } from './mistake.ts'
import { readSource } from './source.ts'

/** Reads a file in YAML that somebody else wrote; every mistake in it has its line and what was expected. */
export function readYaml<T>(text: string, schema: z.ZodType<T>): { value: T } | { mistakes: Mistake[] } {
  const source = readSource(text, {})
  if (source.mistakes.length > 0) return { mistakes: inOrder(source.mistakes) }
  const checked = schema.safeParse(source.value ?? {})
  if (checked.success) return { value: checked.data }
  const shape = z.toJSONSchema(schema, { io: 'input' })
  return { mistakes: inOrder(mistakesFromIssues(checked.error.issues, source, shape)) }
}
