/** One thing wrong in config.yaml, with everything needed to correct it. */
export interface Mistake {
  line: number
  column: number
  /** The key, such as `teams.alpha.path`; empty when the file as a whole is meant. */
  path: string
  found: string
  expected: string
  example: string
  hint?: string
}

/** One mistake on one line, for logs and events. */
export function describeMistake(mistake: Mistake): string {
  const { line, column, path, found, expected, hint } = mistake
  const where = path ? `${path}: ` : ''
  return `line ${line}, column ${column}: ${where}found ${found}, expected ${expected}${hint ? ` (${hint})` : ''}`
}

/** Every mistake as plain text for a terminal. */
export function formatMistakes(mistakes: readonly Mistake[], file = 'config.yaml'): string {
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`
  return [`${file} has ${count}:`, ...mistakes.map(formatMistake)].join('\n\n')
}

function formatMistake(mistake: Mistake): string {
  const { line, column, path, found, expected, example, hint } = mistake
  const rows = [
    `  line ${line}, column ${column}${path ? `  ${path}` : ''}`,
    `    found     ${found}`,
    `    expected  ${expected}`,
    `    example   ${example.replaceAll('\n', '\n              ')}`,
  ]
  return (hint ? [...rows, `    hint      ${hint}`] : rows).join('\n')
}

/** Mistakes in the order of the file. */
export function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** A value as people would name it in a sentence; long text is cut. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  return excerpt(JSON.stringify(value))
}

/** At most 60 characters of a text. */
export function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
