import { z } from 'zod'
import { mistakesFromIssues } from './issues.ts'
import { inOrder, type Mistake } from './mistake.ts'
import { readSource } from './source.ts'

const fence = /^---[ \t]*\r?\n(?<head>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m

/** What a Markdown file says about itself between its two `---`, and the text after them. */
export type FrontMatter<T> = { fields: T; body: string } | { mistakes: Mistake[] }

/** Reads the front matter of a Markdown text; every mistake in it has its line and what was expected. */
export function readFrontMatter<T>(text: string, schema: z.ZodType<T>): FrontMatter<T> {
  const found = fence.exec(text)
  if (found?.index !== 0) return { mistakes: [noFence(text)] }
  // An empty line in the place of the first fence keeps the numbers of the lines.
  const source = readSource(`\n${found.groups?.['head'] ?? ''}`, {})
  if (source.mistakes.length > 0) return { mistakes: inOrder(source.mistakes) }
  const checked = schema.safeParse(source.value ?? {})
  if (checked.success) return { fields: checked.data, body: text.slice(found[0].length) }
  const shape = z.toJSONSchema(schema, { io: 'input' })
  return { mistakes: inOrder(mistakesFromIssues(checked.error.issues, source, shape)) }
}

function noFence(text: string): Mistake {
  const [first = ''] = text.split('\n', 1)
  return {
    line: 1,
    column: 1,
    path: '',
    found: first.trim() === '' ? 'an empty line' : first.slice(0, 60),
    expected: 'front matter: lines of `key: value` between two lines of `---`',
    example: '---\nname: Thomas\n---',
  }
}
